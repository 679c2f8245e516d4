import type { DecisionNumbers } from '../decision.ts';
import type { AuditDecision } from './audit.ts';
import type { AuditNumbers } from './judge-numbers.ts';

/** The numbers of a decision with those of an audit, if there was one: the suite's test ends as the audit ended it. */
export function withAuditNumbers(numbers: DecisionNumbers, audit: AuditDecision | null): DecisionNumbers {
  const { suite } = numbers.pass_rate;
  if (audit === null || suite === null) return numbers;
  const ended = { ...suite, failed: audit.outcome === 'failed', passed: audit.outcome === 'passed' };
  return { ...numbers, pass_rate: { ...numbers.pass_rate, suite: ended }, audit: auditNumbers(audit) };
}

/** An audit by its numbers alone. */
export function auditNumbers(audit: AuditDecision): AuditNumbers {
  const { audited, drop, standardError, ci95, upper95, p, boundary, leniency, p_differs, differs, outcome } = audit;
  return {
    cases: audited,
    drop,
    standard_error: standardError,
    ci95: [ci95.low, ci95.high],
    upper95,
    p,
    boundary,
    stricter_here: leniency,
    p_differs,
    differs,
    outcome,
  };
}
