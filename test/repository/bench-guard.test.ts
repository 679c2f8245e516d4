import { expect, test } from 'vitest';
import { isSlower, looksAsFast, ratioOf } from '../../bench/against/ratio.ts';

const rounds = (...ratios: readonly number[]) => ratios.map((ratio): readonly [number, number] => [100, 100 * ratio]);

test.each([
  ['a tenth and more in every round', rounds(1.12, 1.13, 1.11, 1.2, 1.15), true],
  ['a tenth and more in most rounds, and nothing in one of five', rounds(1.0, 1.13, 1.11, 1.2, 1.15), false],
  ['a tenth and more but for one of nine rounds', rounds(0.9, 1.12, 1.12, 1.13, 1.14, 1.15, 1.15, 1.16, 1.2), true],
  ['a tenth and more but for two of nine rounds', rounds(0.9, 1.0, 1.12, 1.13, 1.14, 1.15, 1.15, 1.16, 1.2), false],
  ['less than a tenth, every time', rounds(1.08, 1.08, 1.09, 1.09, 1.08), false],
  ['quicker', rounds(0.7, 0.8, 0.75), false],
  ['a figure that is gone', rounds(Number.NaN, Number.NaN, Number.NaN), true],
])(
  'the guard of speed finds a bundle slower when its median is and its spread is clear: %s',
  (_, measured, expected) => {
    expect(isSlower(ratioOf(measured))).toBe(expected);
  },
);

test('a slowdown that is accepted up to a ratio is found slower only above it', () => {
  const measured = ratioOf(rounds(1.3, 1.3, 1.3));
  expect(isSlower(measured, 1.35)).toBe(false);
  expect(isSlower(measured, 1.2)).toBe(true);
});

test('a few rounds end a work only where their median is within the noise, which a figure that is gone never is', () => {
  const medians = [1, 1.05, 1.06, Number.NaN].map((ratio) => ratioOf(rounds(ratio)));
  expect(medians.map((ratio) => looksAsFast(ratio))).toEqual([true, true, false, false]);
});
