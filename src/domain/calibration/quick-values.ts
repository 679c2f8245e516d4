import { CHANGE_ALONE } from '#domain/gate/boundary.ts';
import { METRIC_NAMES, type Metric } from '#domain/gate/metrics.ts';
import type { IncreasePlan } from '#domain/gate/rules/increase.ts';
import { isEvaded } from '#domain/gate/rules/missing-values.ts';
import type { ScopePlan } from '#domain/gate/rules/scope.ts';
import { exceeds, reaches } from '#domain/statistics/beyond.ts';
import { mean } from '#domain/statistics/mean.ts';
import { driftP } from '#domain/statistics/values/drift.ts';
import { FEWEST_CASES_FOR_RATIO } from '#domain/statistics/values/log-ratio-test.ts';
import { pairedT } from '#domain/statistics/values/paired-t.ts';
import type { CountedCases, ValuePairs } from './counted-cases.ts';

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

function increaseOutcome(cases: CountedCases, metric: Metric, plan: IncreasePlan | null): ValuesOutcome {
  if (plan === null) return 'fine';
  const pairs = cases.pairs(metric);
  const isByChange = plan.boundary === CHANGE_ALONE;
  const count = pairs.differences.length;
  if (!isByChange && count > 0 && count < FEWEST_CASES_FOR_RATIO) return 'unknown';
  if (count > 0) {
    const ended = isByChange ? totalsOutcome(pairs, plan) : ratioOutcome(pairs.differences, plan);
    if (ended !== 'fine') return ended;
  }
  return openIf(plan.boundary > 0 && isEvaded(pairs.without, pairs.expected, count === 0));
}

function openIf(isOpen: boolean): ValuesOutcome {
  return isOpen ? 'inconclusive' : 'fine';
}

function totalsOutcome({ here, main }: ValuePairs, { max_increase: limit }: IncreasePlan): ValuesOutcome {
  return exceeds(here / main - 1, limit) ? 'failed' : 'fine';
}

/** The same as the gate's test, which is made only where the change is beyond the tolerance. */
function ratioOutcome(logs: readonly number[], { boundary, max_increase: limit, drift }: IncreasePlan): ValuesOutcome {
  const ratio = Math.exp(mean(logs) ?? 0);
  if (!(boundary > 0 && exceeds(ratio - 1, limit))) return 'fine';
  const test = pairedT(logs);
  if (test === null || !reaches(test.p, boundary)) return 'fine';
  const isBeyondDrift = drift === null || reaches(driftP(Math.log(ratio), test.standardError, drift), boundary);
  return isBeyondDrift ? 'failed' : 'inconclusive';
}
