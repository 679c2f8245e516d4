import { expect, test } from 'vitest';
import { seededRandom, xoshiro128 } from '#statistics/seeded-random.ts';

test('is xoshiro128**, number for number', () => {
  const state = Uint32Array.of(1, 2, 3, 4);
  const numbers = Array.from({ length: 8 }, () => xoshiro128(state));
  expect(numbers).toEqual([11520, 0, 5927040, 70819200, 2031721883, 1637235492, 1287239034, 3734860849]);
});

test('the same seed gives the same numbers, another seed others', () => {
  const take = (seed: number) => Array.from({ length: 5 }, seededRandom(seed));
  expect(take(42)).toEqual(take(42));
  expect(take(42)).not.toEqual(take(43));
  expect(take(0)).not.toEqual([0, 0, 0, 0, 0]);
});

test('numbers fill [0, 1) evenly', () => {
  const random = seededRandom(7);
  const numbers = Array.from({ length: 100_000 }, random);
  expect(numbers.every((number) => number >= 0 && number < 1)).toBe(true);
  const tenths = Array.from({ length: 10 }, (_, tenth) => numbers.filter((x) => Math.floor(x * 10) === tenth).length);
  // Standard deviation of each count is 95.
  for (const count of tenths) expect(Math.abs(count - 10_000)).toBeLessThan(450);
});
