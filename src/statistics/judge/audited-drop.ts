import { studentTQuantile, studentTSf } from '../distributions/student-t.ts';
import { around, type Interval } from '../interval.ts';
import { mean } from '../mean.ts';
import { pairedT } from '../values/paired-t.ts';

/** One side of a case: its judged pass rate, and the trials that a second judge graded too. */
export interface AuditedSide {
  readonly rate: number;
  readonly audited: readonly { readonly judge: boolean; readonly audit: boolean }[];
}

/** A case that was audited on both sides, or that no judge judged (nothing audited). */
export interface AuditedCase {
  readonly candidate: AuditedSide;
  readonly baseline: AuditedSide;
}

/** A drop of the mean pass rate as the second judge sees it, and whether the first treats the sides differently. */
export interface AuditedDrop {
  /** Cases in the mean, and those of them that were audited. */
  readonly cases: number;
  readonly audited: number;
  readonly drop: number;
  readonly standardError: number;
  readonly ci95: Interval;
  readonly upper95: number;
  /** One-sided, that the rate did not fall. */
  readonly p: number;
  /** How much more often the second judge passes what the first failed, here than on main: mean over the audited cases. */
  readonly leniency: number;
  /** Two-sided, that the first judge errs alike on both sides. */
  readonly p_differs: number;
}

/** With fewer audited cases nothing is known about how they vary. */
const FEWEST_AUDITED = 6;

/**
 * Prediction-powered drop (Angelopoulos et al. 2023; PPI++, arXiv:2311.01453, with weight 1), paired by case: e = mean(audit − judge) over the
 * audited trials of a side, d = (f̄_b + e_b) − (f̄_a + e_a), D_pp = mean d with its t-interval over cases. It is right however the first judge
 * errs, on either side, if the second one doesn't. The first errs differently on the sides if e_a and e_b differ (paired t-test, two-sided).
 *
 * As in `estimateDrop`, one pseudo-failure in all keeps the interval from having no width.
 *
 * @returns `null` with fewer than {@link FEWEST_AUDITED} audited cases
 */
export function auditedDrop(cases: readonly AuditedCase[]): AuditedDrop | null {
  const audited = cases.filter(
    ({ candidate, baseline }) => candidate.audited.length > 0 && baseline.audited.length > 0,
  );
  const errors = audited.map(({ candidate, baseline }) => residual(candidate) - residual(baseline));
  const drops = cases.map(
    ({ candidate, baseline }) => baseline.rate + residual(baseline) - (candidate.rate + residual(candidate)),
  );
  const test = pairedT(drops);
  const differs = pairedT(errors);
  if (test === null || differs === null || audited.length < FEWEST_AUDITED) return null;
  const { mean: drop, degreesOfFreedom: df } = test;
  const standardError = Math.hypot(test.standardError, Math.sqrt(pseudoFailure(audited)) / cases.length);
  const t = (p: number) => studentTQuantile(p, df) * standardError;
  return {
    cases: cases.length,
    audited: audited.length,
    drop,
    standardError,
    ci95: around(drop, t(0.975)),
    upper95: drop + t(0.95),
    p: studentTSf(drop / standardError, df),
    leniency: differs.mean,
    p_differs: Math.min(1, 2 * Math.min(differs.p, pairedT(errors.map((error) => -error))?.p ?? 1)),
  };
}

function residual({ audited }: AuditedSide): number {
  return mean(audited.map(({ judge, audit }) => Number(audit) - Number(judge))) ?? 0;
}

function pseudoFailure(audited: readonly AuditedCase[]): number {
  const each = audited.map(({ candidate: { audited: here }, baseline: { audited: main } }) => {
    return (1 / here.length + 1 / main.length) / (here.length + main.length);
  });
  return mean(each) ?? 0;
}
