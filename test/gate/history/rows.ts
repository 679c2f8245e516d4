import type { HistoryRow } from '#gate/history/history-row.ts';

/** A row of main's history: one case with 5 of 5, unless told otherwise. */
export function rowWith(facts: Partial<HistoryRow>): HistoryRow {
  return {
    sha: null,
    date: '2026-01-01T00:00:00Z',
    run_id: null,
    attempt: 1,
    event: null,
    run_url: null,
    models: [],
    judge: null,
    epoch: null,
    began: null,
    anew: [],
    cases: { one: [5, 5] },
    failure_types: {},
    passed: 5,
    scored: 5,
    total_tokens: null,
    cost_usd: null,
    latency_ms: null,
    verdict: 'pass',
    audit: null,
    drift: null,
    ...facts,
  };
}
