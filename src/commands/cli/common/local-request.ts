import { type Settings, settingsOf } from '#commands/compose/request-settings.ts';
import type { RunFolders, WorkspaceRequest } from '#commands/compose/workspace-request.ts';
import { silentProgress } from '#commands/terminal/silent-progress.ts';
import { TOOL } from '#common/tool.ts';
import { emptyBaseline } from '#runner/no-baseline.ts';
import type { RunOrigin } from '#runner/results/collect-results.ts';
import { NONE_NAMED } from './chosen-baseline.ts';
import { commandWords } from './command-name.ts';

/** Where a run on this machine works, and the signal that ends it. */
export type LocalPlace = Pick<RunFolders, 'cwd' | 'output_folder'> & Pick<WorkspaceRequest, 'signal'>;

/** A run on this machine, without GitHub: no baseline, and no earlier run to continue. */
export function localRequest(settings: Settings, place: LocalPlace): WorkspaceRequest {
  const { config_path, scope, comparison, access, budget, trajectories } = settingsOf(settings);
  const { cwd, output_folder, signal } = place;
  return {
    folders: { root: cwd, cwd, config_path, output_folder, alone: false },
    scope,
    facts: localFacts({ sha: null, ref: null, side: 'candidate' }),
    names: { name: null, repository_url: null, run_url: null, program: commandWords() },
    comparison: {
      ...comparison,
      baselines: emptyBaseline(NONE_NAMED),
      earlier: null,
      base_source: null,
      policy_source: null,
    },
    storage: { resume: false, trajectories },
    access: { ...access, environment: process.env, secrets: [], hide() {} },
    budget,
    progress: silentProgress,
    signal,
  };
}

/** Facts of a run outside any workflow. */
export function localFacts({
  sha,
  ref,
  base_ref,
  ...run
}: Pick<RunOrigin['commit'], 'sha' | 'ref' | 'base_ref'> & Pick<RunOrigin['run'], 'side' | 'inputs'>): RunOrigin {
  return {
    tool: TOOL,
    repository: null,
    commit: {
      ...{ sha, ref, head_sha: null, base_sha: null, pull_request: null },
      ...(base_ref !== undefined && { base_ref }),
    },
    run: { id: null, attempt: 1, event: null, workflow: null, key: null, ...run },
  };
}
