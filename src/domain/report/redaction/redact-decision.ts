import { type Conclusion, conclude } from '#domain/gate/rules/conclude.ts';
import type { DecisionNumbers } from '#domain/gate/terms/decision.ts';
import { redactTexts } from './redact-texts.ts';

/** A decision without secrets: concluded from the same findings without them. */
export function redactDecision({ findings, decision }: Conclusion, redact: (text: string) => string): Conclusion {
  return conclude(redactTexts(findings, redact), withoutSecrets(decision, redact));
}

/** Of the numbers only accepts have words that a person wrote. */
function withoutSecrets(numbers: DecisionNumbers, redact: (text: string) => string): DecisionNumbers {
  const { accepts } = numbers;
  if (accepts === undefined) return numbers;
  return { ...numbers, accepts: accepts.map((one) => ({ ...one, reason: redact(one.reason) })) };
}
