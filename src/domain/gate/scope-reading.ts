import type { RatioDecision, RecallDecision, SuiteDecision } from './decision.ts';
import type { PairedCase } from './evidence.ts';
import { compareTotals, type RatioMetric, testRatio } from './rules/increase.ts';
import type { SuiteRule } from './rules/pass-rate/test.ts';
import { testRecall } from './rules/tool-recall.ts';
import type { ScopePlan } from './scope-plan.ts';

/** The tests of a scope (the suite, a tag), read; `null` where there is no rule or nothing to test. */
export interface ScopeReading {
  readonly pass_rate: SuiteDecision | null;
  readonly tool_recall: RecallDecision | null;
  readonly total_tokens: RatioDecision | null;
  readonly cost_usd: RatioDecision | null;
  readonly latency_ms: RatioDecision | null;
}

/**
 * Reads every test of a scope on the cases that belong to it.
 *
 * @param passRate reads the test on pass rates, which has looks of its own
 */
export function readScope(
  cases: readonly PairedCase[],
  plan: ScopePlan,
  method: 'statistical' | 'threshold',
  passRate: (rule: SuiteRule) => SuiteDecision | null,
): ScopeReading {
  const ratio = (metric: RatioMetric): RatioDecision | null => {
    const rule = plan[metric];
    if (rule === null) return null;
    return method === 'threshold' ? compareTotals(cases, metric, rule.max_increase) : testRatio(cases, metric, rule);
  };
  return {
    pass_rate: plan.pass_rate && passRate(plan.pass_rate),
    tool_recall: plan.tool_recall && testRecall(cases, plan.tool_recall),
    total_tokens: ratio('total_tokens'),
    cost_usd: ratio('cost_usd'),
    latency_ms: ratio('latency_ms'),
  };
}
