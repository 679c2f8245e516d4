import type { Comparison } from '#gate/baseline/comparison/comparison.ts';
import type { BaselineLookup } from '#gate/baseline/results/baseline-lookup.ts';
import { type Conclusion, conclude } from '#gate/decision/rules/conclude.ts';
import type { DecisionNumbers } from '#gate/decision/terms/decision.ts';
import type { DecidedWith } from '#gate/verdict/decide-again.ts';
import type { Report } from '../report.ts';
import { withDecision } from '../rows/build-report.ts';
import { redactComparison, redactDecided, redactReport, redactResults, redactTexts } from './redact-data.ts';

/** A verdict with what it is made of and what is said about it. */
interface Verdict {
  readonly decision: Conclusion;
  readonly report: Report;
  readonly comparison: Comparison;
  readonly decided_with: DecidedWith;
  readonly baseline: BaselineLookup;
}

/** A verdict without secrets, the decision concluded from the same findings without them: data is redacted before it is written in any format, because each format escapes and truncates in its own way. */
export function redactVerdict(
  { decision, report, comparison, decided_with, baseline }: Verdict,
  redact: (text: string) => string,
): Verdict {
  const { findings } = decision;
  const numbers = withoutSecrets(decision.decision, redact);
  return {
    decision: conclude(redactDecided(findings, redact), numbers),
    report: withDecision(redactReport(report, redact), conclude(redactTexts(findings, redact), numbers)),
    comparison: redactComparison(comparison, redact),
    decided_with: redactDecided(decided_with, redact),
    baseline: redactLookup(baseline, redact),
  };
}

/** Among the numbers, only accepts have words that a person wrote. */
function withoutSecrets(numbers: DecisionNumbers, redact: (text: string) => string): DecisionNumbers {
  const { accepts } = numbers;
  if (accepts === undefined) return numbers;
  return { ...numbers, accepts: accepts.map((accept) => ({ ...accept, reason: redact(accept.reason) })) };
}

/** Main's runs were redacted by the secrets of their own time. */
function redactLookup(lookup: BaselineLookup, redact: (text: string) => string): BaselineLookup {
  if (lookup.kind === 'none') return { ...lookup, reason: redact(lookup.reason) };
  const [first, ...others] = lookup.runs.map((run) => ({ ...run, results: redactResults(run.results, redact) }));
  return first === undefined ? lookup : { ...lookup, runs: [first, ...others] };
}
