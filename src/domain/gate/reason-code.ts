/** Red by comparison with stored runs of main: fresh trials of main can withdraw it. */
export type ComparedCode = 'suite_drop' | 'case_broken' | 'recall_drop' | 'increase';

/** Red by itself. */
type AbsoluteCode = 'audited_drop' | 'floor' | 'never_fail' | 'never_completes';

/** Open: the gates can't decide. */
type OpenCode =
  | 'more_trials'
  | 'more_cases'
  | 'case_unsettled'
  | 'within_drift'
  | 'values_missing'
  | 'increase_untested'
  | 'floor_undecided'
  | 'floor_unmeasured'
  | 'never_fail_removed'
  | 'never_fail_unscored'
  | 'no_baseline'
  | 'no_comparable_case'
  | 'baseline_incomplete'
  | 'baseline_never_passes'
  | 'changed_worse'
  | 'new_never_pass'
  | 'incomplete'
  | 'never_asked'
  | 'replayed'
  | 'missing_trials'
  | 'unscored_cases'
  | 'hinges_on_missing'
  | 'dependent_trials'
  | 'dependent_trials_here'
  | 'stale_baseline'
  | 'not_confirmed'
  | 'unconfirmed'
  | 'self_check'
  | 'judge_cannot_tell'
  | 'judge_uncalibrated'
  | 'judge_not_confirmed';

/** Green. */
type GreenCode = 'no_regression' | 'baseline_made' | 'nothing_reached';

/** Notes beside a verdict. */
type NoteCode =
  | 'watch'
  | 'case_sound'
  | 'unseen_cases'
  | 'tolerated_drop'
  | 'floor_not_proven'
  | 'never_fail_clean'
  | 'few_comparable'
  | 'mostly_failing'
  | 'timed_out'
  | 'all_cases'
  | 'not_compared'
  | 'carried'
  | 'blind_spot'
  | 'blind_to_one_case'
  | 'rule_out_too_small'
  | 'rule_out_auto'
  | 'threshold_false_alarm'
  | 'missing_shares_differ'
  | 'identical_trials'
  | 'identical_content'
  | 'confirmed'
  | 'judge_tax'
  | 'judge_differs'
  | 'judge_audited'
  | 'floor_judged'
  | 'accepted'
  | 'accept_without_effect';

/** What a change does to the rules that judge it. */
type BaseRuleCode =
  | 'policy_elsewhere'
  | 'policy_first'
  | 'policy_unknown'
  | 'policy_of_branch'
  | 'policy_changed'
  | 'prices_changed'
  | 'guards_unknown'
  | 'guard_weakened'
  | 'graders_unknown'
  | 'never_fail_left_out'
  | 'never_fail_unmarked'
  | 'cases_removed'
  | 'cases_left_out'
  | 'case_loosened'
  | 'case_rewritten'
  | 'case_extended'
  | 'input_rewritten'
  | 'tag_lost'
  | 'tag_removed'
  | 'workflow_changed'
  | 'workflow_unknown'
  | 'automation_changed'
  | 'inputs_differ'
  | 'selection';

/** The run could not do its work, or its results can't be read. */
type CircumstanceCode =
  | 'nothing_evaluated'
  | 'missing_secrets'
  | 'withheld'
  | 'replay_miss'
  | 'agent_unavailable'
  | 'grader_changed'
  | 'baseline_required'
  | 'policy_unreadable'
  | 'results_unreadable'
  | 'results_not_stored'
  | 'shard'
  | 'shards'
  | 'shard_stopped';

/** Machine-readable kind of a reason. Beside something more severe, an open or a green one may become a note. */
export type ReasonCode =
  | ComparedCode
  | AbsoluteCode
  | OpenCode
  | GreenCode
  | NoteCode
  | BaseRuleCode
  | CircumstanceCode;
