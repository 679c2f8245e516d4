import type { ResultsFile } from '#domain/baseline/results-file.ts';
import type { ConfirmationPlan } from '#domain/gate/confirmation/plan-confirmation.ts';
import type { MainToday } from '#domain/gate/main-today.ts';
import type { TrialPlan } from '#domain/trial/plan.ts';
import { planTrial } from '#domain/trial/plan-trials.ts';
import type { LoadedSuite } from './loading/load-suite.ts';
import type { Budget } from './model-ports.ts';
import type { BaseCommit } from './ports.ts';
import { type Execution, type ExecutionPorts, executeSuite } from './running/execute-suite.ts';
import { executionOptions } from './running/execution-options.ts';
import { trialList } from './running/trial-schedule.ts';

/** A failure that is to be confirmed. */
export interface ConfirmRequest {
  readonly plan: ConfirmationPlan;
  readonly suite: LoadedSuite;
  /** The run that failed. */
  readonly candidate: ResultsFile;
  /** The commit that the change goes onto; `null`: not known. */
  readonly base_sha: string | null;
  /** Fresh trials of it that an earlier run of the candidate's commit made: they stand, so that a failure can't be confirmed anew until it is not. */
  readonly earlier: ResultsFile | null;
  /** A failure that nobody confirms is none: the input `confirm: always`. */
  readonly required: boolean;
}

/** What is known when it is done. */
export interface ConfirmedRun {
  /** The failed run with further trials of its broken cases; what its plan gave stays as it was. */
  readonly candidate: ResultsFile;
  readonly today: MainToday;
  /** What did not go as planned on the candidate's side, a sentence each. */
  readonly notes: readonly string[];
}

/**
 * Asks main as it is today: tops up the candidate's broken cases, closes its agent (what the base's setup installs must not meet a running
 * candidate), and runs the base commit. The agent is closed afterwards in any case. Throws nothing for what either agent does.
 */
export async function confirmFailure(
  request: ConfirmRequest,
  ports: ExecutionPorts & { readonly base: BaseCommit },
): Promise<ConfirmedRun> {
  const { base_sha: sha, required } = request;
  const known = stillValid(request);
  const wanted = withoutKnown(request.plan.base, known);
  const unknown = (reason: string): MainToday => {
    ports.progress.note(`Not confirmed: ${reason}`);
    return { kind: 'unknown', reason, required };
  };
  let topped: Pick<ConfirmedRun, 'candidate' | 'notes'> = { candidate: request.candidate, notes: [] };
  try {
    if (sha === null) return { ...topped, today: unknown('the commit that this change goes onto is not known') };
    if (ports.agent.source === 'imported')
      return { ...topped, today: unknown('the agent is recorded, so there is nothing to run') };
    const further = furtherTrials(request, ports.agent.available_trials);
    const spent = withoutRoom(ports.budget, further.length + sum(wanted));
    if (spent !== null) return { ...topped, today: unknown(spent) };
    topped = await topUp(request, further, ports);
  } finally {
    await ports.agent.close();
  }
  if (ports.signal.aborted) return { ...topped, today: unknown('the run was cancelled') };
  if (known !== null && wanted.size === 0) return { ...topped, today: { kind: 'asked', results: known, required } };
  ports.progress.note(`Confirming on ${sha.slice(0, 7)}: ${orderWords(wanted)}`);
  const answer = await ports.base
    .run({ sha, trials: wanted })
    .catch((error: unknown) => ({ problem: `running it broke off: ${String(error)}` }));
  const today: MainToday =
    'problem' in answer ? unknown(answer.problem) : { kind: 'asked', results: joined(answer.results, known), required };
  return { ...topped, today };
}

/** What an earlier run of this commit learnt of the same base under the same conditions. */
function stillValid({ earlier, base_sha: sha, candidate }: ConfirmRequest): ResultsFile | null {
  if (earlier === null || sha === null) return null;
  const same =
    earlier.run.side === 'confirm' && earlier.commit.sha === sha && earlier.agent.key === candidate.agent.key;
  return same ? earlier : null;
}

function withoutKnown(trials: ConfirmationPlan['base'], known: ResultsFile | null): ConfirmationPlan['base'] {
  const counts = new Map(known?.cases.map((item) => [item.id, item.trials.length]));
  return new Map([...trials].filter(([id, count]) => (counts.get(id) ?? 0) < count));
}

function joined(fresh: ResultsFile, known: ResultsFile | null): ResultsFile {
  const has = new Set(fresh.cases.map(({ id }) => id));
  return { ...fresh, cases: [...fresh.cases, ...(known?.cases ?? []).filter(({ id }) => !has.has(id))] };
}

/** Those of the plan that the candidate does not have yet and, where they are stored, can have. */
function furtherTrials({ plan, suite, candidate }: ConfirmRequest, available: number | null): readonly TrialPlan[] {
  const seeds = { tree: candidate.commit.sha ?? '', side: candidate.run.side };
  const known = new Map(candidate.cases.map((one) => [one.id, one]));
  return suite.cases.flatMap((one) => {
    const first = known.get(one.id)?.planned_trials ?? 0;
    const has = new Set(known.get(one.id)?.trials.map(({ index }) => index));
    const wanted = Math.min(plan.top_up.get(one.id) ?? 0, available ?? Number.POSITIVE_INFINITY);
    const count = Math.max(0, wanted - first);
    const indices = Array.from({ length: count }, (_, position) => first + position + 1);
    return indices.filter((index) => !has.has(index)).map((index) => planTrial(one, index, seeds));
  });
}

function withoutRoom({ caps, spent, exhausted }: Budget, wanted: number): string | null {
  const reached = exhausted();
  if (reached !== null) return `nothing is left to pay for it: ${reached}`;
  const { max_trials: most } = caps;
  if (most === null || spent().trials + wanted <= most) return null;
  return `max-trials ${most} leaves no room for ${wanted} further trials`;
}

async function topUp(
  { suite, candidate }: ConfirmRequest,
  further: readonly TrialPlan[],
  ports: ExecutionPorts,
): Promise<Pick<ConfirmedRun, 'candidate' | 'notes'>> {
  if (further.length === 0) return { candidate, notes: [] };
  const cases = new Set(further.map((one) => one.case.id)).size;
  ports.progress.note(`Topping up ${counted(cases, 'broken case')}: ${counted(further.length, 'further trial')}`);
  const options = executionOptions(suite, candidate.run.attempt);
  const execution = await executeSuite(trialList(further, candidate.looks), ports, options);
  return { candidate: withTrials(candidate, execution), notes: shortfall(further.length, execution) };
}

function withTrials(candidate: ResultsFile, { records }: Execution): ResultsFile {
  const cases = candidate.cases.map((one) => {
    const trials = [...one.trials, ...(records.get(one.id) ?? [])].sort((left, right) => left.index - right.index);
    return { ...one, trials };
  });
  return { ...candidate, cases };
}

function shortfall(wanted: number, { records, exhausted, unavailable, cancelled }: Execution): readonly string[] {
  const ran = [...records.values()].flat().length;
  if (ran === wanted) return [];
  const why = unavailable?.message ?? exhausted ?? (cancelled ? 'the run was cancelled' : 'the run ended');
  return [`${ran} of ${counted(wanted, 'further trial')} of the broken cases were run: ${why}`];
}

function orderWords(trials: ConfirmationPlan['base']): string {
  const [each, ...others] = new Set(trials.values());
  if (each === undefined || others.length > 0) return counted(sum(trials), 'trial');
  return `${counted(each, 'trial')} of ${trials.size === 1 ? '1 case' : `each of ${trials.size} cases`}`;
}

function sum(trials: ConfirmationPlan['base']): number {
  return [...trials.values()].reduce((total, count) => total + count, 0);
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
