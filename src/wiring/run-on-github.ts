import { readFile } from 'node:fs/promises';
import { join, posix, relative, resolve, sep } from 'node:path';
import { repositoryFacts } from '#adapters/files/repository-facts.ts';
import { actionsLog } from '#adapters/github/actions-log.ts';
import { annotateIssues } from '#adapters/github/annotate-issues.ts';
import { githubApi } from '#adapters/github/api.ts';
import { type GithubEvent, readEvent } from '#adapters/github/event.ts';
import { type ActionInputs, readInputs } from '#adapters/github/inputs.ts';
import { maskSecrets, secretValues } from '#adapters/github/mask.ts';
import { type Environment, type RunContext, readRunContext } from '#adapters/github/run-context.ts';
import { reportProblems } from '#adapters/github/report-problems.ts';
import { systemClock } from '#adapters/terminal/clock.ts';
import { exitCode } from '#application/exit-code.ts';
import { formatIssue } from '#domain/document/format-issue.ts';
import { abortOnSignals } from './abort-on-signals.ts';
import { evaluateWorkspace } from './evaluate-workspace.ts';
import { githubBaseline } from './github-baseline.ts';
import { publishToGithub } from './publish-to-github.ts';
import { TOOL } from './tool.ts';

/** Everything known before anything is run. */
export interface GithubRun {
  readonly inputs: ActionInputs;
  readonly context: RunContext;
  readonly event: Exclude<GithubEvent, { kind: 'refused' }>;
  /** Folder that the config lies in, absolute. */
  readonly cwd: string;
  /** `cwd` from the root of the repository, with `/`; empty for the root. */
  readonly prefix: string;
  /** Commit that is checked out. */
  readonly tested_sha: string;
  readonly output_folder: string;
}

/** The action: reads the run, evaluates the workspace, publishes. Returns the exit code. */
export async function runOnGithub(environment: Environment): Promise<number> {
  const prepared = await prepare(environment);
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
    signal: new AbortController().signal,
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
      repository: { id: String(context.repository.id), full_name: `${context.repository.owner}/${context.repository.name}` },
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
    baseline_required: inputs.baselineRequired,
    on_missing_secrets: inputs.onMissingSecrets,
    resume: false,
    trajectories: inputs.trajectories ?? (context.repository.private === true ? 'all' : 'failed'),
    pass_env: inputs.passEnv,
    environment,
    secrets: [inputs.githubToken],
    hide: maskSecrets,
    progress,
    signal: stop.signal,
  });
  if (result.kind === 'invalid') {
    progress.untrusted('Problems of config and cases; nothing was run', result.issues.map(formatIssue).join('\n'));
    annotateIssues(result.issues, run.prefix);
    return 2;
  }
  if (result.kind === 'refused') {
    reportProblems([result.problem]);
    return 2;
  }
  await publishToGithub(run, result, { api, progress, summary_file: environment['GITHUB_STEP_SUMMARY'] });
  stop.release();
  const { decision } = result.evaluation;
  const failOn = inputs.failOn ?? (result.suite.config.gate.on_inconclusive === 'fail' ? 'inconclusive' : 'fail');
  return stop.code() ?? exitCode(decision.verdict, failOn);
}

async function prepare(environment: Environment): Promise<{ readonly run: GithubRun } | { readonly problems: readonly string[] }> {
  const payload = await readPayload(environment['GITHUB_EVENT_PATH']);
  const read = readInputs(environment);
  const runner = readRunContext(environment, payload);
  const problems = [...('problems' in read ? read.problems : []), ...('problems' in runner ? runner.problems : [])];
  if ('problems' in read || 'problems' in runner) return { problems };
  const { inputs } = read;
  const { context } = runner;
  const event = readEvent(context, payload);
  if (event.kind === 'refused') return { problems: [`refused to run on ${event.name}: ${event.reason}`] };

  const cwd = resolve(context.workspace, inputs.workingDirectory);
  const facts = await repositoryFacts(cwd);
  return {
    run: {
      inputs,
      context,
      event,
      cwd,
      prefix: posix.normalize(relative(context.workspace, cwd).split(sep).join('/')).replace(/^\.$/, ''),
      tested_sha: facts.sha ?? context.sha,
      // Not in the checkout: what the pull request put there must not decide where we write.
      output_folder: join(environment['RUNNER_TEMP'] ?? context.workspace, `agent-eval-results${inputs.key === '' ? '' : `-${inputs.key}`}`),
    },
  };
}

async function readPayload(path: string | undefined): Promise<unknown> {
  try {
    return path === undefined ? null : JSON.parse(await readFile(path, 'utf8'));
  } catch {
    return null;
  }
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
