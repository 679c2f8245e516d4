import type { Comparison } from '#gate/baseline/comparison/comparison.ts';
import { type Conclusion, conclude } from '#gate/decision/rules/conclude.ts';
import type { DecisionNumbers } from '#gate/decision/terms/decision.ts';
import type { Report } from '../report.ts';
import { withDecision } from '../rows/build-report.ts';
import { redactComparison, redactReport, redactTexts } from './redact-data.ts';

/** A verdict with what it is made of and what is said about it. */
interface Verdict {
  readonly decision: Conclusion;
  readonly report: Report;
  readonly comparison: Comparison;
}

/** A verdict without secrets: data is redacted before it is written in any format, because each format escapes and truncates in its own way. */
export function redactVerdict({ decision, report, comparison }: Verdict, redact: (text: string) => string): Verdict {
  const clean = redactDecision(decision, redact);
  return {
    decision: clean,
    report: withDecision(redactReport(report, redact), clean),
    comparison: redactComparison(comparison, redact),
  };
}

/** A decision without secrets: concluded from the same findings without them. */
function redactDecision({ findings, decision }: Conclusion, redact: (text: string) => string): Conclusion {
  return conclude(redactTexts(findings, redact), withoutSecrets(decision, redact));
}

/** Among the numbers, only accepts have words that a person wrote. */
function withoutSecrets(numbers: DecisionNumbers, redact: (text: string) => string): DecisionNumbers {
  const { accepts } = numbers;
  if (accepts === undefined) return numbers;
  return { ...numbers, accepts: accepts.map((accept) => ({ ...accept, reason: redact(accept.reason) })) };
}
