import { evaluateWorkspace } from '#commands/compose/evaluate-workspace.ts';
import { storedIn } from '#commands/compose/write-html.ts';
import { githubEarlierResults } from './earlier-results.ts';
import { githubBaseline, servesAsBaseline } from './github-baseline.ts';
import { githubRequest } from './github-request.ts';
import { githubTarget } from './github-target.ts';
import { githubPolicySource } from './policy-from-base.ts';
import { prefetchLookups } from './prefetch-lookups.ts';
import { publishToGithub } from './publish/publish-to-github.ts';
import {
  endOfProblem,
  endOfVerdict,
  type LiveSession,
  type ModeEnd,
  refuse,
  showCheckRun,
} from './publish/show-check-run.ts';
import { refuseConfig } from './refuse-config.ts';
import { repeatedVerdict } from './repeated-verdict.ts';
import type { GithubSession } from './session/github-session.ts';
import { hasTokenInCheckout, runsPrograms, TOKEN_IN_CHECKOUT } from './token-in-checkout.ts';
import { withoutArtifacts } from './without-artifacts.ts';

/** `mode: run`: evaluates the workspace and publishes. Returns the exit code. */
export async function evaluateOnGithub(session: GithubSession): Promise<number> {
  return showCheckRun(session, evaluateAndPublish);
}

async function evaluateAndPublish(session: LiveSession): Promise<ModeEnd> {
  const { run, progress, api, publishing, stop, runner_files } = session;
  const target = githubTarget(run, api);
  const { baselines, earlier } = prefetchLookups({
    baselines: withoutArtifacts(run, githubBaseline(run, api, target)),
    earlier: githubEarlierResults(run, api),
  });
  const repeated = await repeatedVerdict(session, earlier, target);
  if (repeated !== null) return repeated;
  const hasToken = await hasTokenInCheckout(run.root);
  const result = await evaluateWorkspace(
    githubRequest(session, {
      baselines,
      earlier,
      policy_source: () => githubPolicySource(run, api, target),
      serves_as_baseline: servesAsBaseline(run),
    }),
  );
  await progress.settled();
  if (result.kind === 'invalid') {
    await refuseConfig(result.issues, session);
    return endOfProblem("the config or the cases can't be used; nothing was run. The job summary lists why");
  }
  if (result.kind === 'refused') return refuse(session, result.problem);
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
