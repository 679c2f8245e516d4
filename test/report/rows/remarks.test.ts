import { expect, test } from 'vitest';
import { compare } from '#gate/baseline/comparison/compare.ts';
import { outlierRemarks } from '#report/rows/remarks.ts';
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
