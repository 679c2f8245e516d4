import { driftPOf, type PassRateLook, type PassRatePlan } from '#gate/decision/rules/pass-rate/test.ts';
import { exceeds, fallsBelow, reaches } from '#statistics/beyond.ts';
import { varianceOfOneMoreRun } from '#statistics/counts/between-runs.ts';
import { type DropEstimate, estimateDrop } from '#statistics/counts/drop.ts';
import { midPReaches } from '#statistics/counts/mid-p-reaches.ts';
import type { PairedCounts } from '#statistics/counts/paired-counts.ts';

/** How a test ends: red; red but for what a day may do; a drop that matters is ruled out; or nothing of these. */
export type TestOutcome = 'failed' | 'within_drift' | 'passed' | 'open';

/** Cases whose mean pass rate is tested; plans that test it with different boundaries share what is known of it. */
export interface ComparedCases {
  readonly counts: () => readonly PairedCounts[];
  /** Their `correctedDrop`. */
  readonly drop: (extraVariance: number) => DropEstimate | null;
}

/**
 * How `testPassRate` ends on the same cases, without the numbers of a report: the costly p is asked for only where the drop is beyond the
 * tolerance, and then only whether it reaches its boundary.
 *
 * @returns `null` without a comparable case
 */
export function passRateOutcome(
  cases: ComparedCases,
  { boundary, max_drop, rule_out, drift }: Omit<PassRatePlan, 'judge' | 'carried'>,
  { z, between }: Pick<PassRateLook, 'z' | 'between'>,
): TestOutcome | null {
  const extraVariance = between === null ? 0 : varianceOfOneMoreRun(between);
  const effect = cases.drop(extraVariance);
  if (effect === null) return null;
  if (boundary > 0 && exceeds(effect.drop, max_drop)) {
    const counts = cases.counts();
    if (midPReaches(counts, boundary)) {
      const judged = estimateDrop(counts, extraVariance)?.drop ?? effect.drop;
      return drift === null || reaches(driftPOf(counts, drift, judged), boundary) ? 'failed' : 'within_drift';
    }
  }
  const isRuledOut = rule_out === null || fallsBelow(effect.drop + z * effect.standardError, rule_out);
  return isRuledOut ? 'passed' : 'open';
}
