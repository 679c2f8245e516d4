import { join } from 'node:path';
import type { RunAccess, WorkspaceRequest } from '#commands/compose/workspace-request.ts';
import { silentProgress } from '#commands/terminal/silent-progress.ts';
import { NO_CAPS } from '#runner/trials/budget.ts';
import { noTrajectories } from './no-trajectories.ts';

/** A run of `agent-eval.yml` in a folder, outside any workflow: nothing to compare with, no key, results in a folder below it. */
export function folderRequest(
  folder: string,
  { side = 'candidate', ...access }: Partial<RunAccess> & { readonly side?: 'candidate' | 'baseline' } = {},
): WorkspaceRequest {
  const output_folder = join(folder, 'results');
  return {
    folders: { root: folder, cwd: folder, config_path: 'agent-eval.yml', output_folder, alone: false },
    scope: { selection: { ids: [], tags: [] }, trials: null },
    facts: {
      tool: { name: 'agent-eval-action', version: '0.0.0' },
      repository: null,
      commit: { sha: null, ref: null, head_sha: null, base_sha: null, pull_request: null },
      run: { id: null, attempt: 1, event: null, workflow: null, key: null, side },
    },
    names: { name: null, repository_url: null, run_url: null, program: ['agent-eval'] },
    comparison: {
      baselines: { find: async () => ({ kind: 'none', reason: 'none', notes: [] }), trajectories: noTrajectories },
      earlier: null,
      baseline_required: false,
      confirm: 'never',
      base_source: null,
      policy_source: null,
    },
    storage: { resume: false, trajectories: 'none' },
    access: {
      allowed_hosts: [],
      replay: null,
      pass_env: [],
      environment: {},
      on_missing_secrets: 'fail',
      secrets: [],
      hide() {},
      ...access,
    },
    budget: NO_CAPS,
    progress: silentProgress,
    signal: AbortSignal.timeout(300_000),
  };
}
