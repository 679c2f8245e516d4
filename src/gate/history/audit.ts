import type { SelfAudit } from '#gate/decision/terms/self-audit.ts';
import { exactInterval } from '#statistics/sequential/exact-interval.ts';
import { rateEvidence } from '#statistics/sequential/rate-evidence.ts';
import type { HistoryRow } from './history-row.ts';

/** Evidence at which the promise counts as broken: while it holds, this happens at all with a chance of at most 1 in 20. */
export const BROKEN = 20;

/** Evidence below which a broken promise counts as kept again: what was seen speaks for it. */
const HOLDS = 1;

/**
 * What the comparisons of unchanged code in a history say about the gate. Only those under the same promise count.
 *
 * @param rows oldest first
 * @param promised the false-alarm rate that the policy promises now, 0–1
 * @returns `null` without such a comparison
 */
export function selfAuditOf(rows: readonly HistoryRow[], promised: number): SelfAudit | null {
  const counted = rows.flatMap(({ audit }) => (audit !== null && isNear(audit.promised, promised) ? [audit] : []));
  if (counted.length === 0) return null;
  let red = 0;
  let broken = false;
  for (const [index, comparison] of counted.entries()) {
    if (comparison.red) red += 1;
    const evidence = rateEvidence(red, index + 1, promised);
    broken = broken ? evidence >= HOLDS : evidence >= BROKEN;
  }
  const comparisons = counted.length;
  return { comparisons, red, ci95: exactInterval(red, comparisons), promised, broken, repeated: null };
}

/** 1 − 0.95 is not exactly 0.05. */
function isNear(left: number, right: number): boolean {
  return Math.abs(left - right) < 1e-9;
}
