import { Z_ONE_SIDED_95, Z_TWO_SIDED_95 } from '#statistics/distributions/normal.ts';
import { around, type Interval } from '../interval.ts';
import { dropVariance } from './drop-variance.ts';
import { isComparable, type PairedCounts } from './paired-counts.ts';

/** How far the mean pass rate fell, in rates (0.05 = five points); negative when it rose. */
export interface DropEstimate {
  /** Number of comparable cases in the mean. */
  readonly cases: number;
  readonly drop: number;
  readonly standardError: number;
  readonly ci95: Interval;
  /** One-sided: the drop is below this with 95 % confidence. */
  readonly upper95: number;
}

/**
 * Mean over cases of (baseline rate − candidate rate), all comparable cases with equal weight (Miller 2024, arXiv:2411.00640),
 * with SE² = (max(V_wald, V_exchangeable) + V_pseudo-failure) / C² + `extraVariance`.
 *
 * The last bits depend on the order of summation: pass the cases in one order, by id.
 *
 * @param extraVariance of the drop beyond sampling, in squared rates: the differences between runs of unchanged code
 * (`varianceOfOneMoreRun`)
 * @returns `null` without a comparable case
 */
export function estimateDrop(cases: readonly PairedCounts[], extraVariance = 0): DropEstimate | null {
  const comparable = cases.filter(isComparable);
  const count = comparable.length;
  if (count === 0) return null;
  const drop = comparable.reduce((sum, counts) => sum + counts.b / counts.m - counts.a / counts.n, 0) / count;
  const { wald, exchangeable, pseudoFailure } = dropVariance(comparable);
  const summed = Math.max(wald, exchangeable) + pseudoFailure + extraVariance * count ** 2;
  const standardError = Math.sqrt(summed) / count;
  return {
    cases: count,
    drop,
    standardError,
    ci95: around(drop, Z_TWO_SIDED_95 * standardError),
    upper95: drop + Z_ONE_SIDED_95 * standardError,
  };
}
