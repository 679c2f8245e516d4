import { expect, test } from 'vitest';
import { compare } from '#gate/baseline/comparison/compare.ts';
import { passKOf } from '#gate/baseline/comparison/pass-k-of.ts';
import { parseResults } from '#gate/baseline/results/parse-results.ts';
import { passKOfRun } from '#gate/baseline/results/pass-k-of-run.ts';
import { resultsText } from '#gate/baseline/results/results-text.ts';
import { caseRecord, outcomes, resultsFile } from '#test/support/results.ts';

const HERE = resultsFile([
  caseRecord('a', { trials: outcomes(3, 1) }),
  caseRecord('b', { trials: outcomes(2) }),
  caseRecord('c', { trials: outcomes(0, 0, 4) }),
]);

test('pass^k and pass@k of a run are means over the cases with k judged trials, and their number is stated', () => {
  const ks = passKOfRun(HERE);
  expect(ks.map(({ k, cases }) => [k, cases])).toEqual([
    [1, 2],
    [2, 2],
    [3, 1],
    [4, 1],
  ]);
  expect(ks[0]).toMatchObject({ pass_hat_k: (3 / 4 + 1) / 2, pass_at_k: (3 / 4 + 1) / 2 });
  expect(ks[3]).toMatchObject({ pass_hat_k: 0, pass_at_k: 1 });
});

test('where no case has k judged trials there is no value, and none is 0', () => {
  const planned = resultsFile([caseRecord('a', { trials: outcomes(1), planned_trials: 2 })]);
  expect(passKOfRun(planned)[1]).toEqual({ k: 2, pass_hat_k: null, pass_at_k: null, cases: 0 });
});

test('both sides of a comparison are over the same cases', () => {
  const main = resultsFile([caseRecord('a', { trials: outcomes(4) }), caseRecord('b', { trials: outcomes(1) })]);
  const { over, candidate, baseline } = passKOf(compare(HERE, [main]));
  expect(over).toBe('comparable');
  expect(candidate.map(({ cases }) => cases)).toEqual([2, 1, 1, 1]);
  expect(baseline.map(({ cases }) => cases)).toEqual([2, 1, 1, 1]);
  expect(passKOf(compare(HERE, []))).toMatchObject({ over: 'all', baseline: [] });
});

test('results.json holds them, made of its cases; what is read is made anew', () => {
  const text = resultsText(HERE).parts.join('');
  expect(JSON.parse(text).pass_k).toEqual(passKOfRun(HERE));
  expect(parseResults(text)).toEqual(parseResults(JSON.stringify(HERE)));
});
