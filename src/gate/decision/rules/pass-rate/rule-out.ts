import { mostCountsOf, type PairedCase } from '#gate/decision/terms/evidence.ts';
import { correctionOf } from '#gate/decision/terms/judge-rules.ts';
import type { RateRule } from '#gate/decision/terms/policy.ts';
import { varianceOfOneMoreRun } from '#statistics/counts/between-runs.ts';
import { detectableDrop } from '#statistics/counts/detectable-drop.ts';
import { normalQuantile } from '#statistics/distributions/normal.ts';
import { shareShown } from '#statistics/judge/corrected-drop.ts';
import { TELLING } from '../../terms/stages.ts';
import type { PlanTerms } from '../gate-rule.ts';

/** `auto` is never below 5 points. */
const LEAST = 0.05;

/** It is never above 15 points, as ruling out a larger drop would say little; with fewer than six cases, or few fresh trials, never above 25. */
const MOST = { usually: 0.15, of_few: 0.25 };

const FEW_CASES = 6;

/** So much more than what is usually detected that an unchanged suite is usually settled, by the margins that looks and fresh trials share. */
const POWER = 0.9;

/**
 * The drop that PASS has to exclude. `auto` is the smallest drop that the suite detects in nine of ten changes, from the baseline alone: at its last
 * look where fresh trials of both sides follow, else half way through its looks, so that an unchanged suite is usually settled before the last one.
 *
 * @returns `null` if nothing has to be excluded
 */
export function resolveRuleOut(
  cases: readonly PairedCase[],
  rule: RateRule,
  {
    budget,
    looks,
    fresh,
    between_runs: between,
    unaffected = 0,
    judge,
  }: Omit<PlanTerms, 'reckons_with_drift' | 'boundary'>,
): number | null {
  if (budget === 'threshold') return null;
  if (rule.rule_out !== 'auto') return rule.rule_out;
  const planned = fresh === null ? halfWay(looks) : looks.map((look) => Math.min(look, fresh));
  const counts = cases.map((item) => mostCountsOf(item, planned));
  // A judge with errors shows only a part of a drop.
  const share = shareShown(cases.map((item) => correctionOf(item, judge)));
  const detectable = budget > 0 ? detectableDrop(counts, budget, POWER) : null;
  const alone = detectable === null ? null : detectable / share;
  const here = between === null ? alone : besides(alone, varianceOfOneMoreRun(between) / share ** 2, budget);
  // What the change can't reach counts as unchanged, so the drop of the suite is the drop of the other cases times their share.
  const all = cases.length + unaffected;
  const seen = here === null ? here : (here * cases.length) / all;
  const isOfFew = all < FEW_CASES || (fresh !== null && fresh < TELLING);
  return seen === null
    ? null
    : Math.min(isOfFew ? MOST.of_few : MOST.usually, Math.max(LEAST, rule.max_drop ?? 0, seen));
}

/** With runs that differ, a drop has to be larger to be seen. */
function besides(alone: number | null, variance: number, alpha: number): number | null {
  const errors = normalQuantile(POWER) - normalQuantile(alpha);
  return alone === null ? null : Math.hypot(alone, errors * Math.sqrt(variance));
}

/** The looks as far as the mean of the first and the last; a single one stays. */
function halfWay(looks: readonly number[]): readonly number[] {
  const [first = 1, ...further] = looks;
  const last = further.at(-1);
  return last === undefined ? looks : [first, Math.floor((first + last) / 2)];
}
