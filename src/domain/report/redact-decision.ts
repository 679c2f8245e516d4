import { type Conclusion, conclude } from '#domain/gate/conclude.ts';
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
    decision,
  );
}
