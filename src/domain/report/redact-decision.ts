import { type Conclusion, conclude } from '#domain/gate/conclude.ts';
import type { DecisionNumbers } from '#domain/gate/decision.ts';
import type { Circumstance, Finding } from '#domain/gate/finding.ts';

/** A decision without secrets: concluded from the same findings without them. */
export function redactDecision({ findings, decision }: Conclusion, redact: (text: string) => string): Conclusion {
  const { evidence, base_rules, selection, circumstances, remark } = findings;
  const redacted = <Found extends Finding>(found: Found): Found => ({
    ...found,
    message: redact(found.message),
    headline: redact(found.headline),
  });
  const redactCircumstance = ({ findings: [first, ...others], ...what }: Circumstance): Circumstance => ({
    ...what,
    findings: [redacted(first), ...others.map(redacted)],
  });
  return conclude(
    {
      evidence: evidence.map(redacted),
      base_rules: base_rules.map(redacted),
      selection: selection && redacted(selection),
      circumstances: circumstances.map(redactCircumstance),
      remark: remark === null ? null : redact(remark),
    },
    withoutSecrets(decision, redact),
  );
}

/** Of the numbers only accepts have words that a person wrote. */
function withoutSecrets(numbers: DecisionNumbers, redact: (text: string) => string): DecisionNumbers {
  const { accepts } = numbers;
  if (accepts === undefined) return numbers;
  return { ...numbers, accepts: accepts.map((one) => ({ ...one, reason: redact(one.reason) })) };
}
