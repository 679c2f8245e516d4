import type { DecisionNumbers } from '../terms/decision.ts';
import type { AuditNumbers } from '../terms/judge-numbers.ts';

/** The numbers of a decision with those of an audit, if there was one: the suite's test ends as the audit ended it. */
export function withAuditNumbers(numbers: DecisionNumbers, audit: AuditNumbers | null): DecisionNumbers {
  const { suite } = numbers.pass_rate;
  if (audit === null || suite === null) return numbers;
  const ended = { ...suite, failed: audit.outcome === 'failed', passed: audit.outcome === 'passed' };
  return { ...numbers, pass_rate: { ...numbers.pass_rate, suite: ended }, audit };
}
