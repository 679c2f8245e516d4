import type { Heading, Reason, ReasonOf } from '#domain/gate/decision.ts';
import type { FactsOf, Prose, ReasonCode, Words } from '#domain/gate/reason-code.ts';
import { listed, plural } from '#domain/words.ts';
import { noComparableCase } from './baseline-words.ts';
import { confirmed, notConfirmed, staleBaseline, unconfirmed } from './confirmation-words.ts';
import { caseChanged, cutShort } from './rule-words.ts';
import { runnerFilesWords } from './runner-files.ts';
import { auditWarning } from './self-audit-words.ts';

/** The words of every code, and the only place that makes them. */
const WORDS: { readonly [Code in ReasonCode]: (reason: ReasonOf<Code>) => Prose } = {
  no_regression: ({ facts }) => ({
    headline: facts.headline,
    message: facts.on_average === true ? `on average, ${facts.message}` : facts.message,
  }),
  no_comparable_case: ({ facts }) => noComparableCase(facts),
  self_check: ({ facts: { heading, audit } }) => ({
    headline: `this gate is red too often here, so a failure is only a warning: ${titleOf({ heading })}`,
    message: `${auditWarning(audit) ?? ''} gate.self_check is "advisory", so this failure is only a warning until main's runs show that the promise holds again.`,
  }),
  suite_drop: prose,
  case_broken: prose,
  recall_drop: prose,
  increase: prose,
  audited_drop: prose,
  floor: prose,
  never_fail: prose,
  never_completes: prose,
  more_trials: prose,
  more_cases: prose,
  case_unsettled: prose,
  within_drift: prose,
  values_missing: prose,
  increase_untested: prose,
  floor_undecided: prose,
  floor_unmeasured: prose,
  never_fail_removed: prose,
  never_fail_unscored: prose,
  no_baseline: prose,
  baseline_incomplete: prose,
  baseline_never_passes: prose,
  changed_worse: prose,
  new_never_pass: prose,
  incomplete: ({ facts }) => cutShort(facts),
  never_asked: prose,
  replayed: prose,
  missing_trials: prose,
  unscored_cases: prose,
  hinges_on_missing: prose,
  dependent_trials: prose,
  dependent_trials_here: prose,
  stale_baseline: ({ facts }) => staleBaseline(facts),
  not_confirmed: ({ facts }) => notConfirmed(facts),
  unconfirmed: ({ facts }) => unconfirmed(facts, shortWordsOf),
  judge_cannot_tell: prose,
  judge_uncalibrated: prose,
  judge_not_confirmed: prose,
  baseline_made: prose,
  nothing_reached: prose,
  watch: prose,
  case_sound: prose,
  unseen_cases: prose,
  tolerated_drop: prose,
  floor_not_proven: prose,
  never_fail_clean: prose,
  few_comparable: prose,
  mostly_failing: prose,
  timed_out: prose,
  all_cases: prose,
  not_compared: prose,
  carried: prose,
  blind_spot: prose,
  blind_to_one_case: prose,
  rule_out_too_small: prose,
  rule_out_auto: prose,
  threshold_false_alarm: prose,
  missing_shares_differ: prose,
  identical_trials: prose,
  identical_content: prose,
  confirmed: ({ facts }) => confirmed(facts),
  judge_tax: prose,
  judge_differs: prose,
  judge_audited: prose,
  floor_judged: prose,
  accepted: prose,
  accept_without_effect: prose,
  policy_elsewhere: prose,
  policy_first: prose,
  policy_unknown: prose,
  policy_of_branch: prose,
  policy_changed: prose,
  prices_changed: prose,
  guards_unknown: prose,
  guard_weakened: prose,
  graders_unknown: prose,
  never_fail_left_out: prose,
  never_fail_unmarked: prose,
  cases_removed: prose,
  cases_left_out: prose,
  case_changed: ({ facts, cases }) => caseChanged(facts, cases),
  tag_lost: prose,
  tag_removed: prose,
  workflow_changed: prose,
  workflow_unknown: prose,
  automation_changed: prose,
  inputs_differ: prose,
  selection: prose,
  nothing_evaluated: prose,
  missing_secrets: prose,
  withheld: prose,
  replay_miss: prose,
  agent_unavailable: prose,
  grader_changed: prose,
  vanished: ({ facts }) => vanished(facts.names),
  baseline_required: prose,
  policy_unreadable: prose,
  results_lost: ({ facts }) => resultsLost(facts),
  runner_files: ({ facts }) => runnerFilesWords(facts),
  shard: prose,
  shards: prose,
};

function vanished(names: readonly string[]): Words {
  const headline = `${plural(names.length, 'case')} of main ${names.length === 1 ? 'has' : 'have'} no result here though no test changed`;
  return { headline, message: `${headline}: ${listed(names, 3, ', ')}` };
}

function prose({ facts }: { readonly facts: Prose }): Prose {
  return facts;
}

function wordsOf<Code extends ReasonCode>(reason: ReasonOf<Code>): Words {
  const words = WORDS[reason.code](reason);
  return typeof words === 'string' ? { message: words, headline: words } : words;
}

/** A reason in one sentence part; plain text, unescaped. */
export function messageOf(reason: Reason): string {
  return wordsOf(reason).message;
}

/** The same in the few words of a title. */
export function shortWordsOf(reason: Reason): string {
  return wordsOf(reason).headline;
}

/** One line: what happened and how certain it is, then what the verdict does not cover; plain text. */
export function titleOf({ heading }: { readonly heading: Heading }): string {
  const { reason, more, remark } = heading;
  const words = reason === null ? 'nothing was found' : shortWordsOf(reason);
  const further = more === 0 ? '' : ` (and ${plural(more, 'more reason')})`;
  const title = [`${words}${further}`, ...limitsOf({ heading })].join('; ');
  return remark === null ? title : `${title} (${remark})`;
}

/** What the verdict does not cover, in the words of its title. */
export function limitsOf({ heading: { limits } }: { readonly heading: Heading }): readonly string[] {
  return [...new Set(limits.map(shortWordsOf))];
}

/** Results that nobody can read again, or not all of them. */
function resultsLost(facts: FactsOf['results_lost']): string {
  switch (facts.kind) {
    case 'unreadable':
      return `the results of this run can't be read again: ${facts.problem}`;
    case 'not_stored':
      return `some results of this run could not be stored: ${facts.problem}`;
    case 'too_large':
      return `the results of all shards together are larger than ${facts.megabytes} MB, which is the limit; split the suite with the input key`;
  }
}
