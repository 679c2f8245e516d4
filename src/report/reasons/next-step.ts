import { shellLine } from '#common/shell.ts';
import { points } from '#common/words.ts';
import { runMainOnce } from '#gate/baseline/run-main-once.ts';
import type { Decision, DecisionNumbers, ReasonOf } from '#gate/decision/terms/decision.ts';
import type { FactsOf, ReasonCode } from '#gate/decision/terms/reason-code.ts';
import { hasTooFewRounds, ROUNDS_NEEDED } from './drop-words.ts';

/** Where the reader can act: on a job of GitHub, or in the terminal that made the run. */
export type ReaderPlace = 'job' | 'terminal';

/** A run as far as a next step depends on it. */
interface Run {
  readonly numbers: DecisionNumbers;
  readonly place: ReaderPlace;
  /** The name of the default branch. */
  readonly main: string;
  /** How the reader starts this program, in a shell. */
  readonly program: string;
}

/** What a reader does to settle an open question: a sentence part that begins with a verb. */
type NextStep<Code extends ReasonCode = ReasonCode> = (run: Run, reason: ReasonOf<Code>) => string;

/** The one thing that settles an open decision, by the reason that leaves it open; `null` if it is not open. */
export function nextStep(
  { verdict, reasons, decision: numbers, main }: Pick<Decision, 'verdict' | 'reasons' | 'decision' | 'main'>,
  place: ReaderPlace,
  program: readonly string[],
): string | null {
  if (verdict !== 'inconclusive') return null;
  const reason = reasons.find(({ outcome }) => outcome === 'inconclusive');
  return reason === undefined ? null : stepOf(reason, { numbers, place, main, program: shellLine(program) });
}

function stepOf<Code extends ReasonCode>(reason: ReasonOf<Code>, run: Run): string {
  const step: NextStep<Code> | undefined = NEXT_STEPS[reason.code];
  return step === undefined ? review() : step(run, reason);
}

/** Without a step of its own, only a person can settle it. */
const NEXT_STEPS: { readonly [Code in ReasonCode]?: NextStep<Code> } = {
  drop_open: (run, reason) => {
    const { suite, trials_needed: needed } = reason.facts;
    if (hasTooFewRounds(suite)) return `run ${ROUNDS_NEEDED}`;
    return needed === null ? moreCases(run, reason) : moreTrials(run);
  },
  values_missing: ({ main }) =>
    `make the agent report these values in every trial, as it does on ${main}, and let every model call end that it starts`,
  increase_open: ({ place, main }) =>
    `${place === 'job' ? `make ${main}'s commit run in this job` : 'add --confirm auto'}, or run more trials on both sides`,
  floor: (run, { facts: { floor } }) => {
    if (floor.value === null)
      return `make the agent report what this bound measures, or take it out of the config on ${run.main}`;
    return floor.judged === true && floor.ci95 === null ? labelAnswers(run) : twiceTheTrials(run);
  },
  never_fail_unscored: again,
  no_baseline: runMain,
  no_comparable_case: ({ main }, { facts }) =>
    facts.kind === 'other_version'
      ? `${runMainOnce(main)}, then re-run this job`
      : `have a person review it: ${main}'s first run after the merge is what later changes are compared with`,
  baseline_incomplete: ({ main }) => `run ${main} again with a higher cap, then re-run this job`,
  baseline_never_passes: ({ main }) => `make one case pass on ${main}, and wait for its next run`,
  harder_cases: () => 'have a person review whether these cases may be this hard, because no further run can',
  incomplete: moreOfTheRun,
  never_asked: () =>
    'make the agent call its model through the variables that the action sets, or the key that the job gives it',
  replayed: () => 'run it where the key of the provider is: fresh answers are evidence',
  missing_trials: (run, { facts }) =>
    facts.kind === 'hinges' ? again(run) : `fix what ended them, then ${again(run)}`,
  identical_trials: cacheOff,
  identical_content: cacheOff,
  behaviour_changed: ({ main }) => `make ${main}'s commit run in this job, then re-run it`,
  still_open: ({ place, main }, { facts: { tests, unsound } }) =>
    tests.some(({ hinges_on_missing: hinges }) => hinges)
      ? `${place === 'job' ? 're-run this job' : 'run this again'}: it fills in the missing trials`
      : unsound === null
        ? 'have a person review it, because no further run of the same content can'
        : `see whether ${main} passes again; then push a change of any file, which starts the trials over`,
  case_unsettled: moreOfThis,
  within_drift: ({ place, main }) =>
    place === 'job'
      ? `make ${main}'s commit run in this job, then re-run it: its fresh trials tell a change from another day`
      : `run ${main} again today, then compare with that run`,
  dependent_trials: (_, { facts }) => APART[facts.of],
  self_check: ({ main, program }) =>
    `find out with \`${program} calibrate\` which rule is red too often, and loosen it on ${main}`,
  judge_cannot_tell: () => 'ask another model, or a plainer yes/no question, and calibrate again',
  judge_uncalibrated: labelAnswers,
  not_tried_again: ({ main }) => `make ${main}'s commit run in this job, within the caps, then re-run it`,

  cases_gone: ({ main }, { facts }) =>
    facts.kind !== 'left_out'
      ? `${facts.kind === 'no_result' ? 'make their tests run' : 'put them back'}, or accept each in agent-eval-accepts.yml with a reason`
      : `run all of ${main}'s cases: remove the inputs "cases" and "tags" from the action's step`,

  withheld: (_, { facts }) =>
    facts.kind === 'draft'
      ? 'mark it as ready for review'
      : `add the label "${facts.start}", or start the workflow by hand for this pull request`,
  standing: () => 'run all of its cases: push, or start the workflow by hand without choosing cases',
  vanished: () => 'make them run again, or remove them in the file of their tests, where a reviewer sees it',
  missing_secrets: () =>
    'run it where the key is: someone with write access can push these commits to a branch of this repository, or set it in the env of the step',
  replay_miss: ({ program }) =>
    `have someone who has the key run "${program} run --replay record" and commit the cassettes`,
  policy_unreadable: ({ main }) => `fix the config on ${main}, then re-run this job`,
  shard: (_, { facts: { kind } }) =>
    kind === 'part'
      ? 'wait for the job with mode: merge, which decides'
      : `use "Re-run failed jobs": it runs the ${kind === 'stopped' ? 'stopped shard' : 'missing shards'} and the merge again`,
};

/** No plan asks for more trials per case. */
const MOST_TRIALS = 50;

function moreTrials({ numbers }: Run): string {
  const { planned_looks: looks, trials_needed: needed } = numbers;
  const most = needed ?? Math.min(MOST_TRIALS, 2 * lastOf(looks));
  if (most <= lastOf(looks)) return review();
  const range = `${looks[0] ?? 1}-${most}`;
  return `write trials: "${range}" on the action's step (--trials ${range} in a terminal)`;
}

/** Where no number is known to suffice. */
function twiceTheTrials({ numbers, ...run }: Run): string {
  return moreTrials({ ...run, numbers: { ...numbers, trials_needed: null } });
}

/** A run that ended early has trials left that a re-run adds; after the last look only a larger plan has. */
function moreOfThis(run: Run): string {
  const { numbers, place } = run;
  const hasMore = place === 'job' && numbers.trials < lastOf(numbers.planned_looks);
  return hasMore ? again(run) : twiceTheTrials(run);
}

function again({ numbers, place }: Run): string {
  if (place === 'terminal') return 'run this again';
  return `re-run this job: it keeps its trials and adds those that are missing, up to ${lastOf(numbers.planned_looks)} per case`;
}

/** A run that its reader ended goes on; one that a cap ended would end there again. */
function moreOfTheRun(run: Run, { facts: { why, ended_by: endedBy } }: ReasonOf<'incomplete'>): string {
  const isCancelled = why === 'cancelled' && endedBy === null;
  if (isCancelled && run.place === 'terminal') return 'let it run to its end';
  return isCancelled ? again(run) : `raise the cap that ended the run, and ${again(run)}`;
}

/** As many as would do if they are like those there are: the interval narrows with the root of their number. */
function moreCases({ numbers }: Run, { tag, facts: { suite } }: ReasonOf<'drop_open'>): string {
  const which = tag === null ? 'add cases' : 'add cases with this tag';
  if (suite.rule_out === null) return which;
  const [room, reach] = [suite.rule_out - suite.drop, suite.upper95 - suite.drop];
  const compared = numbers.comparable_cases;
  const needed = room > 0 && reach > 0 ? Math.ceil(compared * (reach / room) ** 2) : null;
  const isTold = tag === null && needed !== null && needed > compared && needed <= MOST_CASES;
  const few = isTold ? `: about ${needed} like these ${compared} would do` : '';
  return `${which}, until a drop of ${points(suite.rule_out)} is ruled out${few}`;
}

/** Nobody writes more because a report says so. */
const MOST_CASES = 500;

function labelAnswers({ main, program }: Run): string {
  return `label answers of ${main} (${program} label), run ${program} calibrate-judge, and commit its file`;
}

function runMain({ place, main, program }: Run, { facts: { problem } }: ReasonOf<'no_baseline'>): string {
  if (place === 'terminal') return `compare with your main branch: ${program} run --against ${main}`;
  // The cause stands before this, with its own mend.
  return `${problem ? 'mend this' : runMainOnce(main)}, then re-run this job`;
}

function review(): string {
  return 'have a person review it, because no further run can';
}

function lastOf(looks: readonly number[]): number {
  return looks.at(-1) ?? 1;
}

function cacheOff({ main }: Run): string {
  return `turn that cache off while cases run, as DSPy's cache=False does, here and on ${main}: each trial has to ask its model`;
}

/** How trials no longer depend on earlier ones. */
const APART: Readonly<Record<FactsOf['dependent_trials']['of'], string>> = {
  process: 'write isolate: true under agent in the config, so that every trial has a process of its own',
  run: 'let the agent begin each trial without what the one before it left: files, a database, a memory',
  round: 'let suite.run first remove what the round before it left: files, a cache, a database',
};
