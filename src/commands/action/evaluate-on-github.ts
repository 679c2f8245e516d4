import { evaluateWorkspace } from '#commands/compose/evaluate-workspace.ts';
import { settingsOf } from '#commands/compose/request-settings.ts';
import { storedIn } from '#commands/compose/write-html.ts';
import { DEPENDABOT } from '#github/event/event.ts';
import { maskSecrets } from '#github/log/mask.ts';
import { reportProblems } from '#github/log/report-problems.ts';
import { prose } from '#report/escape.ts';
import { githubEarlierResults } from './earlier-results.ts';
import { githubBaseSource } from './github-base-source.ts';
import { githubBaseline, servesAsBaseline } from './github-baseline.ts';
import { githubFacts, githubNames, githubSelection, labelsOf } from './github-facts.ts';
import { githubTarget } from './github-target.ts';
import { githubPolicySource } from './policy-from-base.ts';
import { prefetchLookups } from './prefetch-lookups.ts';
import { publishToGithub } from './publish/publish-to-github.ts';
import { endOfProblem, endOfVerdict, type ModeEnd, showCheckRun } from './publish/show-check-run.ts';
import { tellNothingRun } from './publish/tell-nothing-run.ts';
import { refuseConfig } from './refuse-config.ts';
import { repeatedVerdict } from './repeated-verdict.ts';
import type { GithubSession } from './session/github-session.ts';
import { hasTokenInCheckout, runsPrograms, TOKEN_IN_CHECKOUT } from './token-in-checkout.ts';
import { withoutArtifacts } from './without-artifacts.ts';

/** `mode: run`: evaluates the workspace and publishes. Returns the exit code. */
export async function evaluateOnGithub(session: GithubSession): Promise<number> {
  return showCheckRun(session, () => evaluateAndPublish(session));
}

async function evaluateAndPublish(session: GithubSession): Promise<ModeEnd> {
  const { run, environment, progress, api, publishing, stop, runner_files } = session;
  const { inputs, context } = run;
  const labels = labelsOf(run);
  const repeated = await repeatedVerdict(session);
  if (repeated !== null) return repeated;
  const target = githubTarget(run, api);
  const trajectories = inputs.trajectories ?? (context.repository.private === true ? 'all' : 'failed');
  const { baselines, earlier } = prefetchLookups({
    baselines: withoutArtifacts(run, githubBaseline(run, api, target)),
    earlier: githubEarlierResults(run, api),
  });
  const hasToken = await hasTokenInCheckout(run.root);
  const { config_path, scope, comparison, access, budget } = settingsOf({ ...inputs, trajectories });
  const { cwd, output_folder } = run;
  const result = await evaluateWorkspace({
    folders: { root: context.workspace, cwd, config_path, output_folder, alone: true },
    scope: { ...scope, selection: githubSelection(run), ...(labels && { labels }) },
    facts: githubFacts(run),
    names: githubNames(run),
    comparison: {
      ...comparison,
      baselines,
      earlier,
      base_source: githubBaseSource(run),
      policy_source: () => githubPolicySource(run, api, target),
      serves_as_baseline: servesAsBaseline(run),
    },
    storage: { resume: false, trajectories },
    access: {
      ...access,
      on_missing_secrets: onMissingSecrets(run),
      environment,
      secrets: [inputs.githubToken],
      hide: maskSecrets,
    },
    budget,
    foreign_writings: runner_files.restore,
    progress,
    signal: stop.signal,
  });
  if (result.kind === 'invalid') {
    await refuseConfig(result.issues, session);
    return endOfProblem("the config or the cases can't be used; nothing was run. The job summary lists why");
  }
  if (result.kind === 'refused') {
    reportProblems([result.problem]);
    await tellNothingRun(session, {
      words: result.problem,
      render: () => `### 💥 Agent eval could not run\n\n${prose(result.problem, 2000)}`,
    });
    return endOfProblem(result.problem);
  }
  if (hasToken && runsPrograms(result.suite)) progress.warn(TOKEN_IN_CHECKOUT);
  const html = { baselines, here: () => storedIn(run.output_folder, result.evaluation.results) };
  const report = await publishToGithub(run, result, {
    api: publishing,
    lastWords: session.lastWords,
    progress,
    runner_files,
    html,
    signal: stop.signal,
  });
  return endOfVerdict(session, report, result.evaluation);
}

/** Runs of forks and of Dependabot get no secrets, whatever their event; everywhere else one that is missing was lost. */
function onMissingSecrets({ inputs, context, event }: GithubSession['run']): 'skip' | 'fail' {
  if (inputs.onMissingSecrets !== 'auto') return inputs.onMissingSecrets;
  const isFork = event.kind === 'pull_request' && event.fork;
  return isFork || context.actor === DEPENDABOT ? 'skip' : 'fail';
}
