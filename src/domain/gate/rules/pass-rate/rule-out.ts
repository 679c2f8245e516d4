import { detectableDrop } from '#domain/statistics/counts/detectable-drop.ts';
import type { Budget } from '../../boundary.ts';
import { mostCountsOf, type PairedCase } from '../../evidence.ts';
import type { RateRule } from '../../policy.ts';

/** `auto` is never below 5 points, and never above 15: ruling out a larger drop would say little. */
const LEAST = 0.05;
const MOST = 0.15;

/**
 * The drop that PASS has to exclude. `auto` is the smallest drop that the suite can detect, from the baseline alone.
 *
 * @returns `null` if nothing has to be excluded
 */
export function resolveRuleOut(
  cases: readonly PairedCase[],
  rule: RateRule,
  budget: Budget,
  looks: readonly number[],
): number | null {
  if (budget === 'threshold') return null;
  if (rule.rule_out !== 'auto') return rule.rule_out;
  const seen = detectableAt(cases, budget, looks);
  return seen === null ? null : Math.min(MOST, Math.max(LEAST, rule.max_drop ?? 0, seen));
}

/** Smallest drop of the mean pass rate detected with 80 % power, from the baseline alone; `null` without cases or budget. */
export function detectableAt(cases: readonly PairedCase[], alpha: number, looks: readonly number[]): number | null {
  const counts = cases.map((item) => mostCountsOf(item, looks));
  return alpha > 0 ? detectableDrop(counts, alpha) : null;
}
