import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { erfc } from '#statistics/distributions/erfc.ts';
import {
  normalCdf,
  normalQuantile,
  normalSf,
  Z_ONE_SIDED_95,
  Z_TWO_SIDED_95,
} from '#statistics/distributions/normal.ts';
import { always } from '#test/support/always.ts';
import { expectClose } from '../expect-close.ts';

// Reference values: mpmath at 40 digits.
describe('erfc', () => {
  test.each([
    { x: 0, expected: 1 },
    { x: 0.25, expected: 0.7236736098317631 },
    { x: 0.5, expected: 0.4795001221869535 },
    { x: 1, expected: 0.15729920705028513 },
    { x: 2, expected: 0.004677734981047266 },
    { x: 5, expected: 1.537459794428035e-12 },
    { x: 10, expected: 2.088487583762545e-45 },
    { x: 26, expected: 5.663192408856143e-296 },
  ])('of $x keeps its digits', ({ x, expected }) => {
    expectClose(erfc(x), expected, 2e-15);
  });

  test('has no seam where its two methods meet', () => {
    expectClose(erfc(0.5 + 1e-9), erfc(0.5 - 1e-9) - (2e-9 * 2 * Math.exp(-0.25)) / Math.sqrt(Math.PI), 1e-14);
    expectClose(erfc(2 * Math.PI + 1e-12), erfc(2 * Math.PI - 1e-12), 1e-10);
  });

  test('mirrors: erfc(−x) = 2 − erfc(x), and ends at 0 and 2', () => {
    expectClose(erfc(-1), 2 - 0.15729920705028513, 1e-15);
    expect(erfc(40)).toBe(0);
    expect(erfc(-40)).toBe(2);
    expect(erfc(Number.POSITIVE_INFINITY)).toBe(0);
    expect(erfc(Number.NaN)).toBeNaN();
  });
});

describe('normal distribution', () => {
  test.each([
    { z: 1, expected: 0.15865525393145705 },
    { z: 8, expected: 6.220960574271784e-16 },
    { z: 20, expected: 2.7536241186062337e-89 },
    { z: 37, expected: 5.725571222524577e-300 },
  ])('the tail beyond $z keeps its digits', ({ z, expected }) => {
    expectClose(normalSf(z), expected, 1e-13);
    expectClose(normalCdf(-z), expected, 1e-13);
  });

  test.each([
    { p: 1e-300, expected: -37.0470962993612 },
    { p: 1e-20, expected: -9.262340089798407 },
  ])('the quantile of $p keeps its digits', ({ p, expected }) => {
    expectClose(normalQuantile(p), expected, 1e-14);
  });

  test('the two constants are the quantiles they are named after', () => {
    expectClose(normalQuantile(0.975), Z_TWO_SIDED_95, 1e-14);
    expectClose(normalQuantile(0.95), Z_ONE_SIDED_95, 1e-14);
  });

  test('quantile and distribution undo each other', () => {
    always(
      fc.property(fc.double({ min: -37, max: 8, noNaN: true }), (z) => {
        expect(Math.abs(normalQuantile(normalCdf(z)) - z)).toBeLessThan(z > 5 ? 0.1 : 1e-8);
      }),
    );
  });

  test('the ends are infinite, and what is no probability is refused', () => {
    expect(normalQuantile(0)).toBe(Number.NEGATIVE_INFINITY);
    expect(normalQuantile(1)).toBe(Number.POSITIVE_INFINITY);
    expect(() => normalQuantile(1.1)).toThrow(RangeError);
    expect(() => normalQuantile(Number.NaN)).toThrow(RangeError);
  });
});
