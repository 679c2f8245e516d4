import { describe, expect, test } from 'vitest';
import {
  amount,
  listOf,
  percent,
  plural,
  pointInterval,
  points,
  probability,
  pValue,
  relativeChange,
} from '#domain/gate/words/numbers.ts';

describe('numbers in sentences', () => {
  test.each([
    [0.94, '94 %'],
    [0.8605, '86.1 %'],
    [1, '100 %'],
    [0.99999, 'over 99.9 %'],
    [0, '0 %'],
    [0.00001, 'under 0.1 %'],
  ])('a rate of %d is %s', (rate, text) => expect(percent(rate)).toBe(text));

  test.each([
    [0.08, '8 points'],
    [-0.0255, '−2.5 points'],
    [0.01, '1 point'],
    [-0.00001, '0 points'],
    [2.4, '100 points'],
  ])('a difference of %d is %s', (difference, text) => expect(points(difference)).toBe(text));

  test('an interval says no more than rates can differ', () => {
    expect(pointInterval([-0.02, 0.07])).toBe('[−2, +7]');
    expect(pointInterval([-1.96, 1.96])).toBe('[−100, +100]');
  });

  test.each([
    [0.5, 'p = 0.5'],
    [0.0041, 'p = 0.004'],
    [0.00031, 'p = 0.00031'],
    [1e-9, 'p < 0.000001'],
    [0, 'p < 0.000001'],
  ])('p of %d is %s', (p, text) => expect(pValue(p)).toBe(text));

  test.each([
    [0.0184210526, '0.018'],
    [0.0000168, '0.000017'],
    [0, '0'],
  ])('a boundary of %d is %s', (boundary, text) => expect(probability(boundary)).toBe(text));

  test.each([
    [1.234, '+23.4 %'],
    [0.955, '−4.5 %'],
    [1, '0 %'],
  ])('a ratio of %d is %s', (ratio, text) => expect(relativeChange(ratio)).toBe(text));

  test.each([
    [876, '876'],
    [12_400.4, '12,400'],
    [1_234_567, '1,234,567'],
    [0.031234, '0.03123'],
    [12.3456, '12.35'],
  ])('an amount of %d is %s', (value, text) => expect(amount(value)).toBe(text));

  test('counts agree with their noun', () => {
    expect([plural(1, 'case'), plural(0, 'case'), plural(2000, 'case')]).toEqual(['1 case', '0 cases', '2,000 cases']);
  });

  test('long lists are cut', () => {
    expect(listOf(['a', 'b'])).toBe('a, b');
    expect(listOf(['a', 'b', 'c', 'd', 'e', 'f', 'g'])).toBe('a, b, c, d, e and 2 more');
  });
});
