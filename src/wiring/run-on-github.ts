import { actionsLog } from '#adapters/github/actions-log.ts';
import { githubApi } from '#adapters/github/api.ts';
import { maskSecrets, secretValues } from '#adapters/github/mask.ts';
import { reportProblems } from '#adapters/github/report-problems.ts';
import type { Environment } from '#adapters/github/run-context.ts';
import { systemClock } from '#adapters/terminal/clock.ts';
import { exitCode } from '#application/exit-code.ts';
import { abortOnSignals } from './abort-on-signals.ts';
import { githubBaseSource } from './base-source.ts';
import { githubEarlierResults } from './earlier-results.ts';
import { evaluateWorkspace } from './evaluate-workspace.ts';
import { githubBaseline } from './github-baseline.ts';
import { type GithubRun, readGithubRun } from './github-run.ts';
import { publishToGithub } from './publish-to-github.ts';
import { refuseConfig } from './refuse-config.ts';
import { TOOL } from './tool.ts';

/** The action: reads the run, evaluates the workspace, publishes. Returns the exit code. */
export async function runOnGithub(environment: Environment): Promise<number> {
  const prepared = await readGithubRun(environment);
  if ('problems' in prepared) {
    reportProblems(prepared.problems);
    return 2;
  }
  const { run } = prepared;
  const { inputs, context, event } = run;
  maskSecrets(secretValues(environment, inputs.passEnv, [inputs.githubToken]));
  const stop = abortOnSignals();
  const progress = actionsLog(systemClock);
  const api = githubApi({
    token: inputs.githubToken,
    apiUrl: context.apiUrl,
    graphqlUrl: context.graphqlUrl,
    clock: systemClock,
    signal: stop.signal,
  });
  const result = await evaluateWorkspace({
    root: context.workspace,
    cwd: run.cwd,
    config_path: inputs.config,
    output_folder: run.output_folder,
    selection: { ids: inputs.cases, tags: inputs.tags },
    trials: inputs.trials,
    facts: {
      tool: TOOL,
      repository: {
        id: String(context.repository.id),
        full_name: `${context.repository.owner}/${context.repository.name}`,
      },
      commit: commitFacts(run),
      run: {
        id: String(context.runId),
        attempt: context.runAttempt,
        event: context.eventName,
        workflow: context.workflowPath,
        key: inputs.key === '' ? null : inputs.key,
        side: event.kind === 'baseline_producer' ? 'baseline' : 'candidate',
      },
    },
    name: inputs.key === '' ? null : inputs.key,
    repository_url: `${context.serverUrl}/${context.repository.owner}/${context.repository.name}`,
    run_url: `${context.serverUrl}/${context.repository.owner}/${context.repository.name}/actions/runs/${context.runId}`,
    baselines: githubBaseline(run, api),
    earlier: githubEarlierResults(run, api),
    confirm: inputs.confirm,
    base_source: await githubBaseSource(run),
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
    await refuseConfig(result.issues, { prefix, progress, summary_file: environment['GITHUB_STEP_SUMMARY'] });
    return 2;
  }
  if (result.kind === 'refused') {
    reportProblems([result.problem]);
    return 2;
  }
  await publishToGithub(run, result, {
    api,
    progress,
    summary_file: environment['GITHUB_STEP_SUMMARY'],
    signal: stop.signal,
  });
  stop.release();
  const { decision } = result.evaluation;
  const failOn = inputs.failOn ?? (result.suite.config.gate.on_inconclusive === 'fail' ? 'inconclusive' : 'fail');
  return stop.code() ?? exitCode(decision.verdict, failOn);
}

function commitFacts({ event, context, tested_sha }: GithubRun): {
  sha: string;
  ref: string;
  head_sha: string | null;
  base_sha: string | null;
  pull_request: number | null;
} {
  const facts = { sha: tested_sha, ref: context.ref, head_sha: null, base_sha: null, pull_request: null };
  if (event.kind === 'pull_request') {
    return { ...facts, head_sha: event.headSha, base_sha: event.baseSha, pull_request: event.number };
  }
  return event.kind === 'merge_group' ? { ...facts, base_sha: event.baseSha } : facts;
}
