import { describe, expect, test } from 'vitest';
import { compare } from '#gate/baseline/comparison/compare.ts';
import { grownRemarks, outlierRemarks } from '#report/rows/remarks.ts';
import { caseRecord, resultsFile, trialRecords } from '#test/support/results.ts';

const suite = (tokens: readonly (number | null)[]) =>
  resultsFile([caseRecord('a', { trials: trialRecords(tokens.map((total_tokens) => ({ total_tokens }))) })]);

test('one trial with 200 times the tokens of the others is named', () => {
  expect(outlierRemarks(compare(suite([500, 100_000, 500, 500, 500]), []), 'trunk')).toEqual([
    'case a: trial 2 took 100,000 tokens, 200 × the 500 of its other trials',
  ]);
  expect(outlierRemarks(compare(suite([100_000]), [suite([500, 500])]), 'trunk')).toEqual([
    "case a: trial 1 took 100,000 tokens, 200 × the 500 of trunk's trials",
  ]);
});

test.each([[[500, 4_999, 500]], [[500, 100_000]], [[null, 100_000, null]], [[0, 100, 0]]])(
  'nothing is named where %j says too little',
  (tokens) => {
    expect(outlierRemarks(compare(suite(tokens), []), 'trunk')).toEqual([]);
  },
);

describe('a case that takes far more tokens than on main', () => {
  const side = (all: readonly (readonly (number | null)[])[]) =>
    resultsFile(
      all.map((tokens, at) =>
        caseRecord(`case-${at}`, { trials: trialRecords(tokens.map((total_tokens) => ({ total_tokens }))) }),
      ),
    );
  const named = (here: readonly (readonly (number | null)[])[], main: readonly (readonly (number | null)[])[]) =>
    grownRemarks(compare(side(here), [side(main)]), 'trunk');

  test('is named after three trials, the farthest first', () => {
    const main = Array.from({ length: 5 }, () => [1000, 1050, 950]);
    const here = [3000, 2200, 5000, 2400, 1100].map((tokens) => [tokens, tokens + 100, tokens]);
    expect(named(here, main)).toEqual([
      "case-2 takes 5 × trunk's tokens (1,000 → 5,033 per trial)",
      "case-0 takes 3 × trunk's tokens (1,000 → 3,033 per trial)",
      "case-3 takes 2.4 × trunk's tokens (1,000 → 2,433 per trial)",
      "also at least 2 × trunk's tokens: case-1",
    ]);
  });

  test.each([
    ['one of its trials takes no more than twice as much', [[3000, 2099, 3000]], [[1000, 1050, 1000]]],
    ['a side has two trials', [[3000, 3000]], [[1000, 1000, 1000]]],
    ['a side tells too few', [[3000, 3000, null]], [[1000, 1000, 1000]]],
    ['main took none', [[3000, 3000, 3000]], [[0, 0, 0]]],
  ])('is not named where %s', (_, here, main) => {
    expect(named(here, main)).toEqual([]);
  });
});
