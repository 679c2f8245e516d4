import type { Reason } from '#domain/gate/decision.ts';
import type { ReasonCode } from '#domain/gate/reason-code.ts';
import type { Report } from '../report.ts';

/** Reasons about what a change does to its own rules and cases, and what limits the verdict: nobody may miss them. */
export const RULES: ReadonlySet<ReasonCode> = new Set<ReasonCode>([
  'policy_elsewhere',
  'policy_first',
  'policy_unknown',
  'policy_of_branch',
  'policy_changed',
  'prices_changed',
  'guards_unknown',
  'guard_weakened',
  'graders_unknown',
  'never_fail_removed',
  'never_fail_left_out',
  'never_fail_unmarked',
  'cases_removed',
  'cases_left_out',
  'case_changed',
  'changed_worse',
  'new_never_pass',
  'tag_lost',
  'tag_removed',
  'workflow_changed',
  'workflow_unknown',
  'automation_changed',
  'inputs_differ',
  'selection',
]);

/** Those of a report that are not the reason for its verdict: that one stands in the headline. */
export function ruleReasons({ reasons, verdict }: Pick<Report, 'reasons' | 'verdict'>): readonly Reason[] {
  return reasons.filter(({ code, outcome }) => RULES.has(code) && outcome !== verdict);
}
