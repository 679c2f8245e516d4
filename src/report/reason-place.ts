import type { Reason } from '#gate/decision/terms/decision.ts';
import type { ReasonCode } from '#gate/decision/terms/reason-code.ts';

/**
 * Where a report shows a reason. `background`: if it is a note, in the folded part, with the limits of the verdict;
 * `elsewhere`: in the rows of the cases, in the sentence on the baseline, under the title, or in the one that replaces them.
 */
type ReasonPlace = 'verdict' | 'background' | 'elsewhere';

/** The place of a reason. A judge that errs differently on both sides is no background. */
export function placeOfReason(reason: Reason): ReasonPlace {
  return differs(reason) ? 'verdict' : (PLACES[reason.code] ?? 'verdict');
}

/** Whether a reason tells that the judge treats the answers of the two sides differently. */
export function differs(reason: Reason): boolean {
  return reason.code === 'judge_audited' && reason.facts.audit?.differs === true;
}

/** Where those stand that are not next to the verdict. */
const PLACES: { readonly [Code in ReasonCode]?: ReasonPlace } = {
  case_broken: 'elsewhere',
  behaviour_same: 'background',
  no_baseline: 'elsewhere',
  no_regression: 'background',
  watch: 'elsewhere',
  unseen_cases: 'background',
  floor_not_proven: 'background',
  never_fail_clean: 'background',
  not_compared: 'elsewhere',
  blind_spot: 'background',
  rule_out: 'background',
  threshold_false_alarm: 'background',
  bad_round: 'elsewhere',
  judge_tax: 'background',
  judge_audited: 'background',
  nothing_evaluated: 'elsewhere',
};
