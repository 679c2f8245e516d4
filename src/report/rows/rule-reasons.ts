import type { Reason } from '#gate/decision/terms/decision.ts';
import type { ReasonCode } from '#gate/decision/terms/reason-code.ts';
import type { Report } from '../report.ts';

/** Reasons about what a change does to its own rules and cases, and what limits the verdict: nobody may miss them. */
export const RULES: ReadonlySet<ReasonCode> = new Set<ReasonCode>([
  'policy_origin',
  'policy_changed',
  'rules_unknown',
  'guard_weakened',
  'cases_gone',
  'case_changed',
  'harder_cases',
  'tag_removed',
  'workflow_changed',
  'inputs_differ',
  'selection',
]);

/** Those of a report that are not the reason for its verdict: that one is in the headline. */
export function ruleReasons({ reasons, verdict }: Pick<Report, 'reasons' | 'verdict'>): readonly Reason[] {
  return reasons.filter(({ code, outcome }) => RULES.has(code) && outcome !== verdict);
}
