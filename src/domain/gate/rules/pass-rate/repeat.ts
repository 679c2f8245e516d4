import { estimateDrop } from '#domain/statistics/counts/drop.ts';
import { suiteExact } from '#domain/statistics/counts/stratified-exact.ts';
import { CHANGE_ALONE } from '../../boundary.ts';
import type { RepeatedSide } from '../../confirmation/repeated-test.ts';
import {
  againstToday,
  CONFIRMATION_TRIALS,
  type FreshTrials,
  filled,
  HINGES_ON_MISSING,
  isRedAgain,
  mainSince,
  NOTHING_FRESH,
  notRepeated,
  type Repetition,
} from '../../confirmation/repetition.ts';
import type { SuiteDecision } from '../../decision.ts';
import { comparableCases, countsOf, type GateTrial, meanPassRate, type PairedCase } from '../../evidence.ts';
import { trialsAt } from '../../looks/trials-at.ts';

/** Repeats the test on the mean pass rate, of the suite or a tag, with the candidate's trials of the look that decided it. */
export function repeatPassRate(decision: SuiteDecision, cases: readonly PairedCase[], fresh: FreshTrials): Repetition {
  const decided = comparableCases(cases.map((item) => trialsAt(item, decision.look)));
  const seen = againstToday(decided, fresh);
  const test = testAgain(seen, decision);
  if (test === null) return notRepeated(decision.drop, NOTHING_FRESH);
  const asked = new Set(seen.map(({ id }) => id));
  const sides = {
    stored: side(decided.filter(({ id }) => asked.has(id)).map(({ baseline }) => baseline)),
    today: side(seen.map(({ baseline }) => baseline)),
    here: side(seen.map(({ trials }) => trials)),
  };
  const most = decided.map((item) => ({ ...item, baseline: allPassed(fresh.main.get(item.id) ?? []) }));
  if (!test.red && testAgain(most, decision)?.red === true) return notRepeated(decision.drop, HINGES_ON_MISSING, sides);
  return {
    p: test.p,
    kept: test.red,
    unconfirmed: null,
    change_from_stored: decision.drop,
    change_from_today: test.drop,
    main_p: suiteExact(mainSince(decided, fresh).map(countsOf)).pMid,
    sides,
  };
}

function testAgain(cases: readonly PairedCase[], { boundary, max_drop: limit, share = 1 }: SuiteDecision) {
  const counts = cases.map(countsOf);
  const estimate = estimateDrop(counts);
  if (estimate === null) return null;
  const drop = share * estimate.drop;
  const p = boundary === CHANGE_ALONE ? null : suiteExact(counts).pMid;
  return { p, drop, red: isRedAgain({ p, change: drop, boundary, limit }) };
}

/** The missing trials of main, as if they had passed. */
function allPassed(trials: readonly GateTrial[]): readonly GateTrial[] {
  return filled(trials, CONFIRMATION_TRIALS, { passed: true, tool_recall: null });
}

function side(cases: readonly (readonly GateTrial[])[]): RepeatedSide {
  return { value: meanPassRate(cases) ?? 0, trials: cases.reduce((sum, trials) => sum + trials.length, 0) };
}
