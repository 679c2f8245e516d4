import { lowerMedian } from '#statistics/quantile.ts';
import { caseSight } from '../looks/case-sight.ts';
import type { GatePlan } from '../rules/plan.ts';
import type { DecisionNumbers } from '../terms/decision.ts';
import { mostCountsOf, type PairedCase } from '../terms/evidence.ts';

/**
 * What the case test could detect, from the baseline alone: the most passes that one case, stable on main, may have here and
 * still count as broken, or be tried again where fresh trials decide, while every other case does as on main. The case has the suite's median
 * number of trials on both sides.
 *
 * @returns `null` if not even a case that always fails would be detected
 */
export function detectableCase(
  paired: readonly PairedCase[],
  {
    looks: boundaries,
    looks_choose: choose,
  }: Pick<GatePlan, 'looks_choose'> & { readonly looks: readonly Pick<GatePlan['looks'][number], 'look' | 'case'>[] },
): DecisionNumbers['detectable_case'] {
  const boundary = boundaries.at(-1)?.case ?? null;
  if (boundary === null || paired.length === 0) return null;
  const looks = boundaries.map(({ look }) => look);
  const planned = paired.map((item) => mostCountsOf(item, looks));
  const n = lowerMedian(planned.map((item) => item.n));
  const m = lowerMedian(planned.map((item) => item.m));
  const isSeen = caseSight(planned, boundary, choose);
  let seen: number | null = null;
  // A case that passes more has a larger p, so the first one that is not detected ends the search.
  for (let a = 0; a < n; a++) {
    if (!isSeen({ a, n, b: m, m })) break;
    seen = a;
  }
  return seen === null ? null : { passed: seen, trials: n, baseline_trials: m };
}
