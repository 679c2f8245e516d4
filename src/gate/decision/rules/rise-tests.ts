import { exceeds, reaches } from '#statistics/beyond.ts';
import { normalQuantile } from '#statistics/distributions/normal.ts';
import { mean } from '#statistics/mean.ts';
import { type Drift, driftP } from '#statistics/values/drift.ts';
import { logRatioTest } from '#statistics/values/log-ratio-test.ts';
import type { PairedValues } from '#statistics/values/paired-values.ts';
import { risenCases } from '#statistics/values/risen-cases.ts';
import { totalTest } from '#statistics/values/total-test.ts';
import type { TypicalRise } from '../facts/test-decisions.ts';
import { CHANGE_ALONE, isRed } from '../terms/boundary.ts';
import type { IncreaseDecision, RiseTest } from '../terms/decision.ts';
import { isWithinDrift } from './drift-allowance.ts';

/** The boundaries of the tests for an increase; with `boundary` 0 they are only shown. */
export interface IncreasePlan {
  /** Of each question. */
  readonly boundary: number;
  readonly max_increase: number;
  readonly asks: { readonly total: boolean; readonly typical: boolean };
  /** Main's total that a rise is a part of; `null`: that of the cases in the test. */
  readonly main: number | null;
  /** A total beyond its limit is open at a p up to this, or for a case that is separated; 0: fresh trials will tell. */
  readonly open_at: number;
  /** How far main's logarithms may be from those of another day; `null`: fresh trials of main will tell. */
  readonly drift: Drift | null;
}

/** A case with its values on both sides. */
export interface CaseValues extends PairedValues {
  readonly id: string;
}

/** The p that each question has at least, as whole rounds of a runner have it; 0: trials were run one by one. */
export interface LeastP {
  readonly total: number;
  readonly typical: number;
}

/**
 * Asks whether the total grew, and whether the typical case did: one case of many moves only the total, and the heaviest case
 * hides a rise of all in it.
 */
export function testRise(cases: readonly CaseValues[], plan: IncreasePlan, least: LeastP): IncreaseDecision {
  const [candidate, baseline] = [totalOf(cases, 'candidate'), totalOf(cases, 'baseline')];
  const main = plan.main ?? baseline;
  const isPlain = plan.boundary === CHANGE_ALONE;
  const { boundary, max_increase } = plan;
  const total = isPlain
    ? plainRise((candidate - baseline) / main, max_increase)
    : totalRise(cases, (candidate - baseline) / main, plan, least.total);
  const typical = isPlain ? null : typicalRise(cases, plan, least.typical);
  const failed = total.failed || typical?.failed === true;
  const risen_cases = risenCases(cases, main, max_increase);
  return {
    boundary,
    max_increase,
    cases: cases.length,
    candidate,
    baseline,
    total,
    typical,
    risen_cases,
    failed,
    open:
      !failed &&
      (isWithinDrift(total) || (typical !== null && isWithinDrift(typical)) || isOpenTotal(total, risen_cases, plan)),
  };
}

/** The question that speaks most against the change: of those beyond the limit, else of all, the one with the smaller p. */
export function worstRise({ total, typical }: IncreaseDecision, limit: number): RiseTest {
  const limited = [total, ...(typical === null ? [] : [typical])].filter((test) => test.is_limited);
  const beyond = limited.filter(({ rise }) => exceeds(rise, limit));
  const [worst = total] = (beyond.length > 0 ? beyond : limited).toSorted(
    (left, right) => (left.p ?? 0) - (right.p ?? 0),
  );
  return worst;
}

function plainRise(rise: number, limit: number): RiseTest {
  return { is_limited: true, p: null, rise, p_drift: null, failed: exceeds(rise, limit) };
}

/** The error of the total: the one at which its p would be that of a normal deviate. */
function totalRise(cases: readonly PairedValues[], rise: number, plan: IncreasePlan, leastP: number): RiseTest {
  const p = Math.max(totalTest(cases), leastP);
  const log = Math.log1p(rise);
  return {
    is_limited: plan.asks.total,
    rise,
    ...decideRise(p, rise, plan.asks.total, plan, () => [log, -log / normalQuantile(p)]),
  };
}

function typicalRise(cases: readonly PairedValues[], plan: IncreasePlan, leastP: number): TypicalRise | null {
  const test = logRatioTest(cases);
  if (test === null) return null;
  const rise = test.ratio - 1;
  const { typical: isLimited } = plan.asks;
  return {
    is_limited: isLimited,
    rise,
    ci95: [test.ci95.low - 1, test.ci95.high - 1],
    ...decideRise(Math.max(test.p, leastP), rise, isLimited, plan, () => [Math.log(test.ratio), test.standardError]),
  };
}

/** @param moved the change of the logarithm, with its standard error */
function decideRise(
  p: number,
  rise: number,
  isLimited: boolean,
  { boundary, max_increase, drift }: IncreasePlan,
  moved: () => readonly [change: number, error: number],
): Pick<RiseTest, 'p' | 'p_drift' | 'failed'> {
  const isBeyondChance = isLimited && isRed({ p, boundary, change: rise, limit: max_increase });
  const p_drift = drift === null || !isBeyondChance ? null : driftP(...moved(), drift);
  return { p, p_drift, failed: isBeyondChance && (p_drift === null || reaches(p_drift, boundary)) };
}

/** A total beyond its limit that chance seldom explains, or one case explains, which so few trials can't show. */
function isOpenTotal(
  { p, rise, is_limited: isLimited }: RiseTest,
  risen: IncreaseDecision['risen_cases'],
  { open_at: most, max_increase: limit }: IncreasePlan,
): boolean {
  const isUnlikely = p !== null && (reaches(p, most) || risen.some(({ separated }) => separated !== null));
  return isLimited && most > 0 && isUnlikely && exceeds(rise, limit);
}

function totalOf(cases: readonly PairedValues[], side: keyof PairedValues): number {
  return cases.reduce((sum, pair) => sum + (mean(pair[side]) ?? 0), 0);
}
