import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { silentProgress } from '#adapters/terminal/silent-progress.ts';
import { TRIALS_FILE } from '#adapters/workspace/results/result-folder.ts';
import { NO_CAPS } from '#application/trials/budget.ts';
import { evaluateWorkspace } from '#entry/compose/evaluate-workspace.ts';
import { noTrajectories } from '#test/support/no-trajectories.ts';

test('a run that can not be resumed is refused before its agent is opened', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'resume-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const output_folder = join(folder, 'results');
  await mkdir(output_folder);
  await writeFile(join(output_folder, TRIALS_FILE), '{"run":{"config":"another"}}\n');
  await writeFile(join(folder, 'broken.jsonl'), 'no trajectory');
  await writeFile(
    join(folder, 'agent-eval.yml'),
    JSON.stringify({ version: 1, agent: { recorded: 'broken.jsonl' }, cases: ['cases.json'] }),
  );
  const cases = [{ id: 'one', input: 'hi', expect: { response: { contains: ['yes'] } } }];
  await writeFile(join(folder, 'cases.json'), JSON.stringify({ cases }));
  const result = await evaluateWorkspace({
    root: folder,
    cwd: folder,
    config_path: 'agent-eval.yml',
    output_folder,
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
    baselines: { find: async () => ({ kind: 'none', reason: 'none', notes: [] }), trajectories: noTrajectories },
    earlier: null,
    confirm: 'never',
    base_source: null,
    policy_source: null,
    baseline_required: false,
    on_missing_secrets: 'fail',
    resume: true,
    budget: NO_CAPS,
    allowed_hosts: [],
    replay: null,
    trajectories: 'none',
    pass_env: [],
    environment: {},
    secrets: [],
    hide() {},
    progress: silentProgress,
    signal: new AbortController().signal,
  });
  expect(result).toMatchObject({ kind: 'refused', problem: expect.stringMatching(/^--resume: the interrupted run/) });
});
