import { isRed } from '#gate/decision/terms/boundary.ts';
import type { SuiteDecision } from '#gate/decision/terms/decision.ts';
import { comparableCases, countsOf, type PairedCase } from '#gate/decision/terms/evidence.ts';
import type { CorrectedDrop } from '#gate/decision/terms/judge-numbers.ts';
import { correctionOf, type JudgeRules } from '#gate/decision/terms/judge-rules.ts';
import { roundsGuard } from '#gate/decision/terms/rounds.ts';
import { fallsBelow, reaches } from '#statistics/beyond.ts';
import { type BetweenRuns, varianceOfOneMoreRun } from '#statistics/counts/between-runs.ts';
import { estimateDrop } from '#statistics/counts/drop.ts';
import { dropVariance } from '#statistics/counts/drop-variance.ts';
import type { PairedCounts } from '#statistics/counts/paired-counts.ts';
import { suiteExact } from '#statistics/counts/stratified-exact.ts';
import { Z_ONE_SIDED_95 } from '#statistics/distributions/normal.ts';
import { correctedDrop, judgeTax, shareShown } from '#statistics/judge/corrected-drop.ts';
import { type Drift, driftP } from '#statistics/values/drift.ts';

/** The boundaries of one test on pass rates. */
export interface PassRatePlan {
  readonly boundary: number;
  readonly max_drop: number;
  readonly rule_out: number | null;
  /** How far main's mean may be from that of another day; `null`: fresh trials of main will tell. */
  readonly drift: Drift | null;
  /** What is known of the errors of the judge; `undefined`: nothing. */
  readonly judge: JudgeRules | undefined;
  /** Cases besides those that are tested, which count as unchanged; absent: none. */
  readonly unaffected?: number;
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

/** The only look, or a stage of several. */
export function finalLook(look: number, z = Z_ONE_SIDED_95): PassRateLook {
  return { look, z, between: null };
}

/**
 * Whether the mean pass rate fell by more than the tolerance and more than chance explains (p = mid-p at the boundary), or a
 * drop that matters is ruled out (drop + z standard errors below `rule_out`). If runs of main differ beyond chance, that spread
 * is part of what has to be ruled out; what another day explains as well is not red. Cases that the change can't reach change by nothing,
 * so that they leave p as it is and make drop and standard error smaller.
 *
 * A judge that errs alike on both sides leaves trials exchangeable, so p stays as it is; but it shows only a part of a drop. The tolerance and the
 * drop to be ruled out are therefore compared with the drop corrected for the judge's errors.
 *
 * @returns `null` without a comparable case
 */
export function testPassRate(
  cases: readonly PairedCase[],
  plan: PassRatePlan,
  { look, z, between }: PassRateLook,
): SuiteDecision | null {
  const comparable = comparableCases(cases);
  const counts = comparable.map(countsOf);
  const extraVariance = between === null ? 0 : varianceOfOneMoreRun(between);
  const estimate = estimateDrop(counts, extraVariance);
  if (estimate === null) return null;
  const corrected = correct(comparable, plan.judge, extraVariance);
  const { drop: effect, standard_error: error } = corrected ?? {
    drop: estimate.drop,
    standard_error: estimate.standardError,
  };
  const { pExact, pMid } = suiteExact(counts);
  const { drift, judge: _, unaffected = 0, ...bounds } = plan;
  const share = estimate.cases / (estimate.cases + unaffected);
  const rounds = roundsGuard(comparable, z);
  const p = rounds === null ? pMid : Math.max(pMid, rounds.p ?? 1);
  const isBeyondChance = isRed({ p, boundary: plan.boundary, change: share * effect, limit: plan.max_drop });
  const p_drift = drift === null || !isBeyondChance ? null : driftPOf(counts, drift, estimate.drop);
  const failed = isBeyondChance && (p_drift === null || reaches(p_drift, plan.boundary));
  const ruledOut =
    plan.rule_out === null || fallsBelow(share * (effect + Math.max(z * error, rounds?.margin ?? 0)), plan.rule_out);
  return {
    look,
    p_exact: pExact,
    p_mid: pMid,
    ...(rounds !== null && { p_rounds: rounds.p }),
    ...timesShare(share, {
      drop: estimate.drop,
      standard_error: estimate.standardError,
      ci95: [estimate.ci95.low, estimate.ci95.high],
      upper95: estimate.upper95,
    }),
    ...(corrected !== null && { corrected: { ...corrected, ...timesShare(share, corrected) } }),
    ...(unaffected > 0 && { share }),
    ...bounds,
    p_drift,
    failed,
    passed: !isBeyondChance && ruledOut,
  };
}

/** Chance of a drop at least as large if only the day differs. */
function driftPOf(counts: readonly PairedCounts[], drift: Drift, drop: number): number {
  return driftP(drop, Math.sqrt(dropVariance(counts).exchangeable) / counts.length, drift);
}

function correct(
  cases: readonly PairedCase[],
  rules: JudgeRules | undefined,
  extraVariance: number,
): CorrectedDrop | null {
  const judges = cases.map((item) => correctionOf(item, rules));
  const tax = judgeTax(judges);
  const estimate = correctedDrop(
    cases.map((item, i) => ({ counts: countsOf(item), judge: judges[i] ?? null })),
    extraVariance,
  );
  if (estimate === null || tax === null) return null;
  const { drop, standardError, ci95, upper95 } = estimate;
  return {
    drop,
    standard_error: standardError,
    ci95: [ci95.low, ci95.high],
    upper95,
    visible_share: shareShown(judges),
    judge_tax: tax,
  };
}

type Effect = Pick<SuiteDecision, 'drop' | 'standard_error' | 'ci95' | 'upper95'>;

/** The effect on all cases of one on the tested: the others are unchanged. */
export function timesShare(share: number, { drop, standard_error, ci95: [low, high], upper95 }: Effect): Effect {
  return {
    drop: share * drop,
    standard_error: share * standard_error,
    ci95: [share * low, share * high],
    upper95: share * upper95,
  };
}

/** The drop that tolerance and `rule_out` are compared with: corrected for the judge's errors where they are known. */
export function effectOf(suite: Effect & Pick<SuiteDecision, 'corrected'>): Effect {
  return suite.corrected ?? suite;
}
