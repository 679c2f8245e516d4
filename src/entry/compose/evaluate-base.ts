import { resolve } from 'node:path';
import { programChecks } from '#adapters/agents/checks/program-checks.ts';
import type { Environment } from '#adapters/process/child-environment.ts';
import type { Programs } from '#adapters/process/programs.ts';
import { systemClock } from '#adapters/terminal/clock.ts';
import { workspaceFiles } from '#adapters/workspace/files/workspace-files.ts';
import { loadBaseSuite } from '#application/base-side/load-base-suite.ts';
import { graderLook } from '#application/load/grader-look.ts';
import { hashGraders } from '#application/load/hash-graders.ts';
import type { Agent, BaseCommit, BaseOrder, Budget, Progress, ResultSink, SuiteFiles } from '#application/ports.ts';
import { collectResults } from '#application/results/collect-results.ts';
import { type Execution, executeSuite } from '#application/trials/execute-suite.ts';
import { executionOptions } from '#application/trials/execution-options.ts';
import { watchGraders } from '#application/trials/watch-graders.ts';
import type { ResultsFile } from '#domain/baseline/results/results-file.ts';
import { costProblem } from '#domain/config/cost-problem.ts';
import type { LoadedSuite } from '#domain/config/loaded-suite.ts';
import { redactResults } from '#domain/report/redaction/redact-results.ts';
import { secretRedactor } from '#domain/report/redaction/redaction.ts';
import { planFurtherTrials } from '#domain/trial/plan-trials.ts';
import { trialList } from '#domain/trial/trial-schedule.ts';
import { shortSha } from '#domain/words.ts';
import { agentEnvironment } from './agent-environment.ts';
import { createAgent } from './create-agent.ts';
import { openModelAccess } from './open-model-access.ts';
import { redactedProgress } from './redacted-progress.ts';
import type { WorkspaceRequest } from './workspace-request.ts';

/** The candidate's run, which the base's is to be like. */
export interface HeadRun {
  readonly suite: LoadedSuite;
  /** Both sides are graded by the candidate's checks; `null`: no program of it runs here, so main's own grade, where they are the same. */
  readonly checks: CheckPlace | null;
  /** As they were before the candidate's first program ran. */
  readonly programs: Programs;
  /** One purse for both sides. */
  readonly budget: Budget;
  readonly progress: Progress;
  readonly redact: (text: string) => string;
}

/** Where checks that are programs run. */
interface CheckPlace {
  /** Folder of the config, absolute. */
  readonly base: string;
  readonly files: SuiteFiles;
  readonly environment: Environment;
}

/** What of a request the base's run goes by. */
export type BaseRequest = Pick<
  WorkspaceRequest,
  'config_path' | 'facts' | 'environment' | 'pass_env' | 'allowed_hosts' | 'hide' | 'signal'
>;

/** The base commit's files; absolute. */
export interface BasePlace {
  /** Nothing outside of it is read. */
  readonly root: string;
  /** The working directory there. */
  readonly cwd: string;
  /** An environment with a home, caches and a folder for temporary files that are this side's own. */
  readonly own: (environment: Environment) => Environment;
  /** Why what is installed for the candidate need not be what the base asks for, a sentence part; `null` where both ask for the same. */
  otherDependencies(): Promise<string | null>;
}

type Answer = Awaited<ReturnType<BaseCommit['run']>>;

/** Which trials of which commit. */
type KnownOrder = BaseOrder & { readonly sha: string };

/** Runs the agent that the base's config names on the candidate's cases. `problem` may hold secrets and words of others. */
export async function evaluateBase(
  order: KnownOrder,
  { root, cwd, own: ofThisSide, otherDependencies }: BasePlace,
  request: BaseRequest,
  head: HeadRun,
): Promise<Answer> {
  const files = workspaceFiles(root, cwd, request.config_path);
  const cases = head.suite.cases.filter(({ id }) => order.trials.has(id));
  const loaded = await loadBaseSuite(files, { ...head.suite, cases });
  if ('problem' in loaded) return loaded;
  const { suite } = loaded;
  const { agent } = suite.config;
  if (agent.kind === 'recorded') return { problem: 'its agent is recorded, so there is nothing to run' };
  const other = borrowsPackages(agent) ? await otherDependencies() : null;
  if (other !== null) return { problem: `${other}, and ${NO_SETUP}` };
  const unpriced = head.budget.caps.max_cost_usd === null ? null : costProblem(suite.config);
  if (unpriced !== null) return { problem: `max-cost-usd can't be enforced for it: ${unpriced}` };
  const others = head.checks === null ? await otherChecks(files, suite, head.suite.cases) : null;
  if (others !== null) return { problem: others };
  const child = agentEnvironment(request, suite);
  if ('problem' in child) return child;
  request.hide(child.secrets);
  const own = secretRedactor(child.secrets);
  const redact = (text: string) => own(head.redact(text));

  const { budget } = head;
  const folder = resolve(cwd, files.locate('.'));
  const opened = await openModelAccess({
    config: suite.config,
    environment: request.environment,
    allowed_hosts: request.allowed_hosts,
    replay: 'off',
    cassette_folder: folder,
    budget,
    clock: systemClock,
    redact,
  });
  if ('problem' in opened) return { problem: redact(opened.problem) };
  const { access } = opened;
  try {
    const missing = access.missing_keys;
    if (missing.length > 0) return { problem: `it needs ${missing.join(', ')}, which is empty or missing` };
    const progress = ofBase(redactedProgress(head.progress, redact), order.sha);
    const made = await createAgent(suite, {
      models: access,
      allowed_hosts: request.allowed_hosts,
      cwd: folder,
      environment: ofThisSide(child.environment),
      resolve: head.programs.resolve,
      planned_trials: [...order.trials.values()].reduce((sum, count) => sum + count, 0),
      progress,
      resolve_file: (path) => files.resolve(files.locate(path)),
    });
    if ('problem' in made) return { problem: redact(made.problem) };
    const checks = head.checks ?? { base: folder, files, environment: child.environment };
    const checked = { ...checks, environment: ofThisSide(checks.environment) };
    const answer = await runTrialsOf(made.agent, suite, order, request, { ...head, checks: checked, progress });
    return 'problem' in answer
      ? { problem: redact(answer.problem) }
      : { results: redactResults(answer.results, redact) };
  } finally {
    await access
      .close()
      .catch((error: Error) => head.progress.warn(`Closing the connection to the models failed: ${error.message}`));
  }
}

/** Whether it runs here with what earlier steps have installed, which they did for the candidate. */
export function borrowsPackages(agent: LoadedSuite['config']['agent']): boolean {
  switch (agent.kind) {
    case 'command':
    case 'module':
      return agent.setup.length === 0;
    case 'http':
      return agent.start !== null && agent.setup.length === 0;
    default:
      return false;
  }
}

/** Why main's checks can't stand in for those of the change; `null`: they are the same, file by file. */
async function otherChecks(
  files: SuiteFiles,
  { config, cases, grader_hashes: hashes }: LoadedSuite,
  all: LoadedSuite['cases'],
): Promise<string | null> {
  const main = await hashGraders(await graderLook(files, config, all), cases);
  const other = cases.find(({ id }) => (main.hashes.get(id) ?? null) !== (hashes.get(id) ?? null));
  if (other === undefined) return null;
  return `the custom checks of case ${other.id} are not those of main, and no program of the change runs in this job`;
}

const NO_SETUP = "main's config has no agent.setup to install main's packages";

async function runTrialsOf(
  agent: Agent,
  suite: LoadedSuite,
  order: KnownOrder,
  { facts, signal }: BaseRequest,
  { checks, programs, budget, progress }: HeadRun & { readonly checks: CheckPlace },
): Promise<Answer> {
  const { sha, trials } = order;
  const look = Math.max(...trials.values());
  const plans = planFurtherTrials(suite.cases, new Map(), trials, { tree: sha, side: 'confirm' });
  const startedAt = systemClock.now();
  const { base: cwd, files, environment } = checks;
  const graders = programChecks({ cwd, environment, resolve: programs.resolve });
  const custom = await watchGraders(graders, files, suite);
  const ports = { agent, custom, sink: forgetful, progress, clock: systemClock, budget, signal };
  const options = executionOptions(suite, facts.run.attempt);
  const execution = await executeSuite(trialList(plans, [look]), ports, options).finally(async () => {
    await agent.close();
    await graders.close();
  });
  const stderr = execution.unavailable?.stderr ?? '';
  if (stderr !== '') progress.untrusted('The agent wrote to standard error:', stderr);
  const problem = cutShort(execution);
  if (problem !== null) return { problem };
  const results: ResultsFile = collectResults(
    suite,
    execution,
    { looks: [look], look, planned: trials, appended: false, baseline_runs: [], epoch: null },
    {
      ...facts,
      commit: { sha, ref: null, head_sha: null, base_sha: null, pull_request: null },
      run: { ...facts.run, side: 'confirm' },
    },
    { created_at: new Date(startedAt).toISOString(), finished_at: new Date(systemClock.now()).toISOString() },
  );
  return { results };
}

/** Why what ran says nothing about main: half a confirmation would be read as a whole one. */
function cutShort({ unavailable, exhausted, cancelled, records }: Execution): string | null {
  if (unavailable !== null) return `its agent can't be run: ${unavailable.message.replace(/\.$/, '')}; ${EMPTY_HOME}`;
  if (cancelled) return 'the run was cancelled';
  if (exhausted !== null) return `the budget was used up before it was done: ${exhausted}`;
  const all = [...records.values()].flat();
  if (all.some(({ completed }) => completed)) return null;
  const told = all.find(({ failure, error }) => failure !== null || error !== null);
  const message = told?.failure?.message ?? told?.error?.message ?? 'none of its trials ran';
  return `its agent answered in none of ${all.length} trials (${message}); what it needs must come from agent.setup; ${EMPTY_HOME}`;
}

/** What an agent that works for the candidate may miss. */
const EMPTY_HOME = "it runs in an empty home, without what earlier steps left in the job's";

/** Trials of the base are evidence of the moment: they are in no file of the run. */
const forgetful: ResultSink = {
  trial: async (_caseId, record) => record,
  finish: async () => ({ written: [], problem: null }),
};

/** So that nobody takes what the base does for the candidate's doing. */
function ofBase(progress: Progress, sha: string): Progress {
  const commit = `base ${shortSha(sha)}`;
  return {
    ...progress,
    warn: (message) => progress.warn(`${commit}: ${message}`),
    untrusted: (title, text) => progress.untrusted(`${commit}: ${title}`, text),
  };
}
