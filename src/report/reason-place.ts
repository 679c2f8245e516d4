import type { Reason } from '#gate/decision/terms/decision.ts';
import type { ReasonCode } from '#gate/decision/terms/reason-code.ts';

/**
 * Where a report shows a reason. `background`: if it is a note, in the folded part, with the limits of the verdict;
 * `elsewhere`: in the rows of the cases, in the sentence on the baseline, under the title, or in the one that replaces them.
 */
type ReasonPlace = 'verdict' | 'background' | 'elsewhere';

/** The place of a reason. A judge that errs differently on both sides is no background. */
export function placeOfReason(reason: Reason): ReasonPlace {
  return differs(reason) ? 'verdict' : PLACES[reason.code];
}

/** Whether a reason tells that the judge treats the answers of the two sides differently. */
export function differs(reason: Reason): boolean {
  return reason.code === 'judge_audited' && reason.facts.audit?.differs === true;
}

const PLACES: Readonly<Record<ReasonCode, ReasonPlace>> = {
  suite_drop: 'verdict',
  case_broken: 'elsewhere',
  recall_drop: 'verdict',
  increase: 'verdict',
  audited_drop: 'verdict',
  floor: 'verdict',
  never_fail: 'verdict',
  never_completes: 'verdict',
  behaviour_changed: 'verdict',
  behaviour_same: 'background',
  drop_open: 'verdict',
  case_unsettled: 'verdict',
  within_drift: 'verdict',
  values_missing: 'verdict',
  increase_open: 'verdict',
  never_fail_unscored: 'verdict',
  no_baseline: 'elsewhere',
  no_comparable_case: 'verdict',
  baseline_incomplete: 'verdict',
  baseline_never_passes: 'verdict',
  harder_cases: 'verdict',
  incomplete: 'verdict',
  never_asked: 'verdict',
  replayed: 'verdict',
  missing_trials: 'verdict',
  dependent_trials: 'verdict',
  still_open: 'verdict',
  not_tried_again: 'verdict',
  self_check: 'verdict',
  judge_cannot_tell: 'verdict',
  judge_uncalibrated: 'verdict',
  judge_not_confirmed: 'verdict',
  no_regression: 'background',
  baseline_made: 'verdict',
  watch: 'elsewhere',
  held_again: 'verdict',
  unseen_cases: 'background',
  tolerated_drop: 'verdict',
  floor_not_proven: 'background',
  never_fail_clean: 'background',
  few_comparable: 'verdict',
  mostly_failing: 'verdict',
  timed_out: 'verdict',
  all_cases: 'verdict',
  not_compared: 'elsewhere',
  unaffected: 'verdict',
  blind_spot: 'background',
  rule_out: 'background',
  threshold_false_alarm: 'background',
  missing_shares_differ: 'verdict',
  bad_round: 'elsewhere',
  identical_trials: 'verdict',
  identical_content: 'background',
  tried_again: 'verdict',
  judge_tax: 'background',
  judge_audited: 'background',
  accepted: 'verdict',
  accept_without_effect: 'verdict',
  policy_origin: 'verdict',
  policy_changed: 'verdict',
  rules_unknown: 'verdict',
  guard_weakened: 'verdict',
  cases_gone: 'verdict',
  case_changed: 'verdict',
  tag_removed: 'verdict',
  workflow_changed: 'verdict',
  inputs_differ: 'verdict',
  selection: 'verdict',
  nothing_evaluated: 'elsewhere',
  withheld: 'verdict',
  standing: 'verdict',
  missing_secrets: 'verdict',
  replay_miss: 'verdict',
  agent_unavailable: 'verdict',
  grader_changed: 'verdict',
  vanished: 'verdict',
  baseline_required: 'verdict',
  policy_unreadable: 'verdict',
  results_lost: 'verdict',
  runner_files: 'verdict',
  shard: 'verdict',
};
