import { describe, expect, test } from 'vitest';
import {
  changeInterval,
  changeInUnit,
  count,
  dollars,
  duration,
  inUnit,
  percent,
  plural,
  points,
  pValue,
  relative,
} from '#domain/report/numbers.ts';

describe('numbers as people read them', () => {
  test.each([
    [0, '0.0 %'],
    [-0, '0.0 %'],
    [1, '100.0 %'],
    [0.943, '94.3 %'],
    [2 / 3, '66.7 %'],
    [0.99951, '> 99.9 %'],
    [0.0004, '< 0.1 %'],
    [0.9994, '99.9 %'],
    [0.0006, '0.1 %'],
    [1.5, '150.0 %'],
  ])('the rate %d is %s', (rate, text) => expect(percent(rate)).toBe(text));

  test.each([
    [-0.08, '−8.0 pt'],
    [0.08, '+8.0 pt'],
    [0, '0.0 pt'],
    [-0, '0.0 pt'],
    [0.0004, '0.0 pt'],
    [-0.0004, '0.0 pt'],
    [-0.00051, '−0.1 pt'],
    [-1, '−100.0 pt'],
  ])('the difference %d is %s', (change, text) => expect(points(change)).toBe(text));

  test.each([
    [0.123, '+12.3 %'],
    [-1, '−100.0 %'],
    [0, '0.0 %'],
    [12.3456, '+1234.6 %'],
  ])('the change %d is %s', (change, text) => expect(relative(change)).toBe(text));

  test.each([
    [0, '0'],
    [999, '999'],
    [1000, '1,000'],
    [999_999.5, '1,000,000'],
    [1_234_567, '1,234,567'],
    [-1234.4, '−1,234'],
    [-0.4, '0'],
    [9_007_199_254_740_991, '9,007,199,254,740,991'],
  ])('the count %d is %s', (number, text) => expect(count(number)).toBe(text));

  test.each([
    [0, '$0.00'],
    [0.42, '$0.42'],
    [0.1, '$0.10'],
    [0.0999, '$0.10'],
    [0.0312, '$0.031'],
    [0.05, '$0.050'],
    [0.000123, '$0.00012'],
    [0.0000123, '$0.000012'],
    [0.000001, '< $0.00001'],
    [12, '$12.00'],
    [999.999, '$1,000.00'],
    [1_234_567.891, '$1,234,567.89'],
  ])('the cost %d is %s', (amount, text) => expect(dollars(amount)).toBe(text));

  test.each([
    [0, '0 ms'],
    [840.4, '840 ms'],
    [999.4, '999 ms'],
    [999.6, '1.0 s'],
    [2100, '2.1 s'],
    [59_949, '59.9 s'],
    [59_950, '1 m 0 s'],
    [190_000, '3 m 10 s'],
    [3_599_499, '59 m 59 s'],
    [3_599_500, '1 h 0 m'],
    [7_199_000, '2 h 0 m'],
    [90_061_000, '25 h 1 m'],
  ])('the time of %d ms is %s', (ms, text) => expect(duration(ms)).toBe(text));

  test.each([
    [0, '< 0.001'],
    [1e-300, '< 0.001'],
    [0.001, '0.001'],
    [0.0041, '0.004'],
    [0.0994, '0.099'],
    [0.1, '0.10'],
    [0.416, '0.42'],
    [1, '1.00'],
  ])('the p-value %d is %s', (p, text) => expect(pValue(p)).toBe(text));

  test.each([
    [[-0.13, -0.03], '[−13.0, −3.0]'],
    [[-0.0001, 0.0712], '[0.0, +7.1]'],
  ] as const)('the interval %j is %s', (interval, text) => expect(changeInterval(interval)).toBe(text));

  test.each([
    ['rate', 0.5, '50.0 %', '+50.0 pt'],
    ['tokens', 1500, '1,500', '+150000.0 %'],
    ['usd', 0.5, '$0.50', '+50.0 %'],
    ['ms', 1500, '1.5 s', '+150000.0 %'],
    ['count', 3.25, '3.3', '+325.0 %'],
  ] as const)('%s has its own unit', (unit, value, text, change) => {
    expect(inUnit(value, unit)).toBe(text);
    expect(changeInUnit(value, unit)).toBe(change);
  });

  test('one is one, and more are more', () => {
    expect([plural(1, 'case'), plural(0, 'case'), plural(1200, 'trial')]).toEqual([
      '1 case',
      '0 cases',
      '1,200 trials',
    ]);
  });
});
