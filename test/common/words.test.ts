import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  changeInPoints,
  coefficient,
  decimal,
  dollars,
  duration,
  listed,
  pAgainst,
  percent,
  plural,
  pointInterval,
  points,
  probability,
  pValue,
  relativeChange,
  relativeInterval,
  shortSha,
  wholeNumber,
  wholePercent,
} from '#common/words.ts';
import { always } from '#test/support/always.ts';

describe('numbers as people read them', () => {
  test.each([
    [0, '0 %'],
    [-0, '0 %'],
    [1, '100 %'],
    [0.94, '94 %'],
    [0.8605, '86.1 %'],
    [2 / 3, '66.7 %'],
    [0.99951, 'over 99.9 %'],
    [0.9994, '99.9 %'],
    [0.0004, 'under 0.1 %'],
    [0.0006, '0.1 %'],
    [1.5, '150 %'],
  ])('the rate %d is %s', (rate, text) => expect(percent(rate)).toBe(text));

  test.each([
    [0, '0 %'],
    [1, '100 %'],
    [0.864, '86 %'],
    [0.996, 'over 99 %'],
    [0.004, 'under 1 %'],
  ])('the rough rate %d is %s', (rate, text) => expect(wholePercent(rate)).toBe(text));

  test.each([
    [0.08, '8 points', '+8 points'],
    [-0.0255, '−2.5 points', '−2.5 points'],
    [0.01, '1 point', '+1 point'],
    [-0.01, '−1 point', '−1 point'],
    [0.0004, '0 points', '0 points'],
    [-0.0004, '0 points', '0 points'],
    [2.4, '100 points', '+100 points'],
  ])('the difference %d is %s, as a change %s', (difference, text, change) => {
    expect(points(difference)).toBe(text);
    expect(changeInPoints(difference)).toBe(change);
  });

  test.each([
    [0.123, '+12.3 %'],
    [-0.045, '−4.5 %'],
    [-1, '−100 %'],
    [0, '0 %'],
    [12.3456, '+1,234.6 %'],
  ])('the relative change %d is %s', (change, text) => expect(relativeChange(change)).toBe(text));

  test('an interval of rates says no more than rates can differ', () => {
    expect(pointInterval([-0.0201, 0.07])).toBe('[−2, +7]');
    expect(pointInterval([-1.96, 1.96])).toBe('[−100, +100]');
    expect(relativeInterval([-0.03, 1.96])).toBe('[−3 %, +196 %]');
  });

  test.each([
    [0, 'p < 0.001'],
    [1e-300, 'p < 0.001'],
    [0.00031, 'p < 0.001'],
    [0.001, 'p = 0.001'],
    [0.0041, 'p = 0.0041'],
    [0.0994, 'p = 0.099'],
    [0.416, 'p = 0.42'],
    [0.5, 'p = 0.5'],
    [0.999, 'p = 1'],
    [1, 'p = 1'],
  ])('the p-value %d is %s', (p, text) => expect(pValue(p)).toBe(text));

  test.each([
    [0.0041, 0.0184210526, 'p = 0.0041, boundary 0.018'],
    [0.00031, 0.018, 'p < 0.001, boundary 0.018'],
    [0.000012, 0.0000168, 'p = 0.000012, boundary 0.000017'],
    [0.0000012, 0.0000168, 'p < 0.00001, boundary 0.000017'],
    [1e-9, 0.000001, 'p < 0.000001, boundary 0.000001'],
    [0, 0, 'p < 0.001, boundary < 0.000001'],
  ])('p of %d against %d is %s', (p, boundary, text) => expect(pAgainst(p, boundary)).toBe(text));

  test.each([
    [0, '0'],
    [876, '876'],
    [999_999.5, '1,000,000'],
    [1_234_567, '1,234,567'],
    [-1234.4, '−1,234'],
    [-0.4, '0'],
    [9_007_199_254_740_991, '9,007,199,254,740,991'],
  ])('the number %d is %s', (number, text) => expect(wholeNumber(number)).toBe(text));

  test.each([
    [1, '1'],
    [3.25, '3.3'],
    [12_400.44, '12,400.4'],
  ])('the mean %d is %s', (number, text) => expect(decimal(number)).toBe(text));

  test.each([
    [1, '1.00'],
    [0.6, '0.60'],
    [0.754, '0.75'],
    [-0.05, '−0.05'],
    [-0.004, '0.00'],
  ])('the coefficient %d is %s', (value, text) => expect(coefficient(value)).toBe(text));

  test.each([
    [0, '$0.00'],
    [0.42, '$0.42'],
    [0.1, '$0.10'],
    [0.0312, '$0.0312'],
    [0.01234, '$0.0123'],
    [0.05, '$0.05'],
    [0.0999, '$0.0999'],
    [0.09996, '$0.10'],
    [0.000123, '$0.000123'],
    [0.0000123, '$0.000012'],
    [0.0000001, 'under $0.000001'],
    [12, '$12.00'],
    [999.999, '$1,000.00'],
    [1_234_567.891, '$1,234,567.89'],
  ])('the cost %d is %s', (amount, text) => expect(dollars(amount)).toBe(text));

  test.each([
    [0, '0 ms'],
    [840.4, '840 ms'],
    [999.4, '999 ms'],
    [999.6, '1 s'],
    [2100, '2.1 s'],
    [59_949, '59.9 s'],
    [59_950, '1 min'],
    [190_000, '3 min 10 s'],
    [3_599_499, '59 min 59 s'],
    [3_599_500, '1 h'],
    [7_260_000, '2 h 1 min'],
    [90_061_000, '25 h 1 min'],
  ])('the time of %d ms is %s', (ms, text) => expect(duration(ms)).toBe(text));

  test('one is one, and more are more', () => {
    expect([plural(1, 'case'), plural(0, 'case'), plural(2000, 'case')]).toEqual(['1 case', '0 cases', '2,000 cases']);
    expect(plural(2, 'entry', 'entries')).toBe('2 entries');
  });

  test('long lists are cut', () => {
    const items = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
    expect(listed(['a', 'b'])).toBe('a, b');
    expect(listed(items)).toBe('a, b, c, d, e and 2 more');
    expect(listed(items, 3, '; ')).toBe('a; b; c; and 4 more');
    expect(listed(items, 3, '<br>')).toBe('a<br>b<br>c<br>and 4 more');
  });

  test('commits are short', () => {
    expect(shortSha('9e8d7c6b5a4938271605f4e3d2c1b0aeb7a9d2c1')).toBe('9e8d7c6');
  });
});

describe('whatever the number', () => {
  const rate = fc.double({ min: 0, max: 1, noNaN: true });
  const any = fc.double({ min: -1e9, max: 1e9, noNaN: true });
  const positive = fc.double({ min: 0, max: 1e9, noNaN: true });

  test('100 % is all of it, and 0 % none', () => {
    always(
      fc.property(rate, (value) => {
        for (const text of [percent(value), wholePercent(value)]) {
          expect(text === '100 %').toBe(value === 1);
          expect(text === '0 %').toBe(value === 0);
        }
      }),
    );
  });

  test('nothing is minus zero, and no decimal is a zero', () => {
    always(
      fc.property(fc.oneof(any, fc.double({ min: -0.001, max: 0.001, noNaN: true })), (value) => {
        for (const text of [
          percent(value),
          points(value),
          changeInPoints(value),
          relativeChange(value),
          decimal(value),
        ])
          expect(text).not.toMatch(/-|−0(?![.\d])|\.0(?!\d)/);
      }),
    );
  });

  test('a smaller number never reads as a larger one', () => {
    const inOrder = (numbers: fc.Arbitrary<number>, write: (value: number) => string): void =>
      always(
        fc.property(numbers, numbers, (left, right) => {
          const [less, more] = [Math.min(left, right), Math.max(left, right)];
          expect(readBack(write(less))).toBeLessThanOrEqual(readBack(write(more)));
        }),
      );
    const close = fc.tuple(fc.integer({ min: 0, max: 1000 }), fc.integer({ min: -9, max: 9 }));
    const near = close.map(([whole, off]) => Math.max(0, whole / 1000 + off / 1e5));
    inOrder(fc.oneof(rate, near), percent);
    inOrder(fc.oneof(rate, near), wholePercent);
    inOrder(fc.oneof(rate, near), probability);
    inOrder(fc.oneof(positive, near), dollars);
    inOrder(any, points);
    inOrder(any, relativeChange);
    inOrder(any, wholeNumber);
    inOrder(fc.oneof(positive, fc.double({ min: 0, max: 1e8, noNaN: true })), duration);
  });
});

/** What a reader takes a text for: `over` and `under` are a little beside their number, and units of time add up. */
function readBack(text: string): number {
  const beside = /under|</.test(text) ? -1e-9 : text.includes('over') ? 1e-9 : 0;
  const units: Readonly<Record<string, number>> = { ms: 1, s: 1000, min: 60_000, h: 3_600_000 };
  const parts = text
    .replaceAll(',', '')
    .replace('−', '-')
    .matchAll(/(-?\d+(?:\.\d+)?)(?: (ms|s|min|h)\b)?/g);
  return [...parts].reduce((sum, [, number, unit]) => sum + Number(number) * (units[unit ?? ''] ?? 1), beside);
}
