import {
  type Asked,
  askBase,
  type BaseQuestion,
  stillValid,
  unasked,
  withoutKnown,
} from '#application/base-side/ask-base.ts';
import { type Execution, type ExecutionPorts, executeSuite } from '#application/trials/execute-suite.ts';
import { executionOptions } from '#application/trials/execution-options.ts';
import type { ResultsFile } from '#domain/baseline/results/results-file.ts';
import type { LoadedSuite } from '#domain/config/loaded-suite.ts';
import type { ConfirmationPlan } from '#domain/gate/confirmation/plan-confirmation.ts';
import type { TrialPlan } from '#domain/trial/plan.ts';
import { planTrial } from '#domain/trial/plan-trials.ts';
import type { TrialRecord } from '#domain/trial/trial-record.ts';
import { trialList } from '#domain/trial/trial-schedule.ts';
import { plural } from '#domain/words.ts';
import type { BaseCommit, Budget, Traces } from '../ports.ts';
import { endedWords } from './without-traces.ts';

/** A failure to confirm. */
export interface ConfirmRequest {
  readonly plan: ConfirmationPlan;
  readonly suite: LoadedSuite;
  /** The run that failed. */
  readonly candidate: ResultsFile;
  /** The base commit; `null`: unknown. */
  readonly base_sha: string | null;
  /**
   * Its fresh trials that an earlier run of the candidate's commit made: they are reused, so that nobody can repeat a
   * confirmation until it clears the failure.
   */
  readonly earlier: ResultsFile | null;
  /** The candidate's trials that such a run made, by case id. */
  readonly trials: ReadonlyMap<string, readonly TrialRecord[]>;
  /** An unconfirmed failure does not count: the input `confirm: always`. */
  readonly required: boolean;
}

/** The result of a confirmation. */
export interface ConfirmedRun extends Asked {
  /** The failed run with further trials of its broken cases; the planned trials stay as they were. */
  readonly candidate: ResultsFile;
  /** Notes on it, a sentence each. */
  readonly notes: readonly string[];
}

/**
 * Runs main as it is today: adds trials to the candidate's broken cases, closes its agent and ends the processes that it left
 * (neither they nor what the base's setup installs may meet the other side), and runs the base commit. The agent is closed
 * afterwards in any case. Does not throw for what either agent does.
 */
export async function confirmFailure(
  request: ConfirmRequest,
  ports: ExecutionPorts & { readonly base: BaseCommit; readonly traces: Traces },
): Promise<ConfirmedRun> {
  const { candidate } = request;
  const question = questionOf(request);
  const { sha, wanted } = question;
  const unknown = (reason: string): Asked => unasked(reason, question, ports);
  let topped: Pick<ConfirmedRun, 'candidate' | 'notes'> = { candidate, notes: [] };
  try {
    if (sha === null) return { ...topped, ...unknown('the base commit of this change is not known') };
    if (ports.agent.source === 'imported')
      return { ...topped, ...unknown('the agent is recorded, so there is nothing to run') };
    const further = furtherTrials(request, ports.agent.available_trials);
    const spent = withoutRoom(ports.budget, further.length + sum(withoutKnown(wanted, stillValid(question))));
    if (spent !== null) return { ...topped, ...unknown(spent) };
    topped = await topUp(request, further, ports);
  } finally {
    await ports.agent.close();
  }
  const ended = await ports.traces.end();
  for (const note of endedWords(ended)) ports.progress.note(note);
  const notes = [...topped.notes, ...endedWords(ended)];
  return { ...topped, notes, ...(await askBase(question, ports)) };
}

/** The trials that main must run to confirm a failure. */
export function questionOf({ plan, base_sha: sha, earlier, candidate, required }: ConfirmRequest): BaseQuestion {
  return { sha, wanted: plan.base, earlier, agent_key: candidate.agent.key, required };
}

/**
 * The planned trials that the candidate does not have yet and, if trials are stored, can have. Round by round over the cases, as a run makes
 * them, so that a trial finds its process equally used whatever its case.
 */
function furtherTrials({ plan, suite, candidate }: ConfirmRequest, available: number | null): readonly TrialPlan[] {
  const seeds = { tree: candidate.commit.sha ?? '', side: candidate.run.side };
  const known = new Map(candidate.cases.map((evalCase) => [evalCase.id, evalCase]));
  const rounds = suite.cases.flatMap((evalCase) => {
    const first = Math.max(known.get(evalCase.id)?.planned_trials ?? 0, plan.after ?? 0);
    const has = new Set(known.get(evalCase.id)?.trials.map(({ index }) => index));
    const wanted = Math.min(plan.top_up.get(evalCase.id) ?? 0, available ?? Number.POSITIVE_INFINITY);
    const count = Math.max(0, wanted - first);
    const indices = Array.from({ length: count }, (_, position) => first + position + 1);
    const missing = indices.filter((index) => !has.has(index));
    return missing.map((index, round) => ({ round, trial: planTrial(evalCase, index, seeds) }));
  });
  return rounds.sort((one, other) => one.round - other.round).map(({ trial }) => trial);
}

function withoutRoom({ caps, spent, exhausted }: Budget, wanted: number): string | null {
  const reached = exhausted();
  if (reached !== null) return `the budget is exhausted: ${reached}`;
  const { max_trials: most } = caps;
  if (most === null || spent().trials + wanted <= most) return null;
  return `max-trials ${most} leaves no room for ${wanted} further trials`;
}

async function topUp(
  { plan, suite, candidate, trials }: ConfirmRequest,
  further: readonly TrialPlan[],
  ports: ExecutionPorts,
): Promise<Pick<ConfirmedRun, 'candidate' | 'notes'>> {
  if (further.length === 0) return { candidate, notes: [] };
  const cases = new Set(further.map((one) => one.case.id)).size;
  const what =
    plan.after === undefined ? `Topping up ${plural(cases, 'broken case')}` : `Trying ${plural(cases, 'case')} again`;
  ports.progress.note(`${what}: ${plural(further.length, 'further trial')}`);
  const options = executionOptions(suite, candidate.run.attempt, trials);
  const execution = await executeSuite(trialList(further, candidate.looks), ports, options);
  return { candidate: withTrials(candidate, execution), notes: shortfall(further.length, execution) };
}

function withTrials(candidate: ResultsFile, { records }: Execution): ResultsFile {
  const cases = candidate.cases.map((evalCase) => {
    const trials = [...evalCase.trials, ...(records.get(evalCase.id) ?? [])].sort(
      (left, right) => left.index - right.index,
    );
    return { ...evalCase, trials };
  });
  return { ...candidate, cases };
}

function shortfall(wanted: number, { records, exhausted, unavailable, cancelled }: Execution): readonly string[] {
  const ran = [...records.values()].flat().length;
  if (ran === wanted) return [];
  const why = unavailable?.message ?? exhausted ?? (cancelled ? 'the run was cancelled' : 'the run ended');
  return [`${ran} of ${plural(wanted, 'further trial')} of the broken cases were run: ${why}`];
}

function sum(trials: ConfirmationPlan['base']): number {
  return [...trials.values()].reduce((total, count) => total + count, 0);
}
