import { settingsOf } from '#commands/compose/request-settings.ts';
import type { RunComparison, WorkspaceRequest } from '#commands/compose/workspace-request.ts';
import { DEPENDABOT } from '#github/event/event.ts';
import { maskSecrets } from '#github/log/mask.ts';
import { githubBaseSource } from './github-base-source.ts';
import { githubFacts, githubNames, githubSelection, labelsOf } from './github-facts.ts';
import type { GithubSession } from './session/github-session.ts';

/** What a job on GitHub asks of its workspace. */
export function githubRequest(
  { run, environment, progress, stop, runner_files }: GithubSession,
  compared: Pick<RunComparison, 'baselines' | 'earlier' | 'policy_source' | 'serves_as_baseline'>,
): WorkspaceRequest {
  const { inputs, context, cwd, output_folder } = run;
  const labels = labelsOf(run);
  const trajectories = inputs.trajectories ?? (context.repository.private === true ? 'all' : 'failed');
  const { config_path, scope, comparison, access, budget } = settingsOf({ ...inputs, trajectories });
  return {
    folders: { root: context.workspace, cwd, config_path, output_folder, alone: true },
    scope: { ...scope, selection: githubSelection(run), ...(labels && { labels }) },
    facts: githubFacts(run),
    names: githubNames(run),
    comparison: { ...comparison, ...compared, base_source: githubBaseSource(run) },
    storage: { resume: false, trajectories },
    access: {
      ...access,
      on_missing_secrets: onMissingSecrets(run),
      environment,
      secrets: [inputs.githubToken],
      hide: maskSecrets,
    },
    budget,
    ...(isFromFork(run) && NO_SEARCH),
    foreign_writings: runner_files.restore,
    progress,
    signal: stop.signal,
  };
}

/** A fork's run does not search which lines broke a case. */
const NO_SEARCH: Pick<WorkspaceRequest, 'explain'> = { explain: null };

/** Runs of forks and of Dependabot get no secrets, whatever their event; everywhere else one that is missing was lost. */
function onMissingSecrets(run: GithubSession['run']): 'skip' | 'fail' {
  if (run.inputs.onMissingSecrets !== 'auto') return run.inputs.onMissingSecrets;
  return isFromFork(run) || run.context.actor === DEPENDABOT ? 'skip' : 'fail';
}

function isFromFork({ event }: GithubSession['run']): boolean {
  return event.kind === 'pull_request' && event.fork;
}
