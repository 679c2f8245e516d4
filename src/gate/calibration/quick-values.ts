import { isEvaded } from '#gate/decision/rules/missing-values.ts';
import type { IncreasePlan } from '#gate/decision/rules/rise-tests.ts';
import type { ScopePlan } from '#gate/decision/rules/scope.ts';
import { CHANGE_ALONE } from '#gate/decision/terms/boundary.ts';
import { METRIC_NAMES, type Metric } from '#gate/decision/terms/metrics.ts';
import { exceeds } from '#statistics/beyond.ts';
import { mean } from '#statistics/mean.ts';
import type { CountedCases } from './counted-cases.ts';

/** What tests of values do to a verdict; `unknown`: sums do not say, so the gate itself has to. */
export type ValuesOutcome = 'failed' | 'inconclusive' | 'fine' | 'unknown';

/** How the tests on tool recall, tokens, cost and latency of a scope end, together: one that fails decides, then one that is open. */
export function valuesOutcome(cases: CountedCases, plan: ScopePlan): ValuesOutcome {
  const found = [
    recallOutcome(cases, plan),
    ...METRIC_NAMES.map((metric) => increaseOutcome(cases, metric, plan[metric])),
  ];
  const order = ['unknown', 'failed', 'inconclusive'] as const;
  return order.find((outcome) => found.includes(outcome)) ?? 'fine';
}

/** Only where recall fell by more than is tolerated can it be red; how far chance explains that, sums do not say. */
function recallOutcome(cases: CountedCases, { tool_recall: plan }: ScopePlan): ValuesOutcome {
  if (plan === null) return 'fine';
  const pairs = cases.pairs('tool_recall');
  const { differences } = pairs;
  if (differences.length > 0 && plan.boundary > 0) {
    const drop = 0 - differences.reduce((sum, each) => sum + each, 0) / differences.length;
    if (exceeds(drop, plan.max_drop)) return 'unknown';
  }
  return openIf(plan.boundary > 0 && isEvaded(pairs.without, pairs.expected, differences.length === 0));
}

/** Sums say how far a total and a typical case rose, and no chance: beyond the tolerance the gate itself has to. */
function increaseOutcome(cases: CountedCases, metric: Metric, plan: IncreasePlan | null): ValuesOutcome {
  if (plan === null) return 'fine';
  const { differences, here, main, without, expected } = cases.pairs(metric);
  const { boundary, max_increase: limit } = plan;
  const count = differences.length;
  if (count > 0 && boundary > 0) {
    const isTotal = exceeds(here / main - 1, limit);
    if (boundary === CHANGE_ALONE && isTotal) return 'failed';
    if (boundary !== CHANGE_ALONE && (isTotal || exceeds(Math.expm1(mean(differences) ?? 0), limit))) return 'unknown';
  }
  return openIf(boundary > 0 && isEvaded(without, expected, count === 0));
}

function openIf(isOpen: boolean): ValuesOutcome {
  return isOpen ? 'inconclusive' : 'fine';
}
