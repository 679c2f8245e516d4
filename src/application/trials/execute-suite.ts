import { sumUsage } from '#domain/checks/sum-usage.ts';
import { recordTrial } from '#domain/metrics/record-trial.ts';
import { evidenceOf } from '#domain/report/evidence.ts';
import type { TrialEvidence } from '#domain/report/report.ts';
import type { Case } from '#domain/suite/case.ts';
import { estimateUsage } from '#domain/trial/estimate-usage.ts';
import { lookOfTrial } from '#domain/trial/looks.ts';
import type { TrialPlan } from '#domain/trial/plan.ts';
import type { Trial } from '#domain/trial/trial.ts';
import type { TrialRecord } from '#domain/trial/trial-record.ts';
import { finishedTrial, type Schedule, type TrialSchedule } from '#domain/trial/trial-schedule.ts';
import {
  type Agent,
  AgentUnavailableError,
  type Budget,
  type Clock,
  type CustomChecks,
  type Progress,
  type ResultSink,
} from '../ports.ts';
import { judgeTrial } from './judge-trial.ts';
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
}

/**
 * Runs, grades and stores the trials of a schedule. Does not throw for what agents do. The agent is left open, so that further trials can be
 * run with it: whoever calls this closes it, and then asks it for its notes.
 */
export async function executeSuite(
  schedule: TrialSchedule,
  ports: ExecutionPorts,
  options: ExecutionOptions,
): Promise<Execution> {
  const { agent, progress, budget } = ports;

  const records = new Map<string, TrialRecord[]>();
  const evidence = new Map<string, TrialEvidence>();
  const tally = createTally();
  const duration = stopwatch(budget.timeLeft(), ports);
  const signal = duration.signal;

  const keep = (plan: TrialPlan, record: TrialRecord): void => {
    records.set(plan.case.id, [...(records.get(plan.case.id) ?? []), record]);
    schedule.stored(plan, record);
    progress.trial(tally.add(record, schedule.total()));
  };

  const finish = async (plan: TrialPlan, done: Trial): Promise<void> => {
    const ran = duration.isOver() ? outOfTime(done, budget) : done;
    const record = await judged(plan, ran).catch((error: unknown) => {
      if (ports.signal.aborted || error instanceof AgentUnavailableError) throw error;
      // One answer that breaks the judging must not end the run.
      return judged(plan, brokenOff(ran, error));
    });
    keep(plan, record);
  };

  const judged = async (plan: TrialPlan, ran: Trial): Promise<TrialRecord> => {
    const trial = options.usage_estimate ? { ...ran, trajectory: estimateUsage(plan.case, ran.trajectory) } : ran;
    const graded = await judgeTrial(plan.case, trial, ports.custom, ports.signal);
    const look = plan.case.trials === null ? lookOfTrial(plan.index, schedule.looks) : 1;
    const facts = { run_attempt: options.run_attempt, look, trajectory: null, trajectory_state: 'absent' } as const;
    const record = await ports.sink.trial(plan.case.id, recordTrial(plan.case, trial, graded, facts), trial);
    if (record.outcome === 'failed' && !evidence.has(plan.case.id))
      evidence.set(plan.case.id, evidenceOf(trial, record));
    return record;
  };

  const rest = withoutFinished(schedule, options.resumed, keep);
  const runRest = async (): Promise<void> => {
    const first = rest.next();
    if (first === null) return;
    await agent.prepare(signal);
    const mayStart = () => budget.startTrial();
    const running = { ...options, clock: ports.clock, signal, mayStart };
    await runTrials(startingWith(first, rest), charged(agent, budget), running, finish);
  };

  progress.start(schedule.total());
  let unavailable: AgentUnavailableError | null = null;
  try {
    await runRest().catch((error: unknown) => {
      if (error instanceof AgentUnavailableError) unavailable = error;
      else if (!signal.aborted || error !== signal.reason) throw error;
    });
    // What an interrupted run finished counts, also behind a trial that may not be started any more.
    while (rest.next() !== null);
  } finally {
    duration.stop();
    progress.stop();
  }
  // Time that is over once every trial has ended leaves none out.
  const isCutShort = duration.isOver() && [...records.values()].flat().length < schedule.total();
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
  };
}

/** The trial without what it holds, which could break the judging again. */
function brokenOff(ran: Trial, error: unknown): Trial {
  const cause = error instanceof Error ? error.message : String(error);
  return {
    ...ran,
    trajectory: { turns: [], log: '', stderr: '' },
    end: { kind: 'error', error: { class: 'sandbox', message: `judging or storing the answer failed: ${cause}` } },
  };
}

/** Why a trial that had been started could not end. */
function budgetError(records: ReadonlyMap<string, readonly TrialRecord[]>, budget: Budget): string | null {
  const found = [...records.values()].flat().find(({ error }) => error?.class === 'budget');
  return found === undefined ? null : (budget.exhausted() ?? found.error?.message ?? null);
}

/** The schedule without the trials that an interrupted run finished, which go to `keep` when their turn comes. Errors are run again. */
function withoutFinished(
  schedule: Schedule,
  resumed: ReadonlyMap<string, readonly TrialRecord[]>,
  keep: (plan: TrialPlan, record: TrialRecord) => void,
): Schedule {
  return {
    next() {
      for (let plan = schedule.next(); plan !== null; plan = schedule.next()) {
        const record = finishedTrial(plan, resumed);
        if (record === null) return plan;
        keep(plan, record);
      }
      return null;
    },
  };
}

function startingWith(first: TrialPlan, rest: Schedule): Schedule {
  let begun = false;
  return {
    next() {
      if (begun) return rest.next();
      begun = true;
      return first;
    },
  };
}

/** Cases in the order of the suite with their records; a case that never ran has none. */
export function recordsOf(one: Case, { records }: Pick<Execution, 'records'>): readonly TrialRecord[] {
  return records.get(one.id) ?? [];
}

/**
 * The agent with what it says that it used charged to the budget, attempt by attempt: also those that are made again. What goes
 * through the gateway is counted there, call by call, and what was imported costs nothing now.
 */
function charged(agent: Agent, budget: Pick<Budget, 'spend'>): Agent {
  if (agent.metered || agent.source === 'imported') return agent;
  return {
    ...agent,
    async attempt(plan, signal) {
      const attempt = await agent.attempt(plan, signal);
      // An attempt that came to nothing could not tell its tokens; that is not to stop the run.
      const whole = attempt.end.kind === 'completed';
      budget.spend(sumUsage(attempt.trajectory.turns.map(({ usage }) => usage)), { model: null, whole });
      return attempt;
    },
  };
}
