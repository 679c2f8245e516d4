import fc from 'fast-check';
import { expect, test } from 'vitest';
import { passAtK, passHatK, passK } from '#statistics/pass-k/pass-k.ts';
import { always } from '#test/support/always.ts';
import { combinations, share } from '../enumeration.ts';
import { expectClose } from '../expect-close.ts';

const trialsAndK = fc
  .tuple(fc.integer({ min: 1, max: 7 }), fc.nat(), fc.nat())
  .map(([trials, passes, k]) => ({ trials, passes: passes % (trials + 1), k: 1 + (k % trials) }));

test('both are shares of all ways to draw k of the trials, counted one by one', () => {
  always(
    fc.property(trialsAndK, ({ trials, passes, k }) => {
      const draws = combinations(Array.from({ length: trials }, () => [false, true])).filter(
        (drawn) => drawn.filter(Boolean).length === k,
      );
      const passesIn = (drawn: readonly boolean[]) => drawn.slice(0, passes).filter(Boolean).length;
      expectClose(
        passAtK(passes, trials, k),
        share(draws, (drawn) => passesIn(drawn) > 0),
        1e-12,
      );
      expectClose(
        passHatK(passes, trials, k),
        share(draws, (drawn) => passesIn(drawn) === k),
        1e-12,
      );
    }),
  );
});

test.each([
  { trials: 2, k: 3 },
  { trials: 0, k: 1 },
  { trials: 5, k: 0 },
])('drawing $k of $trials is undefined, not zero', ({ trials, k }) => {
  expect(passAtK(trials, trials, k)).toBeNull();
  expect(passHatK(trials, trials, k)).toBeNull();
});

test('at k = 1 both are the pass rate', () => {
  expectClose(passAtK(3, 7, 1), 3 / 7, 1e-12);
  expectClose(passHatK(3, 7, 1), 3 / 7, 1e-12);
});

test('a suite has the means over its cases with at least k trials', () => {
  const cases = [
    { passed: 2, scored: 4 },
    { passed: 4, scored: 4 },
    { passed: 1, scored: 3 },
    { passed: 5, scored: 8 },
  ];
  const found = passK(cases, 4);
  expect(found).toMatchObject({ k: 4, cases: 3 });
  expect(found.pass_hat_k).toBeCloseTo((0 + 1 + 5 / 70) / 3, 12);
  expect(found.pass_at_k).toBeCloseTo((1 + 1 + 1) / 3, 12);
  expect(passK(cases, 9)).toEqual({ k: 9, pass_hat_k: null, pass_at_k: null, cases: 0 });
});
