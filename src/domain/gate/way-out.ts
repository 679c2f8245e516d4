import { runMainOnce } from '#domain/baseline/run-main-once.ts';
import { varianceOfOneMoreRun } from '#domain/statistics/counts/between-runs.ts';
import { plural, points } from '#domain/words.ts';
import type { Decision, DecisionNumbers, Reason, ReasonOf } from './decision.ts';
import type { ReasonCode } from './reason-code.ts';
import { casesNeeded } from './rules/pass-rate/cases-needed.ts';

/** Where the reader can act: on a job of GitHub, or in the terminal that made the run. */
export type Place = 'job' | 'terminal';

/** What a reader does to settle an open question: a sentence part that begins with a verb. */
type WayOut<Code extends ReasonCode = ReasonCode> = (
  numbers: DecisionNumbers,
  reason: ReasonOf<Code>,
  place: Place,
) => string;

/** The one thing that settles an open decision, by the reason that leaves it open; `null` if it is not open. */
export function wayOut(
  { verdict, reasons, decision }: Pick<Decision, 'verdict' | 'reasons' | 'decision'>,
  place: Place,
): string | null {
  if (verdict !== 'inconclusive') return null;
  const reason = reasons.find(({ outcome }) => outcome === 'inconclusive');
  return reason === undefined ? null : wayOutOf(reason, decision, place);
}

function wayOutOf<Code extends ReasonCode>(reason: ReasonOf<Code>, numbers: DecisionNumbers, place: Place): string {
  const way: WayOut<Code> | null = WAYS_OUT[reason.code];
  return way === null ? review() : way(numbers, reason, place);
}

const NEVER_OPEN = null;

/** `NEVER_OPEN`: a finding of this code leaves no verdict open. */
const WAYS_OUT: { readonly [Code in ReasonCode]: WayOut<Code> | typeof NEVER_OPEN } = {
  more_trials: moreTrials,
  more_cases: moreCases,
  values_missing: () =>
    'make the agent report these values in every trial, as it does on main, and let the model calls end that it begins',
  increase_untested: () => 'add cases: with 6 that report it on both sides, the increase is tested',
  floor_undecided: twiceTheTrials,
  floor_unmeasured: () => 'make the agent report what this floor measures, or take the floor out of the config on main',
  never_fail_removed: review,
  never_fail_unscored: again,
  no_baseline: runMain,
  no_comparable_case: (_, { facts }) =>
    facts.why === 'other_version'
      ? `${runMainOnce('main')}, then re-run this job`
      : "have a person review it: main's first run after the merge is what later changes are compared with",
  baseline_incomplete: () => 'run main again with a higher cap, then re-run this job',
  baseline_never_passes: () => 'make one case pass on main, and wait for its next run',
  changed_worse: reviewCases,
  new_never_pass: reviewCases,
  incomplete: moreOfTheRun,
  never_asked: () =>
    'make the agent call its model through the variables that the action sets, or the key that the job gives it',
  replayed: () => 'run it where the key of the provider is: fresh answers are evidence',
  missing_trials: (...of) => `fix what ended them, then ${again(...of)}`,
  unscored_cases: (...of) => `fix what ended them, then ${again(...of)}`,
  hinges_on_missing: again,
  stale_baseline: () => "wait for main's next run, or start one (Actions, Run workflow), then re-run this job",
  not_confirmed: moreOfThis,
  case_unsettled: moreOfThis,
  within_drift: (_, __, place) =>
    place === 'job'
      ? "make main's commit run in this job, then re-run it: its fresh trials tell a change from another day"
      : 'run main again today, then compare with that run',
  dependent_trials: isolate,
  dependent_trials_here: isolate,
  self_check: () => 'find out with `agent-eval calibrate` which rule is red too often, and loosen it on main',
  judge_cannot_tell: () => 'ask another model, or a plainer yes/no question, and calibrate again',
  judge_uncalibrated: () =>
    'label answers of main (agent-eval label), run agent-eval calibrate-judge, and commit its file',
  judge_not_confirmed: review,
  unconfirmed: () => "make main's commit run in this job, then re-run it",

  never_fail_left_out: review,
  never_fail_unmarked: review,
  cases_removed: review,
  cases_left_out: () => 'run all of main\'s cases: remove the inputs "cases" and "tags" from the action\'s step',
  guard_weakened: review,
  guards_unknown: review,
  graders_unknown: review,
  tag_lost: review,
  policy_unknown: review,

  withheld: () => 'add the label "eval", or start the workflow by hand for this pull request',
  vanished: () => 'make them run again, or remove them in the file of their tests, where a reviewer sees it',
  missing_secrets: () =>
    'run it where the key is: someone with write access can push these commits to a branch of this repository',
  replay_miss: () => 'have someone who has the key run "agent-eval run --replay record" and commit the cassettes',
  policy_unreadable: () => 'mend the config on main, then re-run this job',
  shard: () => 'wait for the job with mode: merge, which decides',
  shards: (_, { facts }) =>
    `use "Re-run failed jobs": it runs the ${facts.stopped ? 'stopped shard' : 'missing shards'} and the merge again`,

  suite_drop: NEVER_OPEN,
  case_broken: NEVER_OPEN,
  recall_drop: NEVER_OPEN,
  increase: NEVER_OPEN,
  audited_drop: NEVER_OPEN,
  floor: NEVER_OPEN,
  never_fail: NEVER_OPEN,
  never_completes: NEVER_OPEN,
  no_regression: NEVER_OPEN,
  baseline_made: NEVER_OPEN,
  nothing_reached: NEVER_OPEN,
  watch: NEVER_OPEN,
  case_sound: NEVER_OPEN,
  unseen_cases: NEVER_OPEN,
  rule_out_auto: NEVER_OPEN,
  mostly_failing: NEVER_OPEN,
  timed_out: NEVER_OPEN,
  tolerated_drop: NEVER_OPEN,
  floor_not_proven: NEVER_OPEN,
  never_fail_clean: NEVER_OPEN,
  few_comparable: NEVER_OPEN,
  all_cases: NEVER_OPEN,
  not_compared: NEVER_OPEN,
  carried: NEVER_OPEN,
  blind_spot: NEVER_OPEN,
  blind_to_one_case: NEVER_OPEN,
  rule_out_too_small: NEVER_OPEN,
  threshold_false_alarm: NEVER_OPEN,
  missing_shares_differ: NEVER_OPEN,
  identical_trials: NEVER_OPEN,
  identical_content: NEVER_OPEN,
  confirmed: NEVER_OPEN,
  judge_tax: NEVER_OPEN,
  judge_differs: NEVER_OPEN,
  judge_audited: NEVER_OPEN,
  floor_judged: NEVER_OPEN,
  accepted: NEVER_OPEN,
  accept_without_effect: NEVER_OPEN,
  policy_elsewhere: NEVER_OPEN,
  policy_first: NEVER_OPEN,
  policy_of_branch: NEVER_OPEN,
  policy_changed: NEVER_OPEN,
  prices_changed: NEVER_OPEN,
  case_changed: NEVER_OPEN,
  tag_removed: NEVER_OPEN,
  workflow_changed: NEVER_OPEN,
  workflow_unknown: NEVER_OPEN,
  automation_changed: NEVER_OPEN,
  inputs_differ: NEVER_OPEN,
  selection: NEVER_OPEN,
  nothing_evaluated: NEVER_OPEN,
  agent_unavailable: NEVER_OPEN,
  grader_changed: NEVER_OPEN,
  baseline_required: NEVER_OPEN,
  results_lost: NEVER_OPEN,
  runner_files: NEVER_OPEN,
};

/** No plan asks for more trials per case. */
const MOST_TRIALS = 50;

function moreTrials(numbers: DecisionNumbers): string {
  const { planned_looks: looks, trials_needed: needed } = numbers;
  const most = needed ?? Math.min(MOST_TRIALS, 2 * lastOf(looks));
  if (most <= lastOf(looks)) return review();
  const range = `${looks[0] ?? 1}-${most}`;
  return `write trials: "${range}" on the action's step (--trials ${range} in a terminal)`;
}

/** Where no number is known to suffice. */
function twiceTheTrials(numbers: DecisionNumbers): string {
  return moreTrials({ ...numbers, trials_needed: null });
}

/** A run that ended early has trials left that a re-run adds; after the last look only a larger plan has. */
function moreOfThis(numbers: DecisionNumbers, reason: Reason, place: Place): string {
  const hasMore = place === 'job' && numbers.trials < lastOf(numbers.planned_looks);
  return hasMore ? again(numbers, reason, place) : twiceTheTrials(numbers);
}

function again({ planned_looks: looks }: DecisionNumbers, _: Reason, place: Place): string {
  if (place === 'terminal') return 'run this again';
  return `re-run this job: it keeps its trials and adds those that are missing, up to ${lastOf(looks)} per case`;
}

/** A run that its reader ended goes on; one that a cap ended would end there again. */
function moreOfTheRun(numbers: DecisionNumbers, reason: ReasonOf<'incomplete'>, place: Place): string {
  const { why, ended_by: endedBy } = reason.facts;
  const isCancelled = why === 'cancelled' && endedBy === null;
  if (isCancelled && place === 'terminal') return 'let it run to its end';
  const more = again(numbers, reason, place);
  return isCancelled ? more : `raise the cap that ended the run, and ${more}`;
}

function moreCases(
  { pass_rate, tags, between_runs: between, comparable_cases: now }: DecisionNumbers,
  { tag }: Reason,
): string {
  if (tag !== null) return `add cases with this tag${ruledOut(tags[tag]?.pass_rate?.rule_out ?? null)}`;
  const { suite } = pass_rate;
  const extra = between === null ? 0 : varianceOfOneMoreRun(between);
  const needed = suite === null ? null : casesNeeded(suite, now, extra);
  if (needed === null) return review();
  return `add cases: about ${plural(needed, 'case')} like these in all, ${now} now${ruledOut(suite?.rule_out ?? null)}`;
}

function ruledOut(drop: number | null): string {
  return drop === null ? '' : `, until a drop of ${points(drop)} is ruled out`;
}

function isolate(): string {
  return 'write isolate: true under agent in the config, so that every trial has a process of its own';
}

function runMain(_: DecisionNumbers, __: Reason, place: Place): string {
  if (place === 'terminal') return 'compare with your main branch: run --against main';
  return `${runMainOnce('main')}, then re-run this job`;
}

function review(): string {
  return 'have a person review it, because no further run can';
}

function reviewCases(): string {
  return 'have a person review whether these cases may be as hard as that, because no further run can';
}

function lastOf(looks: readonly number[]): number {
  return looks.at(-1) ?? 1;
}
