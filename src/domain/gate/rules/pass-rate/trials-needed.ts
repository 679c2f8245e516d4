import { exceeds, fallsBelow } from '#domain/statistics/beyond.ts';
import { estimateDrop } from '#domain/statistics/counts/drop.ts';
import { normalQuantile, Z_ONE_SIDED_95 } from '#domain/statistics/distributions/normal.ts';
import { correctedDrop, type JudgedCounts } from '#domain/statistics/judge/corrected-drop.ts';
import type { SuiteDecision } from '../../decision.ts';
import { effectOf } from './test.ts';

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
  cases: readonly JudgedCounts[],
  suite: SuiteDecision,
  trials: number,
  extraVariance: number,
): number | null {
  for (let n = trials + 1; n <= MOST_TRIALS; n++) {
    const errors = errorsWith(cases, n, extraVariance);
    const share = suite.share ?? 1;
    const [judged, corrected] = [share * errors.judged, share * errors.corrected];
    const { drop } = effectOf(suite);
    const ruledOut = suite.rule_out !== null && fallsBelow(drop + Z_ONE_SIDED_95 * corrected, suite.rule_out);
    const red =
      suite.boundary > 0 && exceeds(drop, suite.max_drop) && suite.drop / judged >= -normalQuantile(suite.boundary);
    if (ruledOut || red) return n;
  }
  return null;
}

/** Of the judged drop, and of that corrected for the judge's errors. */
function errorsWith(cases: readonly JudgedCounts[], n: number, extraVariance: number) {
  const planned = cases.map(({ counts, judge }) => ({ counts: { ...counts, a: (counts.a / counts.n) * n, n }, judge }));
  const judged = estimateDrop(
    planned.map(({ counts }) => counts),
    extraVariance,
  );
  const corrected = correctedDrop(planned, extraVariance);
  return { judged: judged?.standardError ?? 0, corrected: corrected?.standardError ?? 0 };
}
