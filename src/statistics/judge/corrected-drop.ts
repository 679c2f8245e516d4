import { type DropEstimate, estimateDrop } from '../counts/drop.ts';
import { dropVariance } from '../counts/drop-variance.ts';
import { isComparable, type PairedCounts } from '../counts/paired-counts.ts';
import { Z_ONE_SIDED_95, Z_TWO_SIDED_95 } from '../distributions/normal.ts';
import { around } from '../interval.ts';
import { type CaseJudge, varianceOfLabels } from './case-judge.ts';

/** A case on both sides; `judge`: what errs in its outcomes, `null`: nothing. */
export interface JudgedCounts {
  readonly counts: PairedCounts;
  readonly judge: CaseJudge | null;
}

/**
 * How far the true mean pass rate fell, if main and candidate were judged by one judge that errs alike on both: a judged drop D is the true one
 * times J, so D̂ = D/Ĵ with SE² = SE(D)²/Ĵ² + D̂²·Var Ĵ/Ĵ² (delta method; Rogan & Gladen 1978 for one rate, of which the constant part cancels in a
 * difference). Cases without a judge keep their drop: D̂ is the mean of dᵢ/Jᵢ. Errors that cases share through a criterion add up before they
 * are squared.
 *
 * Without a judged case it is `estimateDrop`, to the last bit.
 *
 * @param extraVariance of the judged drop, as in `estimateDrop`
 * @returns `null` without a comparable case
 */
export function correctedDrop(cases: readonly JudgedCounts[], extraVariance = 0): DropEstimate | null {
  const comparable = cases.filter(({ counts }) => isComparable(counts));
  const count = comparable.length;
  if (comparable.every(({ judge }) => judge === null))
    return estimateDrop(
      comparable.map(({ counts }) => counts),
      extraVariance,
    );
  const terms = comparable.map(({ counts, judge }) => ({ counts, judge, weight: judge === null ? 1 : 1 / judge.j }));
  const drop = terms.reduce((sum, { counts, weight }) => sum + weight * dropOf(counts), 0) / count;
  let [wald, exchangeable, pseudoFailure] = [0, 0, 0];
  for (const { counts, weight } of terms) {
    const own = dropVariance([counts]);
    wald += weight ** 2 * own.wald;
    exchangeable += weight ** 2 * own.exchangeable;
    pseudoFailure += (weight ** 2 * own.pseudoFailure) / count;
  }
  const spread = terms.reduce((sum, { weight }) => sum + weight, 0) ** 2 * extraVariance;
  const labels = varianceOfLabels(
    terms.flatMap(({ counts, judge }) =>
      judge === null ? [] : [{ slopes: judge.slopes, by: ({ j }) => (-dropOf(counts) / judge.j ** 2) * j }],
    ),
  );
  const standardError = Math.sqrt(Math.max(wald, exchangeable) + pseudoFailure + spread + labels) / count;
  return {
    cases: count,
    drop,
    standardError,
    ci95: around(drop, Z_TWO_SIDED_95 * standardError),
    upper95: drop + Z_ONE_SIDED_95 * standardError,
  };
}

function dropOf({ a, n, b, m }: PairedCounts): number {
  return b / m - a / n;
}

/**
 * What is left of a drop of every case in the judged mean: the mean of Jᵢ, 1 for a case without a judge. What a test can detect is divided by it.
 */
export function shareShown(judges: readonly (CaseJudge | null)[]): number {
  return judges.length === 0 ? 1 : judges.reduce((sum, judge) => sum + (judge?.j ?? 1), 0) / judges.length;
}

/** What a judge costs: 1/J² trials of it show as much as one of a judge that never errs. Mean over the judged cases; `null` without one. */
export function judgeTax(judges: readonly (CaseJudge | null)[]): number | null {
  const taxes = judges.flatMap((judge) => (judge === null ? [] : [1 / judge.j ** 2]));
  return taxes.length === 0 ? null : taxes.reduce((sum, tax) => sum + tax, 0) / taxes.length;
}
