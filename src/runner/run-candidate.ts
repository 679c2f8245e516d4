import type { Case } from '#cases/suite/case.ts';
import { cutEnd } from '#common/cut.ts';
import { dollars, wholeNumber } from '#common/words.ts';
import { isMarked } from '#config/base-rules/lost-marks.ts';
import { compareWithMain } from '#gate/baseline/comparison/compare-with-main.ts';
import { capsExceeded, estimateRun, type TrialCounts } from '#gate/baseline/estimate.ts';
import type { BaselineLookup } from '#gate/baseline/results/baseline-lookup.ts';
import type { ResultsFile } from '#gate/baseline/results/results-file.ts';
import { nextLook } from '#gate/decision/next-look.ts';
import { stagesUpTo } from '#gate/decision/terms/stages.ts';
import type { Agent, Budget, Clock } from '#ports/ports.ts';
import { createLookSchedule, type LookOrder, type LookSchedule, type LooksRun } from '#runner/looks/look-schedule.ts';
import type { EvaluateRequest } from '#runner/request/evaluate-request.ts';
import { type Collected, collectResults } from '#runner/results/collect-results.ts';
import type { TrialRecord } from '#trials/trial/trial-record.ts';
import { isFinished } from '#trials/trial/trial-schedule.ts';
import { looksOf } from './looks-of.ts';
import type { PreparedRun } from './prepare-run.ts';
import { auditOf } from './trials/audits.ts';
import { type Execution, type ExecutionPorts, executeSuite } from './trials/execute-suite.ts';
import { executionOptions } from './trials/execution-options.ts';

/** The result of running the candidate. */
export interface Ran {
  readonly execution: Execution;
  readonly results: ResultsFile;
  /**
   * Which cap ended it and how to fix that, a sentence part; `null`: none did. Read before a confirmation spends from the same
   * budget.
   */
  readonly ended_by: string | null;
}

/** Runs the candidate's trials, look by look as long as the gate needs more. */
export async function runCandidate(request: EvaluateRequest, start: PreparedRun, ports: ExecutionPorts): Promise<Ran> {
  const { earlier, baseline, compared } = start;
  const { suite } = start.base;
  const { facts } = request;
  const { never_fail } = suite.config.gate;
  const again = againStages(request, baseline, ports.agent);
  // Where fresh trials decide, a run of the same content draws no new ones, and its looks give the same result.
  const appended = earlier?.decided === true && again === null;
  const resumed = earlier?.trials ?? request.resumed;

  const resultsOf = (collected: Collected, looks: LooksRun): ResultsFile =>
    collectResults(
      suite,
      collected,
      {
        ...looks,
        ...(again !== null && { again }),
        appended,
        baseline_runs: baselineRuns(request, baseline),
        epoch: null,
      },
      facts,
      { created_at: new Date(start.startedAt).toISOString(), finished_at: new Date(ports.clock.now()).toISOString() },
    );
  const looks = looksOf(request, start, ports);
  const isFilledUp = appended || earlier?.last_run !== undefined;
  const cases = isFilledUp ? filledUp(suite.cases, earlier.planned, looks.at(-1) ?? looks[0]) : suite.cases;
  const pace = createPace(ports.clock);
  const order: LookOrder = {
    cases: isHopeless(request, baseline) ? [] : cases,
    looks,
    seeds: { tree: facts.commit.sha ?? '', side: facts.run.side },
    never_fail: new Set(suite.cases.filter((evalCase) => isMarked(evalCase, never_fail)).map(({ id }) => id)),
    appended,
    decide: (records, planned, look) =>
      pace.spend(() => {
        const soFar = resultsOf({ ...NOTHING_WRONG, records }, { looks: order.looks, look, planned });
        return nextLook(compareWithMain(soFar, compared, facts.run), suite.config.gate, soFar);
      }),
    // With many cases a decision takes as long as many trials, and fifty may end one after the other at the end of a look.
    mayAskAhead: pace.isRested,
  };
  announceCost(trialsRange(order, resumed), baseline, ports);
  const schedule = withCasesOf(suite.cases, createLookSchedule(order));
  const options = executionOptions(suite, facts.run.attempt, resumed);
  const audit =
    ports.auditor === undefined
      ? null
      : auditOf(ports.auditor, {
          run: facts.run,
          tree: facts.commit.sha ?? '',
          first_look: looks[0],
          baseline,
        });
  if (audit?.idle === true) ports.progress.note(NOTHING_TO_AUDIT);
  const ran = await executeSuite(schedule, { ...ports, ...(audit !== null && { audit }) }, options);
  const execution = { ...ran, unavailable: request.unavailable ?? ran.unavailable };

  const { unavailable } = execution;
  if (unavailable && unavailable.stderr !== '') {
    const who = request.suite.config.agent.kind === 'suite' ? 'runner' : 'agent';
    const exit = unavailable.exit_code === null ? '' : ` (exit code ${unavailable.exit_code})`;
    ports.progress.untrusted(`The ${who} wrote to standard error${exit}:`, unavailable.stderr);
  }
  const results = resultsOf(execution, schedule.run());
  return { execution, results, ended_by: endOf(results, ports.budget) };
}

const NOTHING_TO_AUDIT =
  'judge.audit grades nothing in this run: this second judge graded no trial of main that the run is compared with. It begins with the first run of main whose config has this judge.audit: on GitHub the next one, in a terminal the one that --against makes, or "run" without a baseline, for --baseline';

function endOf({ complete, stop }: ResultsFile, budget: Budget): string | null {
  if (complete || stop.reason !== 'budget') return null;
  const ended = budget.refusedTrial() ?? budget.exhausted();
  return ended === null ? null : cutEnd(ended, LONGEST_END);
}

/** Limit for a sentence that may include a model's name, which a server chooses. */
const LONGEST_END = 300;

const NOTHING_WRONG = { cancelled: false, exhausted: null, unavailable: null } as const;

/** No trial could change the verdict, so none is paid for. */
function isHopeless(request: EvaluateRequest, baseline: BaselineLookup): boolean {
  const { withheld, secrets, baseline_required: required, facts } = request;
  return (
    withheld !== undefined ||
    secrets.missing.length > 0 ||
    (required && baseline.kind === 'none' && facts.run.side !== 'baseline')
  );
}

function baselineRuns({ facts }: EvaluateRequest, baseline: BaselineLookup): ResultsFile['baseline_runs'] {
  if (baseline.kind === 'none' || facts.run.side === 'baseline') return [];
  return baseline.runs.map(({ sha, results }) => ({ run_id: results.run.id, sha }));
}

/**
 * Fresh trials per case and side, stage by stage, for what looks worse; `null`: main's agent can't be run next to the change's, so that its stored
 * trials decide. Known before the first trial, as the looks depend on it. Two jobs have one stage: neither can wait for the other.
 */
function againStages(
  { confirm, suite, facts: { run } }: Pick<EvaluateRequest, 'confirm' | 'suite' | 'facts'>,
  baseline: BaselineLookup,
  { source }: Pick<Agent, 'source'>,
): readonly number[] | null {
  const isWhole = run.side === 'candidate' && (run.shard === undefined || confirm === 'job');
  const canRun = confirm !== 'never' && source === 'live' && baseline.kind === 'found' && baseline.target_sha !== null;
  if (!isWhole || !canRun) return null;
  const stages = stagesUpTo(suite.config.again, suite.config.gate.method);
  return confirm === 'job' ? stages.slice(-1) : stages;
}

/**
 * Cases of a run that is added to: each gets its total number of trials as its own, unless that is the last look's.
 *
 * @param planned total trials, by case id
 * @param last trials per case of the last look
 */
export function filledUp(cases: readonly Case[], planned: ReadonlyMap<string, number>, last: number): readonly Case[] {
  return cases.map((evalCase) => {
    const usual = evalCase.trials ?? last;
    const trials = Math.max(planned.get(evalCase.id) ?? usual, evalCase.trials ?? 1);
    return trials === usual ? evalCase : { ...evalCase, trials };
  });
}

/** The schedule with the cases as the suite has them. */
function withCasesOf(cases: readonly Case[], schedule: LookSchedule): LookSchedule {
  const known = new Map(cases.map((evalCase) => [evalCase.id, evalCase]));
  return {
    ...schedule,
    next() {
      const plan = schedule.next();
      return plan && { ...plan, case: known.get(plan.case.id) ?? plan.case };
    },
  };
}

/** Measures work that is not urgent, so that it takes only a small part of the time. */
interface Pace {
  /** Does some of it. */
  spend<T>(work: () => T): T;
  /** Whether enough time has passed since for more. */
  isRested(): boolean;
}

/** A pace at which work takes at most a tenth of the time. */
export function createPace(clock: Pick<Clock, 'monotonic'>): Pace {
  let restedAt = Number.NEGATIVE_INFINITY;
  return {
    spend(work) {
      const began = clock.monotonic();
      try {
        return work();
      } finally {
        const ended = clock.monotonic();
        restedAt = ended + REST * (ended - began);
      }
    },
    isRested: () => clock.monotonic() >= restedAt,
  };
}

/** Times as long as the work took. */
const REST = 9;

/**
 * Prints what the run will cost, before the first call: from the least to the most. Without a budget only if it is known.
 * Stored trials, imported or replayed, cost nothing.
 */
export function announceCost(
  { least, most }: TrialsRange,
  baseline: BaselineLookup,
  { agent, budget, progress }: ExecutionPorts,
): void {
  if (agent.available_trials !== null) return;
  const results = baseline.kind === 'found' ? baseline.runs[0].results : null;
  const sure = estimateRun(least, results);
  const possible = estimateRun(most, results);
  if (possible.trials === 0) return;
  progress.expects?.({ least: sure, most: possible });
  const parts = [
    ...amount(sure.tokens, possible.tokens, wholeNumber).map((tokens) => `about ${tokens} tokens`),
    ...amount(sure.cost_usd, possible.cost_usd, dollars).map((cost) => `about ${cost}`),
  ];
  const capped = Object.values(budget.caps).some((cap) => cap !== null);
  const [trials] = amount(sure.trials, possible.trials, wholeNumber);
  if (parts.length > 0) progress.note(`Estimate from the baseline: ${trials} trials, ${parts.join(', ')}`);
  else if (capped) progress.note('No cost estimate: there is no baseline with token counts');

  const over = capsExceeded(sure, budget.caps);
  const maybeOver = capsExceeded(possible, budget.caps).filter((cap) => !over.includes(cap));
  if (over.length > 0)
    progress.warn(`The estimate is over ${over.join(' and ')}: the run will stop there, before all trials have run`);
  if (maybeOver.length > 0)
    progress.warn(
      `If the run needs every trial that it may make, it is over ${maybeOver.join(' and ')}: it may stop there, before all trials have run`,
    );
}

/** `150 to 500`, or `150` if both are the same; empty if either is unknown. */
function amount(least: number | null, most: number | null, text: (value: number) => string): readonly string[] {
  if (least === null || most === null) return [];
  return [text(least) === text(most) ? text(most) : `${text(least)} to ${text(most)}`];
}

/** Trials still to run: at least those of the first look, and at most those of all looks with every case. */
interface TrialsRange {
  readonly least: TrialCounts;
  readonly most: TrialCounts;
}

/** @param resumed finished trials of an interrupted run, by case id */
export function trialsRange(
  { cases, looks, never_fail: neverFail, appended }: Omit<LookOrder, 'decide' | 'seeds'>,
  resumed: ReadonlyMap<string, readonly TrialRecord[]>,
): TrialsRange {
  const last = looks.at(-1) ?? looks[0];
  const open = ({ id }: Case, most: number): number => {
    const finished = (resumed.get(id) ?? []).filter((trial) => isFinished(trial) && trial.index <= most);
    return most - finished.length;
  };
  const upTo = (look: number): TrialCounts =>
    new Map(cases.map((item) => [item.id, open(item, item.trials ?? (neverFail.has(item.id) ? last : look))]));
  const most = upTo(last);
  return { least: appended ? most : upTo(looks[0]), most };
}
