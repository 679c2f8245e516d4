import { fallsBelow, reaches } from '#domain/statistics/beyond.ts';
import { type BetweenRuns, varianceOfOneMoreRun } from '#domain/statistics/counts/between-runs.ts';
import { estimateDrop } from '#domain/statistics/counts/drop.ts';
import { dropVariance } from '#domain/statistics/counts/drop-variance.ts';
import type { PairedCounts } from '#domain/statistics/counts/paired-counts.ts';
import { suiteExact } from '#domain/statistics/counts/stratified-exact.ts';
import { Z_ONE_SIDED_95 } from '#domain/statistics/distributions/normal.ts';
import { type Drift, driftP } from '#domain/statistics/values/drift.ts';
import { isRed } from '../../boundary.ts';
import type { SuiteDecision } from '../../decision.ts';
import { comparableCases, countsOf, type PairedCase } from '../../evidence.ts';

/** The boundaries of one test on pass rates. */
export interface PassRatePlan {
  readonly boundary: number;
  readonly max_drop: number;
  readonly rule_out: number | null;
  /** How far main's mean may be from that of another day; `null`: fresh trials of main will tell. */
  readonly drift: Drift | null;
  /** Cases beside those that are tested, which count as unchanged; absent: none. */
  readonly carried?: number;
}

/** When and how strictly pass rates are tested. */
export interface PassRateLook {
  /** Trials per case. */
  readonly look: number;
  /** Required standard errors between the drop and the one to be ruled out. */
  readonly z: number;
  /** How far runs of main differ from one another beyond chance; `null`: not used. */
  readonly between: BetweenRuns | null;
}

/** The only look, or the last. */
export function finalLook(look: number): PassRateLook {
  return { look, z: Z_ONE_SIDED_95, between: null };
}

/**
 * Whether the mean pass rate fell by more than the tolerance and more than chance explains (p = mid-p at the boundary), or a
 * drop that matters is ruled out (drop + z standard errors below `rule_out`). If runs of main differ beyond chance, that spread
 * is part of both: the p is then no smaller than that of a t-test with it. Cases that the change can't reach change by nothing,
 * so that they leave p as it is and make drop and standard error smaller.
 *
 * @returns `null` without a comparable case
 */
export function testPassRate(
  cases: readonly PairedCase[],
  plan: PassRatePlan,
  { look, z, between }: PassRateLook,
): SuiteDecision | null {
  const counts = comparableCases(cases).map(countsOf);
  const estimate = estimateDrop(counts, between === null ? 0 : varianceOfOneMoreRun(between));
  if (estimate === null) return null;
  const { pExact, pMid } = suiteExact(counts);
  const { drift, carried = 0, ...bounds } = plan;
  const share = estimate.cases / (estimate.cases + carried);
  const drop = share * estimate.drop;
  const isBeyondChance = isRed({ p: pMid, boundary: plan.boundary, change: drop, limit: plan.max_drop });
  const p_drift = drift === null || !isBeyondChance ? null : driftPOf(counts, drift, estimate.drop);
  const failed = isBeyondChance && (p_drift === null || reaches(p_drift, plan.boundary));
  const standard_error = share * estimate.standardError;
  const ruledOut = plan.rule_out === null || fallsBelow(drop + z * standard_error, plan.rule_out);
  return {
    look,
    p_exact: pExact,
    p_mid: pMid,
    drop,
    standard_error,
    ci95: [share * estimate.ci95.low, share * estimate.ci95.high],
    upper95: share * estimate.upper95,
    ...(carried > 0 && { share }),
    ...bounds,
    p_drift,
    failed,
    passed: !isBeyondChance && ruledOut,
  };
}

function driftPOf(counts: readonly PairedCounts[], drift: Drift, drop: number): number {
  return driftP(drop, Math.sqrt(dropVariance(counts).exchangeable) / counts.length, drift);
}
