import { detectableDrop } from '#domain/statistics/counts/detectable-drop.ts';
import type { Budget } from '../../boundary.ts';
import { mostCountsOf, type PairedCase } from '../../evidence.ts';
import type { RateRule } from '../../policy.ts';

/** `auto` is never below 5 points. */
const LEAST = 0.05;

/** It is never above 15 points, as ruling out a larger drop would say little; with one or two cases never above 25. */
const MOST = { usually: 0.15, of_few_cases: 0.25 };

const FEW_CASES = 3;

/**
 * The drop that PASS has to exclude. `auto` is the smallest drop that the suite can detect half way through its looks, from the
 * baseline alone: an unchanged suite is then usually settled before the last one.
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
  const seen = detectableAt(cases, budget, halfWay(looks));
  const most = cases.length < FEW_CASES ? MOST.of_few_cases : MOST.usually;
  return seen === null ? null : Math.min(most, Math.max(LEAST, rule.max_drop ?? 0, seen));
}

/** The looks as far as the mean of the first and the last; a single one stays. */
function halfWay(looks: readonly number[]): readonly number[] {
  const [first = 1, ...further] = looks;
  const last = further.at(-1);
  return last === undefined ? looks : [first, Math.floor((first + last) / 2)];
}

/** Smallest drop of the mean pass rate detected with 80 % power, from the baseline alone; `null` without cases or budget. */
export function detectableAt(cases: readonly PairedCase[], alpha: number, looks: readonly number[]): number | null {
  const counts = cases.map((item) => mostCountsOf(item, looks));
  return alpha > 0 ? detectableDrop(counts, alpha) : null;
}
