import { describe, expect, test } from 'vitest';
import { floorBounds, wilsonInterval } from '#statistics/floors/floor-bounds.ts';
import { trialsThatProve } from '#statistics/floors/floor-proof.ts';
import { expectClose } from '../expect-close.ts';

describe('wilsonInterval', () => {
  test('is undefined without trials', () => {
    expect(wilsonInterval(0.5, 0)).toBeNull();
    expect(wilsonInterval(Number.NaN, Number.NaN)).toBeNull();
  });

  test('ends exactly at 0 and 1 where nothing or everything passed', () => {
    expect(wilsonInterval(0, 7)?.low).toBe(0);
    for (let trials = 1; trials <= 300; trials += 1) {
      expect(wilsonInterval(0, trials)?.low).toBe(0);
      expect(wilsonInterval(1, trials)?.high).toBe(1);
    }
  });

  test('solves |rate − bound| = z √(bound(1−bound)/n) at both ends', () => {
    const { low, high } = wilsonInterval(0.8, 20) ?? { low: 0, high: 0 };
    for (const bound of [low, high]) {
      expectClose(Math.abs(0.8 - bound), 1.959963984540054 * Math.sqrt((bound * (1 - bound)) / 20), 1e-12);
    }
  });
});

describe('floorBounds', () => {
  test('is undefined without a case that has trials', () => {
    expect(floorBounds([])).toBeNull();
    expect(floorBounds([{ rate: 1, trials: 0 }])).toBeNull();
  });

  test('a case without trials changes nothing', () => {
    const tried = [
      { rate: 0.5, trials: 4 },
      { rate: 1, trials: 8 },
    ];
    expect(floorBounds([...tried, { rate: 0, trials: 0 }])).toEqual(floorBounds(tried));
  });

  test('every case weighs the same in the value', () => {
    const bounds = floorBounds([
      { rate: 1, trials: 50 },
      { rate: 0, trials: 1 },
    ]);
    expect(bounds?.value).toBe(0.5);
  });

  test('cases with equally many trials know their mean as well as all trials together', () => {
    const bounds = floorBounds(Array.from({ length: 10 }, () => ({ rate: 0.9, trials: 5 })));
    const together = wilsonInterval(0.9, 50);
    expectClose(bounds?.ci95.low, together?.low ?? Number.NaN, 1e-12);
    expectClose(bounds?.ci95.high, together?.high ?? Number.NaN, 1e-12);
  });

  test('a case with few trials widens the bounds beyond those of all trials together', () => {
    const bounds = floorBounds([
      { rate: 0.9, trials: 19 },
      { rate: 0.9, trials: 1 },
    ]);
    expect(bounds?.ci95.low).toBeLessThan(wilsonInterval(0.9, 20)?.low ?? 0);
  });
});

describe('trialsThatProve', () => {
  test.each([
    { floor: 0, trials: 0 },
    { floor: 0.9, trials: 35 },
    { floor: 0.95, trials: 73 },
  ])('a floor of $floor needs $trials trials, all passed', ({ floor, trials }) => {
    expect(trialsThatProve(floor)).toBe(trials);
  });

  test.each([0.5, 0.8, 0.9, 0.95, 0.99])('is the fewest whose Wilson lower bound reaches %d', (floor) => {
    const trials = trialsThatProve(floor) ?? 0;
    expect(wilsonInterval(1, trials)?.low).toBeGreaterThanOrEqual(floor);
    expect(wilsonInterval(1, trials - 1)?.low).toBeLessThan(floor);
  });

  test('no number of trials proves perfection', () => {
    expect(trialsThatProve(1)).toBeNull();
  });
});

test('a floor that so many trials just prove needs no more, however it is rounded', () => {
  const z2 = 1.959963984540054 ** 2;
  for (let trials = 1; trials <= 300; trials += 1) expect(trialsThatProve(trials / (trials + z2))).toBe(trials);
});
