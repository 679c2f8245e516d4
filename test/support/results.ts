import type { CaseRecord, ResultsFile } from '#gate/baseline/results/results-file.ts';
import { METRICS_VERSION } from '#trials/metrics/measure-trial.ts';
import type { TrialRecord } from '#trials/trial/trial-record.ts';

/** What a test says about a trial; the rest is that of an ordinary passed trial. */
export type TrialFacts = Partial<Omit<TrialRecord, 'usage'>> & {
  readonly total_tokens?: number | null;
  readonly cost_usd?: number | null;
  /** Without caching; absent: as much. */
  readonly list_cost_usd?: number | null;
  readonly cached_share?: number;
};

/** What a test says about a case; hashes follow the id, so that equal ids are the same case. */
export type CaseFacts = Partial<Omit<CaseRecord, 'trials'>> & { readonly trials?: readonly TrialRecord[] };

/** A trial as stored. */
export function trialRecord({
  total_tokens = null,
  cost_usd = null,
  list_cost_usd: list = cost_usd,
  cached_share: cached,
  ...facts
}: TrialFacts = {}): TrialRecord {
  return {
    index: 1,
    outcome: 'passed',
    tool_recall: null,
    tool_precision: null,
    parameter_accuracy: null,
    phrase_recall: null,
    mean_recall: null,
    turn_pass_rate: null,
    retrieval_accuracy: null,
    retrieval_at: null,
    tools_ok: null,
    response_ok: null,
    completed: true,
    usage: {
      input_tokens: cached === undefined ? null : 1000,
      output_tokens: null,
      total_tokens,
      cost_usd,
      ...(list !== null && { list_cost_usd: list }),
      ...(cached !== undefined && { cache_read_tokens: 1000 * cached }),
    },
    latency_ms: null,
    steps: 1,
    error: facts.outcome === 'error' ? { class: 'provider', message: 'overloaded' } : null,
    failure: facts.outcome === 'failed' ? { kind: 'check', message: 'tools' } : null,
    checks: [],
    source: 'live',
    run_attempt: 1,
    look: 1,
    seed: 1,
    started_at: '2026-01-01T00:00:00.000Z',
    duration_ms: 10,
    wait_ms: 0,
    tries: 1,
    output_hash: null,
    tools_hash: null,
    trajectory: null,
    trajectory_state: 'absent',
    ...facts,
  };
}

/** Trials with indices from 1, one per entry. */
export function trialRecords(facts: readonly TrialFacts[]): TrialRecord[] {
  return facts.map((each, i) => trialRecord({ index: i + 1, ...each }));
}

/** `passed` passed trials, then `failed` failed ones, then `errors` missing ones. */
export function outcomes(passed: number, failed = 0, errors = 0): TrialRecord[] {
  const of = (count: number, outcome: TrialRecord['outcome']) => Array.from({ length: count }, () => ({ outcome }));
  return trialRecords([...of(passed, 'passed'), ...of(failed, 'failed'), ...of(errors, 'error')]);
}

/** Trials of main: failed ones between passed ones, so that no order shows. */
function mixed(at: number, passed: number, failed: number): TrialRecord[] {
  const before = Math.floor((passed + (at % 2)) / 2);
  const all = [...outcomes(before, failed), ...outcomes(passed - before)];
  return trialRecords(all.map(({ outcome }) => ({ outcome })));
}

/** A case as stored; it planned as many trials as it has. */
export function caseRecord(id: string, facts: CaseFacts = {}): CaseRecord {
  const trials = facts.trials ?? outcomes(5);
  return {
    id,
    name: null,
    input_hash: `input of ${id}`,
    expect_hash: `expectation of ${id}`,
    grader_hash: null,
    source: null,
    tags: [],
    never_fail: false,
    expected_tool_calls: 0,
    planned_trials: Math.max(1, trials.length),
    fixed_trials: false,
    metadata: {},
    ...facts,
    trials,
  };
}

/** A results file over these cases; one look of as many trials as the longest case planned. */
export function resultsFile(cases: readonly CaseRecord[], facts: Partial<ResultsFile> = {}): ResultsFile {
  const look = Math.max(1, ...cases.map(({ planned_trials }) => planned_trials));
  return {
    schema_version: 1,
    hash_version: 1,
    metrics_version: METRICS_VERSION,
    tool: { name: 'agent-eval-action', version: '0.1.0' },
    created_at: '2026-01-01T00:00:00.000Z',
    finished_at: '2026-01-01T00:01:00.000Z',
    repository: null,
    commit: { sha: 'a'.repeat(40), ref: 'refs/heads/main', head_sha: null, base_sha: null, pull_request: null },
    run: { id: null, attempt: 1, event: null, workflow: null, key: null, side: 'candidate' },
    config: { path: 'agent-eval.yml', hash: 'config' },
    policy: { sha: null, hash: 'policy', effective: {} },
    agent: {
      kind: 'command',
      key: 'conditions',
      conditions: {},
      models: [],
      treatment_hash: 'treatment',
      treatment: {},
    },
    looks: [look],
    stop: { look, reason: 'decided' },
    complete: true,
    appended: false,
    baseline_runs: [],
    epoch: null,
    cases,
    ...facts,
  };
}

/** Both sides of a suite given as [candidate passes, candidate trials, baseline passes, baseline trials] per case. */
export function bothSides(
  counts: readonly (readonly [number, number, number, number])[],
  facts: CaseFacts = {},
): { readonly candidate: ResultsFile; readonly baseline: ResultsFile } {
  const id = (i: number) => `case-${String(i).padStart(3, '0')}`;
  return {
    candidate: resultsFile(counts.map(([a, n], i) => caseRecord(id(i), { ...facts, trials: outcomes(a, n - a) }))),
    baseline: resultsFile(counts.map(([, , b, m], i) => caseRecord(id(i), { ...facts, trials: mixed(i, b, m - b) }))),
  };
}
