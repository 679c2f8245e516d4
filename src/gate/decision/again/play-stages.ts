import { exceeds, reaches } from '#statistics/beyond.ts';
import { passMargins, stageBoundaries } from '#statistics/sequential/stage-boundaries.ts';
import type { TestReading } from '../rules/gate-rule.ts';
import type { GatePlan } from '../rules/plan.ts';
import { casesOfTest, testAgain } from '../rules/scope.ts';
import { type CaseLook, testCases } from '../rules/single-case.ts';
import { CHANGE_ALONE } from '../terms/boundary.ts';
import type { CaseDecision, ScopeDecision } from '../terms/decision.ts';
import { comparableCases, countsOf, type PairedCase } from '../terms/evidence.ts';
import type { Finding } from '../terms/finding.ts';
import type { Unsound } from '../terms/fresh.ts';
import { WRONG_PASS } from '../terms/look-boundaries.ts';
import { TELLING } from '../terms/stages.ts';
import type { ScopeName } from '../terms/tried-test.ts';
import type { Choice } from './choose.ts';
import { type Said, withoutRepeatsInTurns } from './repeats-in-turns.ts';
import { lostRounds, unsoundStage, withoutAnyRound, withoutRounds } from './rounds-of-stage.ts';
import { atWorst, upTo } from './stage-evidence.ts';
import { clearedAbove, divideAgain } from './stages.ts';
import { UNSETTLED } from './unsettled.ts';

/** What is tried again, and what is known of it. */
export interface Trying {
  readonly choice: Choice;
  /** The cases of the tests, with main's stored trials. */
  readonly stored: readonly PairedCase[];
  /** The same cases with fresh trials of both sides, numbered from 1; one that has none on a side may be missing. */
  readonly fresh: readonly PairedCase[];
  /** Fresh trials that main's side was to make of each case, by id. */
  readonly ordered: ReadonlyMap<string, number>;
  readonly plan: GatePlan;
  readonly stages: readonly number[];
  /** The last round of each block that a side ran before the other went on. */
  readonly turns: readonly number[];
  readonly said: Said;
}

/** A test of a mean after its last stage. */
export interface PlayedScope {
  readonly name: ScopeName;
  readonly boundary: number;
  readonly result: ScopeDecision[ScopeName['test']] | null;
  readonly reading: TestReading | null;
  readonly outcome: Outcome;
  readonly hinges_on_missing: boolean;
  /** Its cases with the fresh trials that it used, and with all of them. */
  readonly cases: readonly PairedCase[];
  readonly counted: readonly PairedCase[];
  readonly findings: readonly Finding[];
}

/** A test of a single case after its last stage. */
export interface PlayedCase {
  readonly decision: CaseDecision;
  readonly outcome: Outcome;
  readonly hinges_on_missing: boolean;
  readonly item: PairedCase;
  /** It was tried again for itself, not only with its suite. */
  readonly chosen: boolean;
}

type Outcome = 'red' | 'open' | 'cleared';

/** What the stages say so far. */
export interface Played {
  readonly scopes: readonly PlayedScope[];
  readonly cases: readonly PlayedCase[];
  /** Fresh trials per case and side of the last stage that was tested; 0: none was. */
  readonly stage: number;
  /** Its rounds that no test used, because an outage took both sides. */
  readonly lost_rounds: number;
  /** Its trials of both sides that no test used, because they repeat an answer of their turn. */
  readonly repeated: number;
  /** Why it could clear nothing; `null`: it could. */
  readonly unsound: Unsound | null;
  /** The trials to run before anything else can be said, in all for each of these cases; `null`: it is decided. */
  readonly next: { readonly stage: number; readonly cases: readonly string[] } | null;
}

/**
 * Tests what was chosen, stage by stage, on fresh trials alone: nothing seen before counts, for red or for green. A test is red
 * at a p within its part of the budget for the stage. It is over if nothing speaks for a change, and otherwise goes on to the
 * next stage. The first red ends it all.
 */
export function playStages(trying: Trying): Played {
  const { choice, plan, stages } = trying;
  const comparable = comparableCases(trying.stored);
  const isWhole = choice.scopes.some(({ tag, test }) => tag === null && test === 'pass_rate');
  const testsCases = plan.looks.at(-1)?.case !== null;
  const chosen = new Set(choice.cases);
  const tested = testsCases ? comparable.filter(({ id }) => isWhole || chosen.has(id)).map(({ id }) => id) : [];
  const budget = divideAgain(choice.scopes, tested.length > 0, plan);
  const margins = passMargins(WRONG_PASS.fresh, stages);
  const caseBoundaries = stageBoundaries(budget.case, stages, Math.max(1, tested.length));
  let openMeans = choice.scopes.map((name): Mean => {
    const ids = new Set(scopeCases(name, comparable).map(({ id }) => id));
    return { name, ids, boundaries: stageBoundaries(budget.scope(name), stages) };
  });
  let openCases: readonly string[] = tested;
  const reached = new Map<string, number>();
  const scopes = new Map<ScopeName, PlayedScope>();
  const cases = new Map<string, PlayedCase>();
  let tried = 0;
  let [lost_rounds, repeated, unsound]: [number, number, Unsound | null] = [0, 0, null];
  const summary = (next: Played['next']): Played => ({
    scopes: choice.scopes.flatMap((name) => scopes.get(name) ?? []),
    cases: tested.flatMap((id) => cases.get(id) ?? []),
    stage: tried,
    lost_rounds,
    repeated,
    unsound,
    next,
  });

  for (const [position, stage] of stages.entries()) {
    const caseIds = [...new Set([...openMeans.flatMap(({ ids }) => [...ids]), ...openCases])];
    if (caseIds.some((id) => (trying.ordered.get(id) ?? 0) < stage)) return summary({ stage, cases: caseIds });
    for (const id of caseIds) reached.set(id, stage);
    tried = stage;
    const all = at(trying.fresh, reached);
    const lost = lostRounds(all, trying.stored);
    const once = withoutRepeatsInTurns(all, trying.turns, trying.said);
    const counted = once(all);
    const isLast = position === stages.length - 1;
    lost_rounds = lost.size;
    repeated = trialsOf(all) - trialsOf(counted);
    unsound = unsoundStage(counted, trying.stored, { lost: lost.size, rounds: stage });
    const here: Stage = {
      plan,
      stage,
      position,
      isLast,
      z: margins[position],
      mayClear: unsound === null,
      all,
      seen: withoutRounds(counted, lost),
      worst: withoutRounds(once(atWorst(trying.stored, all, reached)), lost),
    };
    for (const mean of openMeans) scopes.set(mean.name, playMean(mean, here));
    const look = { look: stage, reached, boundary: caseBoundaries[position] ?? 0, total_alpha: plan.total_alpha };
    for (const item of playCases(openCases, here, look, { tested, chosen })) cases.set(item.decision.id, item);
    const isRed = [...scopes.values(), ...cases.values()].some(({ outcome }) => outcome === 'red');
    openMeans = openMeans.filter(({ name }) => scopes.get(name)?.outcome !== 'cleared');
    openCases = openCases.filter((id) => cases.get(id)?.outcome !== 'cleared');
    if (isRed || (openMeans.length === 0 && openCases.length === 0)) break;
  }
  return summary(null);
}

function trialsOf(cases: readonly PairedCase[]): number {
  return cases.reduce((sum, { trials, baseline }) => sum + trials.length + baseline.length, 0);
}

/** A mean that is tried again: its cases, and its boundary at each stage. */
interface Mean {
  readonly name: ScopeName;
  readonly ids: ReadonlySet<string>;
  readonly boundaries: readonly number[];
}

/** What is known at a stage; `worst`: the same if every missing trial had spoken against the change. */
interface Stage {
  readonly plan: GatePlan;
  readonly stage: number;
  readonly position: number;
  readonly isLast: boolean;
  /** Required standard errors between a drop and the one to be ruled out. */
  readonly z: number | undefined;
  readonly mayClear: boolean;
  /** Every fresh trial: what is told counts them all. */
  readonly all: readonly PairedCase[];
  /** Those that the tests use. */
  readonly seen: readonly PairedCase[];
  readonly worst: readonly PairedCase[];
}

function scopeCases({ tag, test, rise }: ScopeName, comparable: readonly PairedCase[]): readonly PairedCase[] {
  const only = rise?.only?.cases;
  const own = comparable.filter(({ id, tags }) => (tag === null || tags.includes(tag)) && only?.includes(id) !== false);
  return casesOfTest(test, own);
}

function at(fresh: readonly PairedCase[], reached: ReadonlyMap<string, number>): readonly PairedCase[] {
  return fresh.flatMap((item) => {
    const stage = reached.get(item.id);
    return stage === undefined ? [] : [upTo(item, stage)];
  });
}

/** A red mean must look worse without any one round too: an outage that ends between the two sides of a round is no change. */
const WITHOUT_A_ROUND = 0.05;

function playMean({ name, ids, boundaries }: Mean, step: Stage): PlayedScope {
  const { plan, stage, position, isLast, z, mayClear, all, seen, worst } = step;
  const { tag, test, rise } = name;
  const boundary = plan.method === 'threshold' ? CHANGE_ALONE : (boundaries[position] ?? 0);
  const own = tag === null ? plan.suite : plan.tags.find((item) => item.tag === tag)?.plan;
  const ofMean = (side: readonly PairedCase[]) => side.filter(({ id }) => ids.has(id));
  const on = (cases: readonly PairedCase[], at = boundary) =>
    own === undefined ? null : testAgain(test, { tag, cases, look: stage, z }, own, at, rise);
  const isRedOn = (cases: readonly PairedCase[]) =>
    on(cases)?.reading?.failed === true &&
    (plan.method === 'threshold' ||
      withoutAnyRound(cases, (others) => on(others, WITHOUT_A_ROUND)?.reading?.failed === true));
  const cases = ofMean(seen);
  const outcome = on(cases);
  const reading = outcome?.reading ?? null;
  const isRed = isRedOn(cases);
  const hinges = isLast && !isRed && isRedOn(ofMean(worst));
  const isOver = isLast ? reading !== null && !isOpen(reading) && !hinges : isCleared(reading, stage);
  return {
    name,
    boundary,
    result: outcome?.result == null || isRed ? (outcome?.result ?? null) : { ...outcome.result, failed: false },
    reading,
    outcome: isRed ? 'red' : isOver && mayClear ? 'cleared' : 'open',
    hinges_on_missing: hinges,
    cases,
    counted: ofMean(all),
    findings: outcome?.findings ?? [],
  };
}

/** Whether it is not settled after the last stage. */
function isOpen({ p, change, limit, settled }: TestReading): boolean {
  return !settled || (p !== null && reaches(p, UNSETTLED) && exceeds(change, limit));
}

/** Whether it is over after an earlier stage: nothing speaks for a change. */
function isCleared(reading: TestReading | null, stage: number): boolean {
  if (reading === null || reading.failed || !reading.settled) return false;
  return reading.p === null || reading.p > clearedAbove(stage);
}

/**
 * Open cases after a stage. All tested cases share the correction for their number; finished ones enter with the trials that they
 * have.
 */
function playCases(
  open: readonly string[],
  { stage, isLast, mayClear, all, seen, worst }: Stage,
  look: CaseLook,
  { tested, chosen }: { readonly tested: readonly string[]; readonly chosen: ReadonlySet<string> },
): readonly PlayedCase[] {
  if (open.length === 0) return [];
  const isTested = new Set(tested);
  const decide = (items: readonly PairedCase[]) => {
    const shared = items.filter(({ id }) => isTested.has(id));
    return new Map(testCases(shared, look).map((test) => [test.id, test]));
  };
  const decisions = decide(seen);
  const atTheirWorst = isLast ? decide(worst) : new Map<string, CaseDecision>();
  return open.flatMap((id): PlayedCase[] => {
    const item = seen.find((item) => item.id === id) ?? worst.find((item) => item.id === id);
    if (item === undefined) return [];
    const decision = decisions.get(id) ?? nothingSeen(item, look.boundary);
    const hinges = isLast && !decision.failed && atTheirWorst.get(id)?.failed === true;
    const isSound = !decisions.has(id)
      ? false
      : stage >= TELLING
        ? !reaches(decision.p_adjusted, UNSETTLED)
        : decision.p > clearedAbove(stage) || (!chosen.has(id) && decision.p_adjusted > 0.5);
    const outcome = decision.failed ? 'red' : isSound && mayClear && !hinges ? 'cleared' : 'open';
    return [
      {
        decision: { ...decision, ...sidesOf(all, id) },
        outcome,
        hinges_on_missing: hinges,
        item,
        chosen: chosen.has(id),
      },
    ];
  });
}

/** What is told of a case counts all of its fresh trials, also those of rounds that the tests leave out. */
function sidesOf(all: readonly PairedCase[], id: string): Partial<Pick<CaseDecision, 'candidate' | 'baseline'>> {
  const item = all.find((known) => known.id === id);
  if (item === undefined) return {};
  const { a, n, b, m } = countsOf(item);
  return { candidate: { passed: a, scored: n }, baseline: { passed: b, scored: m } };
}

function nothingSeen({ id, regraded }: PairedCase, boundary: number): CaseDecision {
  const none = { passed: 0, scored: 0 };
  return { id, p: 1, p_adjusted: 1, boundary, failed: false, watch: false, candidate: none, baseline: none, regraded };
}
