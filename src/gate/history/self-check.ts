import { failsByComparison } from '#gate/decision/again/again-findings.ts';
import { type Conclusion, conclude } from '#gate/decision/rules/conclude.ts';
import { asNote, type Finding, finding } from '#gate/decision/terms/finding.ts';
import type { Policy } from '#gate/decision/terms/policy.ts';
import type { SelfAudit } from '#gate/decision/terms/self-audit.ts';

/**
 * Leaves a red run open if main's policy says `self_check: advisory` and this gate was shown to be red more often than it
 * promises. Only what compares with stored runs: floors, `never_fail` and everything else that is red by itself stay red, and
 * what is open besides stays open.
 *
 * @param audit of main's own history, which a change can't write to
 */
export function selfCheck(
  decision: Conclusion,
  { self_check: mode }: Pick<Policy, 'self_check'>,
  audit: SelfAudit | null,
): Conclusion {
  const { verdict, heading, reasons, findings } = decision;
  if (mode !== 'advisory' || audit?.broken !== true || verdict !== 'fail') return decision;
  const isRed = ({ outcome }: Finding) => outcome === 'fail';
  if (!reasons.filter(isRed).every(failsByComparison)) return decision;
  const broken = finding({ outcome: 'inconclusive', gate: 'suite', code: 'self_check' }, { heading, audit });
  const evidence = [broken, ...findings.evidence.map((item) => (isRed(item) ? asNote(item) : item))];
  return conclude({ ...findings, evidence }, decision.decision);
}
