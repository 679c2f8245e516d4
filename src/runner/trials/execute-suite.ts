import type { Case } from '#cases/suite/case.ts';
import { isReadableTrial } from '#gate/baseline/results/is-readable.ts';
import { shareEqualParts } from '#gate/baseline/results/share-equal-parts.ts';
import type { CustomChecks, Judge } from '#ports/grader-ports.ts';
import { type Agent, AgentUnavailableError, type Budget, type Clock, type ResultSink } from '#ports/ports.ts';
import type { EndedTrial, Progress, ProgressState } from '#ports/progress.ts';
import { evidenceOf } from '#report/evidence.ts';
import type { TrialEvidence } from '#report/report.ts';
import { dependsOnCalls, isUnoffered, withoutUnseenCalls } from '#trials/checks/calls/unseen-tools.ts';
import { firstRequestHash } from '#trials/checks/first-request.ts';
import { asksNobody } from '#trials/checks/trial-questions.ts';
import { checkWords, ofTurn } from '#trials/facts/check-words.ts';
import { recordTrial } from '#trials/metrics/record-trial.ts';
import { priceUsage } from '#trials/prices/price-usage.ts';
import type { Prices } from '#trials/prices/prices.ts';
import { estimateUsage } from '#trials/trial/estimate-usage.ts';
import { lookOfTrial } from '#trials/trial/looks.ts';
import type { TrialPlan } from '#trials/trial/plan.ts';
import { createShownTally, type ShownToModels, type ToolHashes } from '#trials/trial/shown/shown-to-models.ts';
import { storedCalls } from '#trials/trial/stored-calls.ts';
import type { Trajectory } from '#trials/trial/trajectory.ts';
import type { Trial } from '#trials/trial/trial.ts';
import type { TrialRecord } from '#trials/trial/trial-record.ts';
import { startingWith, type TrialSchedule, withoutFinished } from '#trials/trial/trial-schedule.ts';
import type { Audit, Auditor } from './audits.ts';
import { charged } from './budget.ts';
import { gradeTrial } from './grade-trial.ts';
import { runTrials } from './run-trials.ts';
import { outOfTime, stopwatch, timeIsUp } from './stopwatch.ts';

/** Everything that executing a suite uses. */
export interface ExecutionPorts {
  readonly agent: Agent;
  readonly custom: CustomChecks;
  /** Absent: no criterion is judged by a model. */
  readonly judge?: Judge;
  /** Absent: no second judge grades any trial. */
  readonly audit?: Audit;
  /** It, before it is known which trials it grades. */
  readonly auditor?: Auditor;
  readonly sink: ResultSink;
  readonly progress: Progress;
  readonly clock: Clock;
  readonly budget: Budget;
  readonly signal: AbortSignal;
}

/** How to execute the suite. */
export interface ExecutionOptions {
  readonly concurrency: number;
  readonly max_tries: number;
  readonly run_attempt: number;
  /** Estimate tokens from characters if the agent does not report them. */
  readonly usage_estimate: boolean;
  /** What tokens cost that the agent reports itself; absent: its model calls are seen. */
  readonly own_prices?: Prices;
  /** Behaviour is compared, so records hold what was called; absent: it is not. */
  readonly stores_calls?: boolean;
  /** Finished trials of an interrupted run, by case id; they are reused and not run again. */
  readonly resumed: ReadonlyMap<string, readonly TrialRecord[]>;
}

/** The results of the trials. */
export interface Execution {
  /** By case id, sorted by trial index. */
  readonly records: ReadonlyMap<string, readonly TrialRecord[]>;
  /** One failing trial per case, small. */
  readonly evidence: ReadonlyMap<string, TrialEvidence>;
  readonly cancelled: boolean;
  /** Which cap of the budget left trials out, a sentence; `null` if none did. */
  readonly exhausted: string | null;
  /** Set if no trial could run (any more). */
  readonly unavailable: AgentUnavailableError | null;
  /** What MCP servers offer the agent's models; absent if none is recorded, or none was asked. */
  readonly mcp_tools?: ToolHashes;
  /** What requests showed its models; absent: nobody saw them all. */
  readonly shown?: ShownToModels;
}

/**
 * Runs, grades and stores the trials of a schedule. Does not throw for what agents do. The agent stays open, so that further
 * trials can run with it: the caller closes it, and then reads its notes.
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
  const share = shareEqualParts();
  const shownTally = createShownTally();

  const keep = (plan: TrialPlan, whole: TrialRecord, reused = false): void => {
    const record = share(whole);
    const known = records.get(plan.case.id);
    if (known?.push(record) === undefined) records.set(plan.case.id, [record]);
    schedule.stored(plan, record);
    isReadableTrial(record);
    progress.trial(tally.add(record, schedule.total()), endedTrial(plan, record, reused));
  };

  const finish = async (plan: TrialPlan, done: Trial): Promise<void> => {
    const ran = duration.isOver() ? outOfTime(done, budget) : done;
    shownTally.add(done);
    const record = await judged(plan, ran).catch((error: unknown) => {
      if (ports.signal.aborted || error instanceof AgentUnavailableError) throw error;
      // One answer that breaks the grading must not end the run.
      return judged(plan, brokenOff(ran, error));
    });
    keep(plan, record);
  };

  const judged = async (plan: TrialPlan, ran: Trial): Promise<TrialRecord> => {
    const counted = options.usage_estimate ? estimateUsage(plan.case, ran.trajectory) : ran.trajectory;
    const { own_prices: prices } = options;
    const trial = { ...ran, trajectory: prices ? priceReported(plan.case, counted, prices) : counted };
    const graded = await gradeTrial(plan.case, trial, ports, ports.signal);
    const look = plan.case.trials === null ? lookOfTrial(plan.index, schedule.looks) : 1;
    const request = firstRequestHash(trial);
    const facts = {
      run_attempt: options.run_attempt,
      look,
      ...(request !== null && { first_request_hash: request }),
      ...(options.stores_calls === true && { calls: storedCalls(trial.trajectory) }),
      trajectory: null,
      trajectory_state: 'absent',
    } as const;
    const record = await ports.sink.trial(plan.case.id, recordTrial(plan.case, trial, graded, facts), {
      ...trial,
      judge_log: graded.by_judge?.log ?? [],
    });
    // The first of its trials, however they end: the page and `show` open the same one.
    if (record.outcome === 'failed' && record.index < (evidence.get(plan.case.id)?.trial ?? Number.POSITIVE_INFINITY))
      evidence.set(plan.case.id, evidenceOf(trial, record));
    return record;
  };

  const unseen = unseenCalls(agent, finish);
  const rest = withoutFinished(schedule, options.resumed, (plan, record) => keep(plan, record, true));
  const runRest = async (): Promise<void> => {
    let first = rest.next();
    if (first === null) return;
    await agent.prepare(signal);
    const mayStart = () => budget.startTrial();
    const endsLater = ({ case: evalCase }: TrialPlan) => asksNobody(evalCase);
    const running = { ...options, clock: ports.clock, signal, mayStart, endsLater };
    const playing = announced(charged(agent, budget), progress);
    while (first !== null) {
      let waited = 0;
      await runTrials(startingWith(first, rest), playing, running, unseen.ended).finally(() => {
        waited = unseen.waiting();
        return unseen.settle();
      });
      first = waited > 0 ? rest.next() : null;
    }
  };

  progress.start(schedule.total(), { most: schedule.most(), concurrency: options.concurrency });
  let unavailable: AgentUnavailableError | null = null;
  try {
    await runRest().catch((error: unknown) => {
      if (error instanceof AgentUnavailableError) unavailable = error;
      else if (!signal.aborted || error !== signal.reason) throw error;
    });
    // Finished trials of an interrupted run count, also after a trial that may no longer start.
    while (rest.next() !== null);
  } finally {
    budget.ran(agent.unasked?.() ?? 0);
    duration.stop();
    progress.stop();
  }
  // If time runs out after every trial has ended, none is left out.
  const isCutShort = duration.isOver() && [...records.values()].flat().length < schedule.total();
  if (unavailable && ![...records.values()].flat().some((record) => record.completed)) {
    // If the program can't start at all, single trials say nothing about their cases.
    records.clear();
    evidence.clear();
  }
  for (const list of records.values()) list.sort((left, right) => left.index - right.index);
  const mcp_tools = agent.tools?.() ?? null;
  const seen = options.resumed.size === 0 ? shownTally.result() : null;
  return {
    records,
    evidence,
    ...(mcp_tools !== null && { mcp_tools }),
    ...(seen !== null && { shown: seen }),
    cancelled: ports.signal.aborted,
    exhausted: budget.refusedTrial() ?? budgetError(records, budget) ?? (isCutShort ? timeIsUp(budget) : null),
    unavailable,
  };
}

/** The trial without its contents, which could break the grading again. */
function brokenOff(ran: Trial, error: unknown): Trial {
  const cause = error instanceof Error ? error.message : String(error);
  return {
    ...ran,
    trajectory: { turns: [], log: '', stderr: '' },
    end: { kind: 'error', error: { class: 'sandbox', message: `judging or storing the answer failed: ${cause}` } },
  };
}

/** Why a trial that had started could not end. */
function budgetError(records: ReadonlyMap<string, readonly TrialRecord[]>, budget: Budget): string | null {
  const record = [...records.values()].flat().find(({ error }) => error?.class === 'budget');
  return record === undefined ? null : (budget.exhausted() ?? record.error?.message ?? null);
}

/** Cases in the order of the suite with their records; a case that never ran has none. */
export function recordsOf(evalCase: Case, { records }: Pick<Execution, 'records'>): readonly TrialRecord[] {
  return records.get(evalCase.id) ?? [];
}

/** What people hear of a trial that has ended. */
function endedTrial({ case: { id }, index }: TrialPlan, record: TrialRecord, reused: boolean): EndedTrial {
  const { outcome, duration_ms } = record;
  return { case_id: id, index, outcome, duration_ms, reused, why: outcome === 'passed' ? null : whyNot(record) };
}

/** Why a trial did not pass: its cause, what ended it, or the first check that failed. */
function whyNot({ cause, error, failure, checks }: TrialRecord): string | null {
  const ended = error ?? (failure?.kind === 'check' ? null : failure);
  const failedCheck = checks.find(({ passed }) => passed === false);
  const why =
    cause ??
    ended?.message ??
    (failedCheck === undefined ? null : ofTurn(failedCheck.turn, checkWords(failedCheck.fact)));
  return why === null ? null : (why.split('\n', 1)[0] ?? '');
}

/** Says which trials start. A trial that is tried again has started. */
function announced(agent: Agent, progress: Pick<Progress, 'begins'>): Agent {
  return {
    ...agent,
    attempt(plan, signal) {
      progress.begins(plan.case.id, plan.index);
      return agent.attempt(plan, signal);
    },
  };
}

type Grade = (plan: TrialPlan, trial: Trial) => Promise<void>;

/** Trials that wait until it is known whether the agent's calls are seen at all. */
interface UnseenCalls {
  /** Grades a trial that has ended, now or later. */
  ended(plan: TrialPlan, trial: Trial): Promise<void>;
  /** Grades what waits: no running trial can still tell. */
  settle(): Promise<void>;
  waiting(): number;
}

/**
 * Where no request offered the model a tool and the agent gave no account of its calls, a trial called no tool if calls of its
 * agent are seen elsewhere in the run, and nobody knows if none ever are. A trial whose grade depends on it waits for the first
 * one that tells; so the order of trials changes no grade.
 */
function unseenCalls(agent: Pick<Agent, 'showsCalls'>, grade: Grade): UnseenCalls {
  const waiting: (readonly [TrialPlan, Trial])[] = [];
  const settled: Grade = (plan, trial) =>
    grade(plan, agent.showsCalls?.() === false ? trial : withoutUnseenCalls(trial));

  async function settle(): Promise<void> {
    for (const [plan, trial] of waiting.splice(0)) await settled(plan, trial);
  }

  return {
    async ended(plan, trial) {
      const known = agent.showsCalls?.() !== false;
      if (known) await settle();
      const waits = !known && isUnoffered(trial) && dependsOnCalls(plan.case) && waiting.length < MOST_WAITING;
      if (waits) waiting.push([plan, trial]);
      else await settled(plan, trial);
    },
    settle,
    waiting: () => waiting.length,
  };
}

/** Trajectories are kept in memory meanwhile. */
const MOST_WAITING = 500;

/** Counts finished trials for the progress display. */
interface TrialTally {
  /** @param total trials planned by now; it grows with every look */
  add(record: TrialRecord, total: number): ProgressState;
}

/** An empty tally; it includes the cost of simulated users and of the judge. What no trial reported stays unknown. */
function createTally(): TrialTally {
  let state: ProgressState = { done: 0, total: 0, passed: 0, failed: 0, errors: 0, tokens: null, cost_usd: null };
  return {
    add({ outcome, usage, user_usage: user, judge_usage: judge }, total) {
      const counter = outcome === 'error' ? 'errors' : outcome;
      state = {
        ...state,
        done: state.done + 1,
        total,
        [counter]: state[counter] + 1,
        tokens: plus(
          plus(plus(state.tokens, usage.total_tokens), user?.total_tokens ?? null),
          judge?.total_tokens ?? null,
        ),
        cost_usd: plus(plus(plus(state.cost_usd, usage.cost_usd), user?.cost_usd ?? null), judge?.cost_usd ?? null),
      };
      return state;
    },
  };
}

/** A sum that is known as far as any part of it is. */
export function plus(sum: number | null, more: number | null): number | null {
  return more === null ? sum : (sum ?? 0) + more;
}

/** The trajectory with the cost of what its agent reports, at the price of the model that the suite names. A reported cost stays. */
function priceReported(
  { metadata: { model } }: Pick<Case, 'metadata'>,
  trajectory: Trajectory,
  prices: Prices,
): Trajectory {
  if (typeof model !== 'string') return trajectory;
  const turns = trajectory.turns.map((turn) => {
    const isOpen = turn.usage !== null && turn.usage.cost_usd === null;
    return isOpen ? { ...turn, usage: priceUsage(turn.usage, { served: null, requested: model }, prices) } : turn;
  });
  return { ...trajectory, turns };
}
