import type { LoadedSuite } from '#config/loaded-suite.ts';
import type { ResultsFile } from '#gate/baseline/results/results-file.ts';
import type { BaseAnswer, SuiteFiles } from '#ports/ports.ts';
import { planFurtherTrials } from '#trials/trial/plan-trials.ts';
import { trialList } from '#trials/trial/trial-schedule.ts';
import { collectResults } from '../results/collect-results.ts';
import { keepsNothing } from '../results/keeps-nothing.ts';
import { type Execution, executeSuite } from '../trials/execute-suite.ts';
import { executionOptions } from '../trials/execution-options.ts';
import { watchGraders } from '../trials/watch-graders.ts';
import type { OpenedAgent } from './base-checkout.ts';
import type { HeadRun, KnownOrder } from './base-run.ts';

/** Runs the ordered trials with an open agent of the base. Custom checks are read from `files`. */
export async function runBaseTrials(
  { sha, from, to }: KnownOrder,
  suite: LoadedSuite,
  { facts, budget, clock, signal }: HeadRun,
  { agent, custom, judge, files, missing_keys: missing, progress }: OpenedAgent & { readonly files: SuiteFiles },
): Promise<BaseAnswer> {
  if (missing.length > 0) return { problem: `it needs ${missing.join(', ')}, which is empty or missing` };
  const look = Math.max(...to.values());
  const plans = planFurtherTrials(suite.cases, from, to, { tree: sha, side: 'confirm' });
  const startedAt = clock.now();
  const watched = await watchGraders(custom, files, suite);
  const ports = {
    agent,
    custom: watched,
    ...(judge === undefined ? {} : { judge }),
    sink: keepsNothing,
    progress,
    clock,
    budget,
    signal,
  };
  const options = executionOptions(suite, facts.run.attempt);
  const execution = await executeSuite(trialList(plans, [look]), ports, options);
  const stderr = execution.unavailable?.stderr ?? '';
  if (stderr !== '') progress.untrusted('The agent wrote to standard error:', stderr);
  const problem = cutShort(execution);
  if (problem !== null) return { problem };
  const results = collectResults(
    suite,
    execution,
    { looks: [look], look, planned: to, appended: false, baseline_runs: [], epoch: null },
    {
      ...facts,
      commit: { sha, ref: null, head_sha: null, base_sha: null, pull_request: null },
      run: { ...facts.run, side: 'confirm' },
    },
    { created_at: new Date(startedAt).toISOString(), finished_at: new Date(clock.now()).toISOString() },
  );
  return { results };
}

/** Why these trials say nothing about main: half a confirmation would pass as a whole one. */
function cutShort({ unavailable, exhausted, cancelled, records }: Execution): string | null {
  if (unavailable !== null) return `its agent can't be run: ${unavailable.message}; ${EMPTY_HOME}`;
  if (cancelled) return 'the run was cancelled';
  if (exhausted !== null) return `the budget was used up before it was done: ${exhausted}`;
  return [...records.values()].flat().length === 0 ? 'none of its trials ran' : null;
}

/** Why an agent that answered in none of its trials can't be compared, a sentence part; `null`: it answered in some. */
export function neverAnswered({ cases }: Pick<ResultsFile, 'cases'>): string | null {
  const all = cases.flatMap(({ trials }) => trials);
  if (all.some(({ completed }) => completed)) return null;
  const badTrial = all.find(({ failure, error }) => failure !== null || error !== null);
  const message = badTrial?.failure?.message ?? badTrial?.error?.message ?? 'none of its trials ran';
  return `its agent answered in none of ${all.length} trials (${message}); agent.setup must provide what it needs; ${EMPTY_HOME}`;
}

/** What an agent that works for the candidate may lack. */
const EMPTY_HOME = "it runs in an empty home folder, without what earlier steps left in the job's home";
