import type { ToolMocks } from '#cases/tools/tool-mock.ts';
import { evaluateWorkspace } from '#commands/compose/evaluate-workspace.ts';
import { storedIn } from '#commands/compose/write-html.ts';
import { mocksOf } from '#config/capture.ts';
import type { LoadedSuite } from '#config/loaded-suite.ts';
import type { BaselineStore, EarlierResults } from '#ports/ports.ts';
import { askGit } from '#runner/workspace/git/ask-git.ts';
import { hasGraderFiles } from '#trials/checks/custom-checks.ts';
import { githubEarlierResults } from './earlier-results.ts';
import { githubBaseline, servesAsBaseline } from './github-baseline.ts';
import { githubRequest } from './github-request.ts';
import { githubTarget } from './github-target.ts';
import { githubPolicySource } from './policy-from-base.ts';
import { publishToGithub } from './publish/publish-to-github.ts';
import {
  endOfProblem,
  endOfVerdict,
  endRefused,
  type LiveSession,
  type ModeEnd,
  showCheckRun,
} from './publish/show-check-run.ts';
import { refuseConfig } from './refuse-config.ts';
import { repeatedVerdict } from './repeated-verdict.ts';
import type { GithubSession } from './session/github-session.ts';
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
  if (result.kind === 'refused') return endRefused(session, result.problem);
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

/** Whether the settings of a checkout hold a token, as actions/checkout leaves one. Asked before programs run that could change them. */
async function hasTokenInCheckout(root: string): Promise<boolean> {
  const local = ['config', '--local', '--includes', '--name-only', '--get-regexp'];
  return (await askGit(root, [...local, String.raw`^http\..*\.extraheader$`])) !== null;
}

/** Says what to do about it, a sentence. */
const TOKEN_IN_CHECKOUT =
  'actions/checkout left the job\'s token in .git/config, where the agent, its setup and its checks can read it; write "persist-credentials: false" under "with" of that step.';

/** Whether programs of the repository run in this suite. */
function runsPrograms({ config: { agent }, cases }: Pick<LoadedSuite, 'config' | 'cases'>): boolean {
  const isProgram =
    'setup' in agent && (agent.kind !== 'http' || agent.start !== null || agent.setup.length > 0 || agent.mcp !== null);
  const isMock = (mocks: ToolMocks | undefined) => Object.values(mocks ?? {}).some(({ kind }) => kind === 'module');
  const byCase = cases.some(
    (evalCase) => hasGraderFiles(evalCase) || isMock(evalCase.mocks) || (evalCase.expect.commands ?? []).length > 0,
  );
  return isProgram || isMock(mocksOf(agent)?.mocks) || byCase;
}

/** Where stored runs are found. */
interface Stores {
  readonly baselines: BaselineStore;
  readonly earlier: EarlierResults | null;
}

/**
 * Looks for stored runs at once, while config, cases and policy are read: GitHub answers slowly, and nothing of the suite decides
 * what it is asked. Runs of main wait for earlier results of the same content only, which may pin other ones.
 */
function prefetchLookups({ baselines, earlier }: Stores): Stores {
  const before = earlier?.find() ?? null;
  const unpinned = firstLookup(baselines, before);
  // The caller that awaits it gets its error; a run that ends earlier needs none.
  unpinned.catch(() => {});
  return {
    earlier: before === null ? null : { find: () => before },
    baselines: {
      ...baselines,
      find: async (pinned) => (pinned === undefined ? await unpinned : null) ?? baselines.find(pinned),
    },
  };
}

/** `null`: there are earlier results, which say what is looked up. */
async function firstLookup(
  baselines: BaselineStore,
  before: ReturnType<EarlierResults['find']> | null,
): Promise<Awaited<ReturnType<BaselineStore['find']>> | null> {
  const lookup = await before;
  return lookup === null || lookup.runs.length === 0 ? baselines.find() : null;
}
