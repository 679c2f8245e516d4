import { mean } from '#domain/statistics/mean.ts';
import { normalQuantile, Z_TWO_SIDED_95 } from '#domain/statistics/normal.ts';
import { type RecallTest, recallTest } from '#domain/statistics/recall-test.ts';
import type { RecallDecision } from '../decision.ts';
import type { PairedCase } from '../evidence.ts';
import { pairedValues } from '../metric-values.ts';
import { isRed } from '../red.ts';

/** What the test on tool recall is read against. */
export interface RecallRule {
  readonly boundary: number;
  readonly max_drop: number;
}

/**
 * Whether tool recall fell by more than is tolerated and more than chance explains.
 *
 * @returns `null` without a case that has values on both sides
 */
export function testRecall(cases: readonly PairedCase[], rule: RecallRule): RecallDecision | null {
  const pairs = pairedValues(cases, 'tool_recall');
  const test = recallTest(pairs);
  if (test === null) return null;
  return {
    p: test.p,
    change: test.drop,
    ci95: test.ci95 === null ? null : [test.ci95.low, test.ci95.high],
    ...rule,
    cases: test.cases,
    candidate: mean(pairs.map(({ candidate }) => mean(candidate) ?? 0)) ?? 0,
    baseline: mean(pairs.map(({ baseline }) => mean(baseline) ?? 0)) ?? 0,
    detectable: detectableLoss(test, rule.boundary),
    failed: isRed({ p: test.p, boundary: rule.boundary, change: test.drop, limit: rule.max_drop }),
  };
}

function detectableLoss({ ci95, drop }: RecallTest, boundary: number): number | null {
  if (ci95 === null || boundary <= 0 || boundary >= 1) return null;
  const standardError = (ci95.high - drop) / Z_TWO_SIDED_95;
  return (normalQuantile(0.8) - normalQuantile(boundary)) * standardError;
}
