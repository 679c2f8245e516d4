import { plural } from '#common/words.ts';
import { runMainOnce } from '#gate/baseline/run-main-once.ts';
import type { Decision, Reason, ReasonOf } from '#gate/decision/terms/decision.ts';
import type { ReasonCode } from '#gate/decision/terms/reason-code.ts';
import { accepted, acceptWithoutEffect } from './accept-words.ts';
import { heldAgain, notTriedAgain, stillOpen, triedAgain } from './again-words.ts';
import {
  allCases,
  baselineIncomplete,
  baselineMade,
  baselineNeverPasses,
  fewComparable,
  noBaseline,
  noComparableCase,
  notCompared,
  unreached,
} from './baseline-words.ts';
import { behaviourChanged, behaviourSame } from './behaviour-words.ts';
import {
  casesBroke,
  casesUnsettled,
  harderCases,
  neverFailBroken,
  neverFailClean,
  neverFailUnscored,
  unseenCases,
  valuesMissing,
  watchCases,
} from './case-words.ts';
import {
  agentUnavailable,
  graderChanged,
  missingSecrets,
  replayMiss,
  resultsLost,
  runnerFiles,
  shardWords,
  standing,
  vanished,
  withheld,
} from './circumstance-words.ts';
import { dropOpen, noRegression, recallDropped, suiteDropped, toleratedDrop } from './drop-words.ts';
import { floorNotProven, floorWords } from './floor-words.ts';
import { metricRose, roseOpen, withinDrift } from './increase-words.ts';
import {
  auditedDrop,
  judgeAudited,
  judgeCannotTell,
  judgeTax,
  notConfirmedByJudge,
  uncalibrated,
} from './judge-words.ts';
import { blindSpot, ruleOut, thresholdFalseAlarms } from './outlook-words.ts';
import {
  caseChanged,
  casesGone,
  guardWeakened,
  inputsDiffer,
  policyChanged,
  policyOrigin,
  rulesUnknown,
  selectionWords,
  tagRemoved,
  workflowChanged,
} from './rule-words.ts';
import {
  badRounds,
  cutShort,
  dependentTrials,
  identicalContent,
  identicalTrials,
  missingSharesDiffer,
  missingTrials,
  mostlyFailing,
  neverAsked,
  neverCompletes,
  nothingEvaluated,
  replayedTrials,
  timedOut,
} from './run-words.ts';
import { auditWarning } from './self-audit-words.ts';
import { alone, type ReasonWords, withEvidence } from './words.ts';

/** The words of every code, and the only place that makes them; `main`: the name of the default branch. */
const WORDS: { readonly [Code in ReasonCode]: (reason: ReasonOf<Code>, main: string) => ReasonWords | string } = {
  suite_drop: suiteDropped,
  case_broken: casesBroke,
  recall_drop: recallDropped,
  increase: metricRose,
  audited_drop: auditedDrop,
  floor: floorWords,
  never_fail: neverFailBroken,
  never_completes: neverCompletes,
  behaviour_changed: behaviourChanged,

  drop_open: dropOpen,
  case_unsettled: casesUnsettled,
  within_drift: withinDrift,
  values_missing: valuesMissing,
  increase_open: roseOpen,
  never_fail_unscored: neverFailUnscored,
  no_baseline: noBaseline,
  no_comparable_case: noComparableCase,
  baseline_incomplete: baselineIncomplete,
  baseline_never_passes: baselineNeverPasses,
  harder_cases: harderCases,
  incomplete: cutShort,
  never_asked: neverAsked,
  replayed: replayedTrials,
  missing_trials: missingTrials,
  dependent_trials: dependentTrials,
  still_open: stillOpen,
  not_tried_again: notTriedAgain,
  self_check: ({ facts: { heading, audit } }, main) => {
    const headline = `this gate is red too often here, so a failure is only a warning: ${titleOf({ heading, main })}`;
    const message = `${auditWarning(audit) ?? ''} gate.self_check is "advisory", so this failure is only a warning until ${main}'s runs show that the promise holds again.`;
    return { headline, message, evidence: message };
  },
  judge_cannot_tell: judgeCannotTell,
  judge_uncalibrated: uncalibrated,
  judge_not_confirmed: notConfirmedByJudge,

  no_regression: noRegression,
  baseline_made: baselineMade,
  unaffected: unreached,

  watch: watchCases,
  behaviour_same: behaviourSame,
  held_again: heldAgain,
  unseen_cases: unseenCases,
  tolerated_drop: toleratedDrop,
  floor_not_proven: floorNotProven,
  never_fail_clean: neverFailClean,
  few_comparable: fewComparable,
  mostly_failing: mostlyFailing,
  timed_out: timedOut,
  all_cases: allCases,
  not_compared: notCompared,
  blind_spot: blindSpot,
  rule_out: ruleOut,
  threshold_false_alarm: thresholdFalseAlarms,
  missing_shares_differ: missingSharesDiffer,
  bad_round: badRounds,
  identical_trials: identicalTrials,
  identical_content: identicalContent,
  tried_again: triedAgain,
  judge_tax: judgeTax,
  judge_audited: judgeAudited,
  accepted,
  accept_without_effect: acceptWithoutEffect,

  policy_origin: policyOrigin,
  policy_changed: policyChanged,
  rules_unknown: rulesUnknown,
  guard_weakened: guardWeakened,
  cases_gone: casesGone,
  case_changed: caseChanged,
  tag_removed: tagRemoved,
  workflow_changed: workflowChanged,
  inputs_differ: inputsDiffer,
  selection: selectionWords,

  nothing_evaluated: nothingEvaluated,
  missing_secrets: missingSecrets,
  withheld,
  standing,
  replay_miss: replayMiss,
  agent_unavailable: agentUnavailable,
  grader_changed: graderChanged,
  vanished,
  baseline_required: ({ facts: { problem } }, main) =>
    withEvidence(`no baseline, and one is required: ${problem}`, '; ', runMainOnce(main)),
  policy_unreadable: ({ facts: { problem } }) => problem,
  results_lost: resultsLost,
  runner_files: runnerFiles,
  shard: shardWords,
};

/**
 * A reason in words; plain text, unescaped.
 *
 * @param main the name of the default branch
 */
export function wordsOf<Code extends ReasonCode>(reason: ReasonOf<Code>, main: string): ReasonWords {
  const words = WORDS[reason.code](reason, main);
  return typeof words === 'string' ? alone(words) : words;
}

/** The same in one sentence part. */
export function messageOf(reason: Reason, main: string): string {
  const { opening, message } = wordsOf(reason, main);
  return opening === undefined ? message : `${opening}: ${message}`;
}

/** The same for a reader in a hurry, who sees the verdict next to it. */
export function plainMessageOf(reason: Reason, main: string): string {
  const { message, plain = message } = wordsOf(reason, main);
  return plain;
}

/** The same in the few words of a title. */
export function shortWordsOf(reason: Reason, main: string): string {
  const { opening, headline } = wordsOf(reason, main);
  return opening === undefined ? headline : `${opening}: ${headline}`;
}

/** One line: what happened and how certain it is, then what the verdict does not cover; plain text. */
export function titleOf({ heading, main }: Titled): string {
  const { reason, more } = heading;
  const words = reason === null ? 'nothing was found' : shortWordsOf(reason, main);
  return withLimits(`${words}${more === 0 ? '' : ` (and ${plural(more, 'more reason')})`}`, { heading, main });
}

/** What a title is made of. */
export type Titled = Pick<Decision, 'heading' | 'main'>;

/** Words, then what the verdict does not cover. */
export function withLimits(words: string, { heading, main }: Titled): string {
  const title = [words, ...limitsOf({ heading, main })].join('; ');
  return heading.remark === null ? title : `${title} (${heading.remark})`;
}

/** What the verdict does not cover, in the words of its title. */
export function limitsOf({ heading: { limits }, main }: Titled): readonly string[] {
  return [...new Set(limits.map((limit) => shortWordsOf(limit, main)))];
}
