import { fallsBelow } from '#domain/statistics/beyond.ts';
import { estimateDrop } from '#domain/statistics/drop.ts';
import { suiteExact } from '#domain/statistics/stratified-exact.ts';
import type { SuiteDecision } from './decision.ts';
import { comparableCases, countsOf, type PairedCase } from './gate-evidence.ts';
import { isRed } from './red.ts';

/** What one test on pass rates is read against. */
export interface SuiteRule {
  readonly boundary: number;
  readonly max_drop: number;
  readonly rule_out: number | null;
}

/**
 * Whether the mean pass rate fell by more than is tolerated and more than chance explains (p = mid-p at the boundary), or a drop
 * that matters is ruled out (upper 95 % bound below `rule_out`).
 *
 * @returns `null` without a comparable case
 */
export function testSuite(cases: readonly PairedCase[], rule: SuiteRule): SuiteDecision | null {
  const counts = comparableCases(cases).map(countsOf);
  const estimate = estimateDrop(counts);
  if (estimate === null) return null;
  const { pExact, pMid } = suiteExact(counts);
  const failed = isRed({ p: pMid, boundary: rule.boundary, change: estimate.drop, limit: rule.max_drop });
  const ruledOut = rule.rule_out === null || fallsBelow(estimate.upper95, rule.rule_out);
  return {
    p_exact: pExact,
    p_mid: pMid,
    drop: estimate.drop,
    standard_error: estimate.standardError,
    ci95: [estimate.ci95.low, estimate.ci95.high],
    upper95: estimate.upper95,
    ...rule,
    failed,
    passed: !failed && ruledOut,
  };
}
