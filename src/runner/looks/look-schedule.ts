import type { Case } from '#cases/suite/case.ts';
import type { NextLook } from '#gate/decision/looks/test-looks.ts';
import { certainLook, type DecideLook } from '#runner/looks/certain-look.ts';
import type { Looks } from '#trials/trial/looks.ts';
import type { TrialPlan } from '#trials/trial/plan.ts';
import { planTrial, type RunSeeds } from '#trials/trial/plan-trials.ts';
import type { TrialRecord } from '#trials/trial/trial-record.ts';
import type { TrialSchedule } from '#trials/trial/trial-schedule.ts';

/** What to run, look by look. */
export interface LookOrder {
  readonly cases: readonly Case[];
  /** Trials per case, ascending; a single one is a fixed number. */
  readonly looks: Looks;
  readonly seeds: RunSeeds;
  /** Ids of cases that always run to the last look. */
  readonly never_fail: ReadonlySet<string>;
  /** Trials are added to an earlier run of the same commit: every case goes straight to the last look. */
  readonly appended: boolean;
  /** Called at the end of every look but the last. */
  readonly decide: DecideLook;
  /** Called while the last trials of a look are running: whether it is worth its time to ask now what is certain; absent: always. */
  readonly mayAskAhead?: () => boolean;
}

/** The progress of a run through its looks. */
export interface LooksRun {
  readonly looks: readonly number[];
  /** Trials per case of the last look that started. */
  readonly look: number;
  /** Planned trials of each case, by id. */
  readonly planned: ReadonlyMap<string, number>;
}

/** A run look by look. */
export interface LookSchedule extends TrialSchedule {
  /** As of now. */
  run(): LooksRun;
}

/**
 * Yields the trials of a look round by round, so that a trial of one index runs as early on main as on a change; when all of
 * them are stored, it asks whether to continue and with which cases. A case with its own number of trials has all of them in
 * the first look. While the last trials of a look are still running, it yields trials that are needed in any case: further
 * trials of never-fail cases, and trials of the next look if it is certain.
 *
 * `next` and `run` throw what `decide` throws, and a RangeError if that names a look that is not a later one.
 */
export function createLookSchedule(order: LookOrder): LookSchedule {
  const { looks, seeds, never_fail: neverFail } = order;
  const last = looks.at(-1) ?? looks[0];
  let look = order.appended ? last : looks[0];
  /** There is no further look. */
  let over = look === last || order.cases.length === 0;
  const runs = order.cases.map((evalCase): CaseRun => {
    const least = neverFail.has(evalCase.id) ? last : look;
    return { case: evalCase, planned: evalCase.trials ?? least, scheduled: 0, records: new Map() };
  });
  const byId = new Map(runs.map((run) => [run.case.id, run]));

  /** Trials of a case that belong to the look. */
  const due = ({ case: { trials }, planned }: CaseRun) => (trials === null ? Math.min(planned, look) : planned);
  const missing = (run: CaseRun) => range(1, due(run)).filter((index) => !run.records.has(index));
  /** Trials of the look that are not stored yet. */
  let open = runs.reduce((sum, run) => sum + due(run), 0);
  /** The certain part of the next look. */
  let ahead: NextLook | null = null;
  /** A trial of the look was stored since that was computed. */
  let isStale = true;

  const planned = () => new Map(runs.map((run) => [run.case.id, run.planned]));
  const recordsSoFar = () => new Map(runs.map((run) => [run.case.id, sorted(run.records)]));

  const aheadOf = (run: CaseRun) => (ahead !== null && isExtended(run, ahead) ? ahead.look : 0);

  /** Trials planned so far, kept as a sum: it is asked for after every trial. */
  let total = 0;
  const countAll = () => {
    total = runs.reduce((sum, run) => sum + Math.max(run.planned, run.scheduled), 0);
  };
  countAll();

  const give = (run: CaseRun): TrialPlan => {
    run.scheduled += 1;
    if (run.scheduled > run.planned) total += 1;
    return planTrial(run.case, run.scheduled, seeds);
  };
  /** Of the look, and then what is planned beyond it. */
  function* ofThisLook(): Generator<CaseRun, undefined> {
    yield* byRounds(runs, due);
    yield* byRounds(runs, ({ planned }) => planned);
  }
  let runsOfLook = ofThisLook();
  let begunAhead = byRounds(runs, aheadOf);

  const begin = (next: NextLook): void => {
    if (next.look <= look || !looks.includes(next.look))
      throw new RangeError(`after the look at ${look} trials there is none at ${next.look}`);
    look = next.look;
    over = look === last;
    ahead = null;
    for (const run of runs) if (isExtended(run, next)) run.planned = Math.max(run.planned, look);
    countAll();
    runsOfLook = ofThisLook();
    begunAhead = byRounds(runs, aheadOf);
    open = runs.reduce((sum, run) => sum + missing(run).length, 0);
  };

  /** The next look if it is certain whatever the running trials give. */
  const certain = (): NextLook | null => {
    const running = new Map(runs.map((run) => [run.case.id, missing(run)]));
    return certainLook(order.decide, { records: recordsSoFar(), planned: planned(), look, running });
  };

  return {
    looks,
    next() {
      while (open === 0 && !over) {
        const next = order.decide(recordsSoFar(), planned(), look);
        if (next === null) over = true;
        else begin(next);
      }
      const run = runsOfLook.next().value ?? (over ? undefined : begunAhead.next().value);
      if (run !== undefined) return give(run);
      if (over || !isStale || order.mayAskAhead?.() === false) return null;
      // What was certain stays so; only when it is used up, ask for more.
      ahead = certain();
      isStale = false;
      begunAhead = byRounds(runs, aheadOf);
      const first = begunAhead.next().value;
      return first === undefined ? null : give(first);
    },
    stored({ case: { id }, index }, record) {
      const run = byId.get(id);
      if (run === undefined) return;
      if (index <= due(run) && !run.records.has(index)) {
        open -= 1;
        isStale = true;
      }
      run.records.set(index, record);
    },
    total: () => total,
    most: () => runs.reduce((sum, run) => sum + Math.max(run.case.trials ?? last, run.planned, run.scheduled), 0),
    run: () => ({ looks, look, planned: planned() }),
  };
}

interface CaseRun {
  readonly case: Case;
  planned: number;
  /** Trials yielded, from index 1 on without a gap. */
  scheduled: number;
  /** By index. */
  readonly records: Map<number, TrialRecord>;
}

/** Among the cases that may have more trials, the first with the fewest, as long as the caller gives it one. */
function* byRounds(runs: readonly CaseRun[], most: (run: CaseRun) => number): Generator<CaseRun, undefined> {
  for (;;) {
    const open = runs.filter((run) => run.scheduled < most(run));
    const fewest = open.reduce((least, { scheduled }) => Math.min(least, scheduled), Number.POSITIVE_INFINITY);
    if (open.length === 0) return;
    for (const run of open) if (run.scheduled === fewest) yield run;
  }
}

function isExtended({ case: { id, trials } }: CaseRun, { cases }: NextLook): boolean {
  return trials === null && (cases === 'all' || cases.has(id));
}

function sorted(records: ReadonlyMap<number, TrialRecord>): readonly TrialRecord[] {
  return [...records.values()].sort((left, right) => left.index - right.index);
}

function range(from: number, to: number): readonly number[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, position) => from + position);
}
