import { createHash } from 'node:crypto';
import type { LoadedSuite } from '#config/loaded-suite.ts';
import type { ResultsFile } from '#gate/baseline/results/results-file.ts';
import { collectResults, type RunOrigin } from '#runner/results/collect-results.ts';
import type { TrialRecord } from '#trials/trial/trial-record.ts';
import { saying } from '../../test/support/worded.ts';

/**
 * Results of a run as it would have stored them, one trial in ten failed.
 *
 * @param trials per case
 * @param random uniform, [0, 1)
 */
export function storedResults(suite: LoadedSuite, trials: number, facts: RunOrigin, random: () => number): ResultsFile {
  const records = new Map(
    suite.cases.map(({ id }) => [id, Array.from({ length: trials }, (_, i) => trial(id, i + 1, random))]),
  );
  const execution = { records, cancelled: false, exhausted: null, unavailable: null };
  const plan = { looks: [trials], look: trials, planned: new Map(), appended: false, baseline_runs: [], epoch: null };
  return collectResults(suite, execution, plan, facts, {
    created_at: '2026-01-01T00:00:00.000Z',
    finished_at: '2026-01-01T00:10:00.000Z',
  });
}

/** A trial with all that a recorded agent's trials have; one in ten fails. */
function trial(id: string, index: number, random: () => number): TrialRecord {
  const failed = random() < 0.1;
  const hash = (what: string) => createHash('sha256').update(`${what} ${id} ${index}`).digest('hex');
  const check = (name: string, reason: string) => ({
    id: name,
    name,
    turn: null,
    passed: true,
    score: 1,
    fact: saying(reason),
  });
  const args = check('tools.args', '2 of 2 expected calls matched by name and arguments');
  return {
    index,
    outcome: failed ? 'failed' : 'passed',
    tool_recall: failed ? 0.5 : 1,
    tool_precision: 1,
    parameter_accuracy: 1,
    phrase_recall: 1,
    mean_recall: failed ? 0 : 1,
    turn_pass_rate: null,
    retrieval_accuracy: null,
    retrieval_at: null,
    tools_ok: !failed,
    response_ok: true,
    completed: true,
    usage: {
      input_tokens: 600 + Math.floor(100 * random()),
      output_tokens: 20,
      total_tokens: 620 + Math.floor(100 * random()),
      cost_usd: random() / 1000,
      models: ['gpt-5.4-mini'],
    },
    latency_ms: 300 + 1000 * random(),
    steps: 2,
    error: null,
    failure: failed ? { kind: 'check', message: 'tools.args' } : null,
    checks: [
      check('tools.present', '2 of 2 expected calls made by name'),
      failed
        ? { ...args, passed: false, score: 0.5, fact: saying('order: expected "A-17", is "A-71"', 'wrong_value') }
        : args,
      check('response.contains', '1 of 1 phrase found'),
    ],
    source: 'live',
    run_attempt: 1,
    look: 1,
    seed: Math.floor(2 ** 31 * random()),
    started_at: '2026-01-01T00:00:00.000Z',
    duration_ms: 4000 * random(),
    wait_ms: 60 * random(),
    tries: 1,
    output_hash: hash('output'),
    tools_hash: hash('tools'),
    response_ids_hash: hash('ids'),
    trajectory: `${id}#${index}`,
    trajectory_state: 'complete',
  };
}
