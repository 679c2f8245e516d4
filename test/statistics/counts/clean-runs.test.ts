import { expect, test } from 'vitest';
import { failureRateAfterCleanRuns } from '#statistics/counts/clean-runs.ts';
import { expectClose } from '../expect-close.ts';

test('without trials nothing is known', () => {
  expect(failureRateAfterCleanRuns(0)).toBeNull();
});

test.each([1, 5, 10, 59])('a case that fails at the bound would show %d clean trials one time in twenty', (trials) => {
  const bound = failureRateAfterCleanRuns(trials) ?? Number.NaN;
  expectClose((1 - bound) ** trials, 0.05, 1e-12);
});
