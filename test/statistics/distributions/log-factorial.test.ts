import { expect, test } from 'vitest';
import { logFactorial, logGammaOfHalf } from '#statistics/distributions/log-gamma.ts';
import { expectClose } from '../expect-close.ts';

// mpmath.loggamma at 60 digits
test.each([
  { n: 0, expected: 0 },
  { n: 1, expected: 0 },
  { n: 5, expected: Math.log(120) },
  { n: 20, expected: 42.335616460753485 },
  { n: 170, expected: 706.5730622457874 },
  { n: 1000, expected: 5912.128178488163 },
  { n: 100_000, expected: 1051299.221899122 },
])('ln $n! keeps all digits', ({ n, expected }) => {
  expectClose(logFactorial(n), expected, 1e-15);
});

test('the table gives the same answer before and after it has grown', () => {
  const before = logFactorial(30);
  logFactorial(5000);
  expect(logFactorial(30)).toBe(before);
});

test.each([-1, 2.5, Number.NaN])('ln %d! is refused', (n) => {
  expect(() => logFactorial(n)).toThrow(RangeError);
});

test.each([
  { twice: 1, expected: Math.log(Math.sqrt(Math.PI)) },
  { twice: 2, expected: 0 },
  { twice: 3, expected: Math.log(Math.sqrt(Math.PI) / 2) },
  { twice: 7, expected: Math.log((15 / 8) * Math.sqrt(Math.PI)) },
  { twice: 12, expected: Math.log(120) },
])('ln Γ($twice/2)', ({ twice, expected }) => {
  expectClose(logGammaOfHalf(twice), expected, 1e-14);
});
