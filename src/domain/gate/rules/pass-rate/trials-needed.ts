import { exceeds, fallsBelow } from '#domain/statistics/beyond.ts';
import { dropVariance } from '#domain/statistics/counts/drop-variance.ts';
import type { PairedCounts } from '#domain/statistics/counts/paired-counts.ts';
import { normalQuantile, Z_ONE_SIDED_95 } from '#domain/statistics/distributions/normal.ts';
import type { SuiteDecision } from '../../decision.ts';

/** No plan asks for more trials per case than this. */
const MOST_TRIALS = 50;

/**
 * The smallest number of trials per case, more than now, that would settle an open suite test at the same rates: the drop that
 * matters would be ruled out, or the drop would be red. The baseline keeps its trials.
 *
 * @param trials trials per case now
 * @param extraVariance of the drop, from runs of main that differ beyond chance
 * @returns `null` if 50 would not settle it: more cases are needed
 */
export function trialsNeeded(
  cases: readonly PairedCounts[],
  suite: SuiteDecision,
  trials: number,
  extraVariance: number,
): number | null {
  for (let n = trials + 1; n <= MOST_TRIALS; n++) {
    const standardError = (suite.share ?? 1) * Math.hypot(errorWith(cases, n), Math.sqrt(extraVariance));
    const ruledOut = suite.rule_out !== null && fallsBelow(suite.drop + Z_ONE_SIDED_95 * standardError, suite.rule_out);
    const red =
      suite.boundary > 0 &&
      exceeds(suite.drop, suite.max_drop) &&
      suite.drop / standardError >= -normalQuantile(suite.boundary);
    if (ruledOut || red) return n;
  }
  return null;
}

function errorWith(cases: readonly PairedCounts[], n: number): number {
  const { wald, exchangeable, pseudoFailure } = dropVariance(
    cases.map((counts) => ({ ...counts, a: (counts.a / counts.n) * n, n })),
  );
  return Math.sqrt(Math.max(wald, exchangeable) + pseudoFailure) / cases.length;
}
