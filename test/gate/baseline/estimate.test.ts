import { expect, test } from 'vitest';
import { capsExceeded, estimateRun } from '#gate/baseline/estimate.ts';
import { NO_CAPS } from '#runner/trials/budget.ts';
import { caseRecord, resultsFile, trialRecord, trialRecords } from '#test/support/results.ts';

function planned(ids: readonly string[], trials: number): ReadonlyMap<string, number> {
  return new Map(ids.map((id) => [id, trials]));
}

test('a run is estimated from the mean of each case; a case that is new costs what cases cost on average', () => {
  const baseline = resultsFile([
    caseRecord('a', {
      trials: trialRecords([
        { total_tokens: 100, duration_ms: 1000 },
        { total_tokens: 300, duration_ms: 3000 },
      ]),
    }),
    caseRecord('b', { trials: trialRecords([{ total_tokens: 400, cost_usd: 0.5, duration_ms: 1000 }]) }),
  ]);
  expect(estimateRun(planned(['a', 'b', 'new'], 2), baseline)).toEqual({
    trials: 6,
    tokens: 2 * 200 + 2 * 400 + 2 * 300,
    cost_usd: 6 * 0.5,
    duration_ms: 6 * 1500,
  });
});

test('what the simulated user cost is part of it', () => {
  const user_usage = { input_tokens: 40, output_tokens: 10, total_tokens: 50, cost_usd: null };
  const trial = trialRecord({ total_tokens: 100, user_usage });
  const baseline = resultsFile([caseRecord('a', { trials: [trial] })]);
  expect(estimateRun(planned(['a'], 1), baseline).tokens).toBe(150);
});

test('without a baseline, or with one that counted nothing, nothing is known', () => {
  const trials = planned(['a'], 3);
  const nothing = { trials: 3, tokens: null, cost_usd: null };
  expect(estimateRun(trials, null)).toEqual({ ...nothing, duration_ms: null });
  expect(estimateRun(trials, resultsFile([caseRecord('a')]))).toMatchObject(nothing);
});

test('trials that ended in errors are no measure', () => {
  const error = trialRecord({ outcome: 'error', total_tokens: 1 });
  const baseline = resultsFile([caseRecord('a', { trials: [error, trialRecord({ index: 2, total_tokens: 9 })] })]);
  expect(estimateRun(planned(['a'], 1), baseline).tokens).toBe(9);
});

test('the caps that an estimate is over are named; an unknown estimate is over none', () => {
  const caps = { ...NO_CAPS, max_cost_usd: 1, max_tokens: 100, max_trials: 5 };
  expect(capsExceeded({ trials: 6, tokens: 101, cost_usd: 1.01 }, caps)).toEqual([
    'max-cost-usd',
    'max-tokens',
    'max-trials',
  ]);
  expect(capsExceeded({ trials: 5, tokens: 100, cost_usd: 1 }, caps)).toEqual([]);
  expect(capsExceeded({ trials: 1, tokens: null, cost_usd: null }, caps)).toEqual([]);
  expect(capsExceeded({ trials: 9, tokens: 9, cost_usd: 9 }, NO_CAPS)).toEqual([]);
});
