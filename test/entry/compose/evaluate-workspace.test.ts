import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { silentProgress } from '#adapters/terminal/silent-progress.ts';
import { NO_CAPS } from '#application/trials/budget.ts';
import type { BaselineLookup } from '#domain/baseline/baseline-lookup.ts';
import { decisionJson } from '#domain/report/decision-json.ts';
import { evaluateWorkspace } from '#entry/compose/evaluate-workspace.ts';
import { noTrajectories } from '#test/support/no-trajectories.ts';

const KEY = 'Qz7vK2mXb9TfLw4RnHc8YpDs';

test('the decision that run --json prints tells no secret, nor a piece of one that was cut', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'workspace-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const first = await evaluate(folder, 'plain', { kind: 'none', reason: `none, ${KEY}`, notes: [] });
  const found: BaselineLookup = {
    kind: 'found',
    runs: [{ results: first.results, sha: null, url: null, place: null }],
    target_sha: null,
    chosen: 'x',
    notes: [],
  };
  const second = await evaluate(folder, KEY, found);
  expect(second.comparison.treatment_changes).not.toEqual([]);
  for (const { decision, comparison } of [first, second]) {
    const printed = JSON.stringify([decisionJson(decision, comparison), comparison.why_no_baseline]);
    expect(Array.from(KEY.slice(5), (_, at) => KEY.slice(at, at + 6)).filter((one) => printed.includes(one))).toEqual(
      [],
    );
  }
});

async function evaluate(folder: string, argument: string, baseline: BaselineLookup) {
  const config = {
    version: 1,
    agent: { command: ['node', '-e', `"${argument}";console.log("yes")`], mode: 'one-shot' },
    trials: 1,
    cases: ['cases.json'],
  };
  await writeFile(join(folder, 'agent-eval.yml'), JSON.stringify(config));
  const cases = [{ id: 'one', input: 'hi', expect: { response: { contains: ['yes'] } } }];
  await writeFile(join(folder, 'cases.json'), JSON.stringify({ cases }));
  const result = await evaluateWorkspace({
    root: folder,
    cwd: folder,
    config_path: 'agent-eval.yml',
    output_folder: join(folder, 'results'),
    alone: false,
    selection: { ids: [], tags: [] },
    trials: null,
    facts: {
      tool: { name: 'agent-eval-action', version: '0.0.0' },
      repository: null,
      commit: { sha: null, ref: null, head_sha: null, base_sha: null, pull_request: null },
      run: { id: null, attempt: 1, event: null, workflow: null, key: null, side: 'candidate' },
    },
    name: null,
    repository_url: null,
    run_url: null,
    baselines: { find: async () => baseline, trajectories: noTrajectories },
    earlier: null,
    confirm: 'never',
    base_source: null,
    policy_source: null,
    baseline_required: false,
    on_missing_secrets: 'fail',
    resume: false,
    budget: NO_CAPS,
    allowed_hosts: [],
    replay: null,
    trajectories: 'none',
    pass_env: [],
    environment: { PATH: process.env['PATH'] },
    secrets: [KEY],
    hide() {},
    progress: silentProgress,
    signal: AbortSignal.timeout(300_000),
  });
  if (result.kind !== 'evaluated') expect.fail(JSON.stringify(result));
  return result.evaluation;
}
