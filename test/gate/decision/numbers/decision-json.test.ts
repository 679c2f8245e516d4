import { expect, test } from 'vitest';
import { compare } from '#gate/baseline/comparison/compare.ts';
import { comparedFigures } from '#gate/baseline/comparison/compared-figures.ts';
import { decisionJson } from '#report/decision-json.ts';
import { caseRecord, resultsFile, trialRecords } from '#test/support/results.ts';
import { POLICY } from '../decide-on.ts';
import { decide } from '../in-words.ts';

test('the machine form holds verdict, reasons, every number and what became of each case', () => {
  const facts = { tool_recall: 1, total_tokens: 100 };
  const side = (ids: readonly string[]) =>
    resultsFile(ids.map((id) => caseRecord(id, { trials: trialRecords([facts, facts, facts]) })));
  const candidate = side(['a', 'b', 'c', 'd', 'e', 'f', 'new']);
  const comparison = compare(candidate, [side(['a', 'b', 'c', 'd', 'e', 'f', 'gone'])]);
  const json = decisionJson(decide(comparison, POLICY, candidate), comparison, 'passed');

  expect(Object.keys(json)).toEqual(['verdict', 'title', 'reasons', 'decision', 'comparison']);
  expect(json.decision).toMatchObject({
    pass_rate: {
      suite: {
        p_exact: 1,
        p_mid: 1,
        drop: 0,
        standard_error: expect.any(Number),
        ci95: [expect.any(Number), expect.any(Number)],
        upper95: expect.any(Number),
      },
    },
    tool_recall: { p: 1, change: 0, ci95: null },
    total_tokens: { total: { p: 1, rise: 0 }, typical: { p: 1, rise: 0, ci95: [0, 0] }, risen_cases: [] },
    detectable_drop: expect.any(Number),
  });
  expect(json.decision.pass_rate.cases[0]).toMatchObject({ id: 'a', p: 1, p_adjusted: 1 });
  expect(json.comparison).toEqual({
    has_baseline: true,
    pool: [{ sha: 'a'.repeat(40), run_id: null, created_at: '2026-01-01T00:00:00.000Z', complete: true }],
    left_out: [],
    condition_differences: [],
    treatment_changes: [],
    figures: comparedFigures(comparison),
    pass_k: {
      over: 'comparable',
      candidate: [1, 2, 3].map((k) => ({ k, pass_hat_k: 1, pass_at_k: 1, cases: 6 })),
      baseline: [1, 2, 3].map((k) => ({ k, pass_hat_k: 1, pass_at_k: 1, cases: 6 })),
    },
    cases: [
      ...['a', 'b', 'c', 'd', 'e', 'f'].map((id) => ({
        id,
        status: 'comparable',
        reason: null,
        baseline_id: null,
        regraded: false,
      })),
      { id: 'gone', status: 'removed', reason: 'it is no longer in the suite', baseline_id: null, regraded: false },
      { id: 'new', status: 'new', reason: 'main has no trials of it', baseline_id: null, regraded: false },
    ],
  });
});
