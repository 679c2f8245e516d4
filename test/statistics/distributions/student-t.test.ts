import fc from 'fast-check';
import { expect, test } from 'vitest';
import { studentTQuantile, studentTSf } from '#statistics/distributions/student-t.ts';
import { always } from '#test/support/always.ts';
import { expectClose } from '../expect-close.ts';

// Reference values: mpmath at 40 digits.
test.each([
  { t: 0, df: 4, expected: 0.5 },
  { t: 1, df: 1, expected: 0.25 },
  { t: 3, df: 1, expected: 0.10241638234956674 },
  { t: 100, df: 1, expected: 0.003182992764908255 },
  { t: 1, df: 2, expected: 0.2113248654051871 },
  { t: 3, df: 199, expected: 0.0015224133625530863 },
  { t: 10, df: 1999, expected: 2.619241725130325e-23 },
  { t: 40, df: 5, expected: 9.205981085886477e-8 },
])('the tail beyond t = $t with $df degrees of freedom', ({ t, df, expected }) => {
  expectClose(studentTSf(t, df), expected, 1e-11);
  expectClose(studentTSf(-t, df), 1 - expected, 1e-11);
});

test('one degree of freedom is the Cauchy distribution', () => {
  always(
    fc.property(fc.double({ min: 0, max: 1e6, noNaN: true }), (t) => {
      expectClose(studentTSf(t, 1), Math.atan2(1, t) / Math.PI, 1e-12);
    }),
  );
});

test('quantile and distribution undo each other, in the tails too', () => {
  const probability = fc.double({ min: 1e-12, max: 0.5, noNaN: true });
  always(
    fc.property(probability, fc.integer({ min: 1, max: 300 }), (p, df) => {
      expectClose(studentTSf(-studentTQuantile(p, df), df), p, 1e-10);
    }),
  );
});

test('the quantile mirrors at the median and is infinite at the ends', () => {
  expect(studentTQuantile(0.025, 7)).toBeCloseTo(-studentTQuantile(0.975, 7), 10);
  expect(studentTQuantile(0.5, 7)).toBeCloseTo(0, 15);
  expect(studentTQuantile(1, 7)).toBe(Number.POSITIVE_INFINITY);
  expect(studentTQuantile(0, 7)).toBe(Number.NEGATIVE_INFINITY);
  expect(studentTSf(Number.POSITIVE_INFINITY, 7)).toBe(0);
});

test.each([0, -1, 2.5, Number.NaN])('%d degrees of freedom are refused', (df) => {
  expect(() => studentTSf(1, df)).toThrow(RangeError);
  expect(() => studentTQuantile(0.9, df)).toThrow(RangeError);
});

test('what is no probability is refused', () => {
  for (const p of [-0.1, 1.1, Number.NaN]) expect(() => studentTQuantile(p, 3)).toThrow('t quantile');
});

test('beyond a t whose square is no number any more, nothing is left', () => {
  expect(studentTSf(1e200, 5)).toBe(0);
  expect(studentTSf(-1e200, 5)).toBe(1);
});
