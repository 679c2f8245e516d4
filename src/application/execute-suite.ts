import { recordTrial } from '#domain/metrics/record-trial.ts';
import { evidenceOf } from '#domain/report/evidence.ts';
import type { TrialEvidence } from '#domain/report/report.ts';
import type { Case } from '#domain/suite/case.ts';
import { estimateUsage } from '#domain/trial/estimate-usage.ts';
import type { TrialPlan } from '#domain/trial/plan.ts';
import type { Trial } from '#domain/trial/trial.ts';
import type { TrialRecord } from '#domain/trial/trial-record.ts';
import { charged } from './charged.ts';
import { judgeTrial } from './judge-trial.ts';
import type { Budget } from './model-ports.ts';
import {
  type Agent,
  AgentUnavailableError,
  type Clock,
  type CustomChecks,
  type Progress,
  type ResultSink,
} from './ports.ts';
import { runTrials } from './run-trials.ts';
import { outOfTime, stopwatch, timeIsUp } from './stopwatch.ts';
import { createTally } from './tally.ts';

/** Everything the execution of a suite touches. */
export interface ExecutionPorts {
  readonly agent: Agent;
  readonly custom: CustomChecks;
  readonly sink: ResultSink;
  readonly progress: Progress;
  readonly clock: Clock;
  readonly budget: Budget;
  readonly signal: AbortSignal;
}

/** How the suite is executed. */
export interface ExecutionOptions {
  readonly concurrency: number;
  readonly max_tries: number;
  readonly run_attempt: number;
  /** Tokens that the agent does not report are estimated from characters. */
  readonly usage_estimate: boolean;
  /** Finished trials of an interrupted run, by case id; they are taken over and not run again. */
  readonly resumed: ReadonlyMap<string, readonly TrialRecord[]>;
}

/** What the trials gave. */
export interface Execution {
  /** By case id, sorted by trial index. */
  readonly records: ReadonlyMap<string, readonly TrialRecord[]>;
  /** One failing trial per case, small. */
  readonly evidence: ReadonlyMap<string, TrialEvidence>;
  readonly cancelled: boolean;
  /** Which cap of the budget left trials out, a sentence; `null` when none did. */
  readonly exhausted: string | null;
  /** Set when no trial could be run (any more). */
  readonly unavailable: AgentUnavailableError | null;
  /** What was odd about the agent in this run, a sentence each. */
  readonly notes: readonly string[];
}

/** Runs, grades and stores every planned trial. Does not throw for what agents do. */
export async function executeSuite(
  plans: readonly TrialPlan[],
  ports: ExecutionPorts,
  options: ExecutionOptions,
): Promise<Execution> {
  const { agent, progress, budget } = ports;

  const records = new Map<string, TrialRecord[]>();
  const evidence = new Map<string, TrialEvidence>();
  const tally = createTally(plans.length);
  const duration = stopwatch(budget.timeLeft(), ports);
  const signal = duration.signal;

  const keep = (caseId: string, record: TrialRecord): void => {
    records.set(caseId, [...(records.get(caseId) ?? []), record]);
    progress.trial(tally.add(record));
  };

  const finish = async (plan: TrialPlan, done: Trial): Promise<void> => {
    const ran = duration.isOver() ? outOfTime(done, budget) : done;
    const record = await judged(plan, ran).catch((error: unknown) => {
      if (ports.signal.aborted || error instanceof AgentUnavailableError) throw error;
      // One answer that breaks the judging must not end the run. A sink that is broken itself throws again.
      return judged(plan, brokenOff(ran, error));
    });
    keep(plan.case.id, record);
  };

  const judged = async (plan: TrialPlan, ran: Trial): Promise<TrialRecord> => {
    const trial = options.usage_estimate ? { ...ran, trajectory: estimateUsage(plan.case, ran.trajectory) } : ran;
    const graded = await judgeTrial(plan.case, trial, ports.custom, ports.signal);
    const facts = { run_attempt: options.run_attempt, look: 1, trajectory: null, trajectory_state: 'absent' } as const;
    const record = await ports.sink.trial(plan.case.id, recordTrial(plan.case, trial, graded, facts), trial);
    if (record.outcome === 'failed' && !evidence.has(plan.case.id))
      evidence.set(plan.case.id, evidenceOf(trial, record));
    return record;
  };

  progress.start(plans.length);
  let unavailable: AgentUnavailableError | null = null;
  let isCutShort = false;
  try {
    const rest = takeOver(plans, options.resumed, keep);
    if (rest.length > 0) {
      await agent.prepare(signal);
      const mayStart = () => budget.startTrial();
      await runTrials(rest, charged(agent, budget), { ...options, clock: ports.clock, signal, mayStart }, finish);
    }
  } catch (error) {
    if (error instanceof AgentUnavailableError) unavailable = error;
    else if (!signal.aborted || error !== signal.reason) throw error;
  } finally {
    // Time that is over once every trial has ended leaves none out.
    isCutShort = duration.isOver() && [...records.values()].flat().length < plans.length;
    duration.stop();
    await agent.close();
    progress.stop();
  }
  if (unavailable && ![...records.values()].flat().some((record) => record.completed)) {
    // What a program that can't start did to single trials says nothing about their cases.
    records.clear();
    evidence.clear();
  }
  for (const list of records.values()) list.sort((left, right) => left.index - right.index);
  return {
    records,
    evidence,
    cancelled: ports.signal.aborted,
    exhausted: budget.refusedTrial() ?? budgetError(records, budget) ?? (isCutShort ? timeIsUp(budget) : null),
    unavailable,
    notes: agent.notes(),
  };
}

/** The trial without what it holds, which could break the judging again. */
function brokenOff(ran: Trial, error: unknown): Trial {
  const cause = error instanceof Error ? error.message : String(error);
  return {
    ...ran,
    trajectory: { turns: [], log: '', stderr: '' },
    end: { kind: 'error', error: { class: 'sandbox', message: `judging and storing the answer broke off: ${cause}` } },
  };
}

/** Why a trial that had been started could not end. */
function budgetError(records: ReadonlyMap<string, readonly TrialRecord[]>, budget: Budget): string | null {
  const found = [...records.values()].flat().find(({ error }) => error?.class === 'budget');
  return found === undefined ? null : (budget.exhausted() ?? found.error?.message ?? null);
}

/** Moves trials that an interrupted run finished into `keep`; returns the plans still to run. Errors are run again. */
function takeOver(
  plans: readonly TrialPlan[],
  resumed: ReadonlyMap<string, readonly TrialRecord[]>,
  keep: (caseId: string, record: TrialRecord) => void,
): readonly TrialPlan[] {
  return plans.filter((plan) => {
    const record = finishedTrial(plan, resumed);
    if (record) keep(plan.case.id, record);
    return !record;
  });
}

/** What an interrupted run has of a planned trial; `null` where it has to be run: nothing, or an error. */
export function finishedTrial(plan: TrialPlan, resumed: ExecutionOptions['resumed']): TrialRecord | null {
  const known = resumed.get(plan.case.id);
  return known?.find(({ index, outcome }) => index === plan.index && outcome !== 'error') ?? null;
}

/** Cases in the order of the suite with their records; a case that never ran has none. */
export function recordsOf(one: Case, execution: Execution): readonly TrialRecord[] {
  return execution.records.get(one.id) ?? [];
}
