import { maskSecrets } from '#adapters/github/mask.ts';
import { reportProblems } from '#adapters/github/report-problems.ts';
import { exitCode, failOnOf } from '#application/concluding/exit-code.ts';
import { githubBaseSource } from './base-source.ts';
import { githubEarlierResults } from './earlier-results.ts';
import { evaluateWorkspace } from './evaluate-workspace.ts';
import { githubBaseline } from './github-baseline.ts';
import { githubFacts, githubNames, githubSelection } from './github-facts.ts';
import type { GithubSession } from './github-session.ts';
import { githubPolicySource } from './policy-from-base.ts';
import { publishToGithub } from './publish-to-github.ts';
import { refuseConfig } from './refuse-config.ts';
import { endOfProblem, endOfVerdict, type ModeEnd, showCheckRun } from './show-check-run.ts';

/** `mode: run`: evaluates the workspace and publishes. Returns the exit code. */
export async function evaluateOnGithub(session: GithubSession): Promise<number> {
  return showCheckRun(session, () => evaluateAndPublish(session));
}

async function evaluateAndPublish(session: GithubSession): Promise<ModeEnd> {
  const { run, environment, progress, api, stop, summary_file } = session;
  const { inputs, context } = run;
  const result = await evaluateWorkspace({
    root: context.workspace,
    cwd: run.cwd,
    config_path: inputs.config,
    output_folder: run.output_folder,
    selection: githubSelection(run),
    trials: inputs.trials,
    facts: githubFacts(run),
    ...githubNames(run),
    baselines: githubBaseline(run, api),
    earlier: githubEarlierResults(run, api),
    confirm: inputs.confirm,
    base_source: await githubBaseSource(run),
    policy_source: await githubPolicySource(run, api),
    baseline_required: inputs.baselineRequired,
    on_missing_secrets: inputs.onMissingSecrets,
    resume: false,
    trajectories: inputs.trajectories ?? (context.repository.private === true ? 'all' : 'failed'),
    budget: inputs.budget,
    allowed_hosts: inputs.allowedHosts,
    replay: inputs.replay,
    pass_env: inputs.passEnv,
    environment,
    secrets: [inputs.githubToken],
    hide: maskSecrets,
    progress,
    signal: stop.signal,
  });
  if (result.kind === 'invalid') {
    const { prefix } = run;
    await refuseConfig(result.issues, { prefix, progress, summary_file });
    return {
      code: 2,
      check: endOfProblem('config and cases can not be used, nothing was run; the job summary lists why'),
    };
  }
  if (result.kind === 'refused') {
    reportProblems([result.problem]);
    return { code: 2, check: endOfProblem(result.problem) };
  }
  const policy = result.suite.config.gate;
  const undecidedAsks = policy.on_inconclusive === 'review' && inputs.shard === null;
  if (undecidedAsks && !inputs.checkRun) progress.warn(NO_REVIEW);
  await publishToGithub(run, result, { api, progress, summary_file, signal: stop.signal });
  const { decision, report } = result.evaluation;
  return {
    code: stop.code() ?? exitCode(decision.verdict, failOnOf(inputs.failOn, policy)),
    check: endOfVerdict(session, report, policy),
  };
}

const NO_REVIEW =
  'gate.on_inconclusive is "review", and nobody is asked for one without a check run: set the input check-run to true (with "checks: write"), or write warn or fail. An undecided run counts as "warn".';
