import { FEWEST_CASES_FOR_RATIO } from '#domain/statistics/log-ratio-test.ts';
import { type Budget, boundaryOf } from './budget.ts';
import type { PairedCase } from './evidence.ts';
import { casesWithBaselineValues } from './metric-values.ts';
import type { Policy, TagPolicy } from './policy.ts';
import type { RatioMetric, RatioRule } from './rules/increase.ts';
import { resolveRuleOut } from './rules/pass-rate/rule-out.ts';
import type { SuiteRule } from './rules/pass-rate/test.ts';
import type { RecallRule } from './rules/tool-recall.ts';

/** Tests that the suite and each tag can have. */
export type MetricTest = 'pass_rate' | 'tool_recall' | RatioMetric;

/** The metrics that are compared as a ratio, in the order they are told. */
export const RATIO_METRICS: readonly RatioMetric[] = ['total_tokens', 'cost_usd', 'latency_ms'];

/** What each test of a scope (the suite, a tag) is read against; `null`: the policy says nothing about it. */
export interface ScopePlan {
  readonly pass_rate: SuiteRule | null;
  readonly tool_recall: RecallRule | null;
  readonly total_tokens: RatioRule | null;
  readonly cost_usd: RatioRule | null;
  readonly latency_ms: RatioRule | null;
}

/** The tests that the policy asks for and the baseline makes possible. */
export function possibleTests(
  cases: readonly PairedCase[],
  rules: TagPolicy & Pick<Policy, 'method'>,
): Set<MetricTest> {
  const fewest = rules.method === 'statistical' ? FEWEST_CASES_FOR_RATIO : 1;
  const possible = new Set<MetricTest>();
  if (typeof rules.pass_rate?.max_drop === 'number' && cases.length > 0) possible.add('pass_rate');
  if (typeof rules.tool_recall?.max_drop === 'number' && casesWithBaselineValues(cases, 'tool_recall').length > 0) {
    possible.add('tool_recall');
  }
  for (const metric of RATIO_METRICS) {
    if (rules[metric] !== null && casesWithBaselineValues(cases, metric).length >= fewest) possible.add(metric);
  }
  return possible;
}

/** Turns the rules of a scope into boundaries. */
export function planScope(
  cases: readonly PairedCase[],
  rules: TagPolicy,
  budgetOf: (test: MetricTest) => Budget,
  looks: readonly number[],
): ScopePlan {
  const ratio = (metric: RatioMetric): RatioRule | null => {
    const rule = rules[metric];
    return rule === null ? null : { boundary: boundaryOf(budgetOf(metric)), max_increase: rule.max_increase };
  };
  return {
    pass_rate: rules.pass_rate && {
      boundary: boundaryOf(budgetOf('pass_rate')),
      max_drop: rules.pass_rate.max_drop ?? NO_LIMIT,
      rule_out: resolveRuleOut(cases, rules.pass_rate, budgetOf('pass_rate'), looks),
    },
    tool_recall: rules.tool_recall && {
      boundary: boundaryOf(budgetOf('tool_recall')),
      max_drop: rules.tool_recall.max_drop ?? NO_LIMIT,
    },
    total_tokens: ratio('total_tokens'),
    cost_usd: ratio('cost_usd'),
    latency_ms: ratio('latency_ms'),
  };
}

/** No rate can fall by more. */
const NO_LIMIT = 1;
