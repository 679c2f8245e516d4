import { failsByComparison } from '#gate/decision/again/again-findings.ts';
import type { Decision } from '#gate/decision/terms/decision.ts';
import { type Circumstance, finding } from '#gate/decision/terms/finding.ts';
import type { Policy } from '#gate/decision/terms/policy.ts';
import type { SelfAudit } from '#gate/decision/terms/self-audit.ts';

/**
 * Leaves a red run open if main's policy says `self_check: advisory` and this gate was shown to be red more often than it
 * promises. Only what compares with stored runs: floors, `never_fail` and everything else that is red by itself stay red.
 *
 * @param audit of main's own history, which a change can't write to
 */
export function selfCheck(
  { verdict, heading, reasons }: Decision,
  { self_check: mode }: Pick<Policy, 'self_check'>,
  audit: SelfAudit | null,
): readonly Circumstance[] {
  if (mode !== 'advisory' || audit?.broken !== true || verdict !== 'fail') return [];
  const red = reasons.filter(({ outcome }) => outcome === 'fail');
  if (!red.every(failsByComparison)) return [];
  return [
    {
      findings: [finding({ outcome: 'inconclusive', gate: 'suite', code: 'self_check' }, { heading, audit })],
      others: 'noted',
    },
  ];
}
