import { expect, test } from 'vitest';
import type { BaselineLookup } from '#gate/baseline/results/baseline-lookup.ts';
import { parseResults } from '#gate/baseline/results/parse-results.ts';
import type { Agent } from '#ports/ports.ts';
import { evaluate } from '#runner/evaluate.ts';
import type { EvaluateRequest } from '#runner/request/evaluate-request.ts';
import { noTrajectories } from '#test/support/no-trajectories.ts';
import type { Usage } from '#trials/trial/trajectory.ts';
import type { TrialRange } from '#trials/trial/trial-range.ts';
import { titleOf } from '../gate/decision/in-words.ts';
import { agentOf, filesOf, portsOf, suiteOf, turnRecord } from './in-memory.ts';

const once: TrialRange = { min: 1, max: 1 };
const thrice: TrialRange = { min: 3, max: 3 };
const CASE = { id: 'a', input: 'hi', expect: { completes: true } };

async function evaluated(
  usage: Usage,
  cases: readonly object[] = [CASE],
  more: Partial<EvaluateRequest> & {
    readonly baseline?: BaselineLookup;
    readonly notes?: string[];
    readonly agent?: Agent;
  } = {},
) {
  const request: EvaluateRequest = {
    suite: await suiteOf(cases),
    trials: once,
    facts: {
      tool: { name: 'agent-eval', version: '0' },
      repository: null,
      commit: { sha: null, ref: null, head_sha: null, base_sha: null, pull_request: null },
      run: { id: null, attempt: 1, event: null, workflow: null, key: null, side: 'baseline' },
    },
    names: { name: null, repository_url: null, run_url: null, program: ['agent-eval'] },
    resumed: new Map(),
    secrets: { missing: [], replayed: [], on_missing: 'fail' },
    baseline_required: false,
    confirm: 'never',
    policy: null,
    ...more,
  };
  const none: BaselineLookup = { kind: 'none', reason: 'first run', notes: [] };
  const baselines = { find: async () => more.baseline ?? none, trajectories: noTrajectories };
  const ports = portsOf(more.agent ?? agentOf(() => [turnRecord({ usage })]));
  const progress = { ...ports.progress, note: (text: string) => more.notes?.push(text) };
  const base = {
    run: async () => ({ problem: 'there is none' }),
    rest: async () => [],
    renew: async () => false,
    async close() {},
  };
  return evaluate(request, { ...ports, progress, baselines, earlier: null, base, files: filesOf({}) });
}

const usage = (total: number): Usage => ({
  input_tokens: null,
  output_tokens: null,
  total_tokens: total,
  cost_usd: null,
  estimated: false,
});

test('results that could not be read as a baseline make the run an error that says why', async () => {
  const { decision, report } = await evaluated(usage(10.5));
  expect(decision.verdict).toBe('error');
  expect(titleOf(decision)).toMatch(
    /results of this run can't be read again: .*cases\[0\]\.trials\[0\]\.usage\.total_tokens/,
  );
  expect(decision.reasons[0]).toMatchObject({ outcome: 'error', code: 'results_lost' });
  expect(titleOf(report)).toBe(titleOf(decision));
});

test('results of ordinary answers, and of cases as large as cases may be, can be read again', async () => {
  let metadata: object = {};
  for (let level = 1; level < 40; level += 1) metadata = { a: metadata };
  const tags = Array.from({ length: 200 }, (_, i) => `tag-${i}`);
  const { decision, results } = await evaluated(usage(10), [{ ...CASE, name: 'n'.repeat(1000), tags, metadata }]);
  expect(decision.verdict).not.toBe('error');
  expect(parseResults(JSON.stringify(results))).toEqual({ results });
});

test('the estimate is of the trials that are still to be run', async () => {
  const { results } = await evaluated(usage(100), [CASE], { trials: thrice });
  const finished = results.cases[0]?.trials.slice(0, 2) ?? [];
  const notes: string[] = [];
  const baseline: BaselineLookup = {
    kind: 'found',
    runs: [{ results, sha: null, url: null, place: null }],
    target_sha: null,
    choice: 'the last run',
    notes: [],
  };
  await evaluated(usage(100), [CASE], { trials: thrice, resumed: new Map([['a', finished]]), baseline, notes });
  expect(notes).toContain('Estimate from the baseline: 1 trials, about 100 tokens');
});

test('an agent with stored trials is asked for no more of them, also by a case of its own mind', async () => {
  const agent = { ...agentOf(() => [turnRecord()]), available_trials: 2 };
  const { results } = await evaluated(usage(1), [CASE, { ...CASE, id: 'b', trials: 5 }], { agent, trials: thrice });
  expect(results.cases.map(({ planned_trials, trials }) => [planned_trials, trials.length])).toEqual([
    [2, 2],
    [2, 2],
  ]);
  expect(results.complete).toBe(true);
});
