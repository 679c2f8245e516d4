import type { NameCounts } from '#common/group-by.ts';
import { listed, percent, plural, pValue, shortSha, wholeNumber, wholePercent } from '#common/words.ts';
import type { BadRound, MissingCounts } from '#gate/decision/facts/run-facts.ts';
import type { ReasonOf } from '#gate/decision/terms/decision.ts';
import { alone, type ReasonWords, undecided, withEvidence } from './words.ts';

const WHY_CUT: Readonly<Record<ReasonOf<'incomplete'>['facts']['why'], string>> = {
  budget: 'its budget was used up',
  cancelled: 'it was cancelled',
  cap: 'it ended early',
  decided: 'it ended early',
};

/** Not all trials ran. */
export function cutShort({ facts: { why, judged, planned, ended_by: endedBy } }: ReasonOf<'incomplete'>): ReasonWords {
  const how = endedBy === null ? WHY_CUT[why] : `${endedBy}; it ended`;
  return undecided(
    alone(`the run is not complete (${how} after ${wholeNumber(judged)} of ${plural(planned, 'trial')})`),
  );
}

/** Stored answers prove nothing about this change. */
export function replayedTrials({ facts: { replayed, judged } }: ReasonOf<'replayed'>): string {
  return `${wholeNumber(replayed)} of ${plural(judged, 'judged trial')} replayed stored answers, which are not evidence about this change`;
}

/** The agent never called a model, whose calls are counted. */
export function neverAsked({ facts: { answered } }: ReasonOf<'never_asked'>): ReasonWords {
  const words = `the agent answered ${plural(answered, 'trial')} and never called a model, so nothing of its model was measured`;
  return undecided(alone(words));
}

/** Not one trial has an outcome. */
export function nothingEvaluated({ facts }: ReasonOf<'nothing_evaluated'>): string {
  if (facts.kind === 'cancelled') return 'the run was cancelled before any trial ended';
  const { cases, trials, errors, ended_by: endedBy } = facts;
  if (cases === 0) return 'nothing was evaluated: the results contain no case';
  const why = endedBy === null ? '' : `: ${endedBy}`;
  if (trials === 0) return `nothing was evaluated: no trial ran${why}`;
  const which = trials === 1 ? 'the only trial' : `all ${wholeNumber(trials)} trials`;
  return `nothing was evaluated: ${which} ended in errors${inBrackets(errors)}${why}`;
}

/** The agent answers nothing, whatever main's does. */
export function neverCompletes({ facts: { judged, failures } }: ReasonOf<'never_completes'>): string {
  const trials = judged === 1 ? 'the only trial' : `any of ${wholeNumber(judged)} trials`;
  return `the agent did not complete ${trials}${inBrackets(failures)}`;
}

function inBrackets(counts: NameCounts): string {
  return counts.length === 0 ? '' : ` (${counted(counts)})`;
}

function counted(counts: NameCounts): string {
  return counts.map(({ name, count }) => `${wholeNumber(count)} ${name.replaceAll('_', ' ')}`).join(', ');
}

/** Missing trials leave no verdict. */
export function missingTrials({ facts, cases }: ReasonOf<'missing_trials'>): ReasonWords | string {
  switch (facts.kind) {
    case 'too_many':
      return `too many trials are missing: ${wholeNumber(facts.missing)} of ${wholeNumber(facts.scheduled)} ${endedIn(facts.errors)}`;
    case 'few_judged': {
      const [first = '', ...more] = cases;
      const which = more.length === 0 ? `case ${first} has` : `${plural(cases.length, 'case')} (${listed(cases)}) have`;
      return `${which} fewer than 2 judged trials, because others ${endedIn(facts.errors)}`;
    }
    case 'hinges': {
      const which = facts.missing === 1 ? 'the missing trial' : `the ${wholeNumber(facts.missing)} missing trials`;
      const otherwise = facts.verdict === 'fail' ? 'not be red' : facts.would_be === 'fail' ? 'be red' : 'be open';
      const outcome = facts.verdict === 'fail' ? 'passed' : 'failed';
      return undecided(alone(`the verdict would ${otherwise} if ${which} had ${outcome}; run again`));
    }
  }
}

/** Only known errors can be fixed. */
function endedIn(errors: NameCounts): string {
  const classes = counted(errors);
  return classes === '' ? 'have no outcome; run again' : `ended in errors (${classes}); fix the cause, then run again`;
}

/** One side lost clearly more trials than the other. */
export function missingSharesDiffer({ facts }: ReasonOf<'missing_shares_differ'>, main: string): string {
  return `${share(facts.here)} of the trials are missing here and ${share(facts.main)} on ${main}: the change may cause the errors`;
}

function share({ scheduled, missing }: MissingCounts): string {
  return percent(missing / scheduled);
}

/** Trials depend on those before them. */
export function dependentTrials({ facts: { first, last, p, of, measure } }: ReasonOf<'dependent_trials'>): ReasonWords {
  const { what, mend, advice } = DEPENDENT[of];
  const rates =
    measure === 'passes'
      ? `${wholePercent(first)} of the first trials of a case pass, and ${wholePercent(last)} of its last ones`
      : `the first trials of a case take ${wholeNumber(first)} tokens, and its last ones ${wholeNumber(last)}`;
  const evidence = `${rates} (${pValue(p)}), ${advice}`;
  const headline = `${what}; ${mend}`;
  return undecided({ headline, message: `${what}: ${evidence}`, evidence, plain: `${what}: ${rates}, ${advice}` });
}

const DEPENDENT = {
  process: {
    what: 'trials depend on earlier trials in the same process',
    mend: 'set agent.isolate',
    advice:
      'so the agent keeps state between trials. Write `isolate: true` under agent for a process for each trial, or `isolate: reset` for a message between trials',
  },
  run: {
    what: 'trials depend on earlier trials of the run',
    mend: 'keep nothing from trial to trial',
    advice:
      'so something is kept from trial to trial: a file, a database, a server. Let the agent begin without it, or give each trial its own copy by `workspace`',
  },
  round: {
    what: 'rounds depend on earlier rounds',
    mend: 'let `suite.run` begin without what they left',
    advice: 'so something is kept from round to round: files, a cache, a database. Let `suite.run` remove it first',
  },
};

/** Rounds that went far worse than the others. */
export function badRounds({ facts: { rounds } }: ReasonOf<'bad_round'>, main: string): ReasonWords {
  const [first] = rounds;
  const more = rounds.length > 1 ? ` (and ${plural(rounds.length - 1, 'more round')})` : '';
  const headline = first === undefined ? 'no round' : `${roundName(first, main)} went worse than the others${more}`;
  const details = rounds.map((round) => `${roundName(round, main)} ${roundRates(round)}`);
  // A cold start hits the first trials of a process alone.
  const why = rounds.some(({ round }) => round === 1) ? 'an incident, or a cold start' : 'an incident';
  const message = `${listed(details, MOST_ROUNDS, '; ')}: ${why}`;
  return { headline, message, evidence: message };
}

const MOST_ROUNDS = 3;

function roundName({ side, sha, fresh, round }: BadRound, main: string): string {
  const which = `${fresh ? 'fresh ' : ''}round ${round}`;
  if (side === 'here') return `${which} of this change`;
  return side === 'both' ? which : `${which} of ${main}${sha === null ? '' : ` (${shortSha(sha)})`}`;
}

function roundRates({ passed, served }: BadRound): string {
  const outcomes =
    passed &&
    `failed more than the others (${wholePercent(passed.rate)} passed, in the others ${wholePercent(passed.others)})`;
  const calls =
    served &&
    `got no answer from the provider in ${wholePercent(1 - served.rate)} of its trials (in the others ${wholePercent(1 - served.others)})`;
  return [outcomes, calls].filter((words) => words !== null).join(' and ');
}

/** Nothing got worse, but the result is bad. */
export function mostlyFailing({ facts: { rate } }: ReasonOf<'mostly_failing'>): ReasonWords {
  const headline = `only ${percent(rate)} passes here`;
  return withEvidence(headline, ', ', 'and no floor is set; gate: {pass_rate: {min: …}} makes a low pass rate red');
}

/** Trials that ended by their time limit count as failed. */
export function timedOut({ facts }: ReasonOf<'timed_out'>, main: string): string {
  const { here, trials, stored } = facts;
  const addition = stored === 0 ? '' : ` (${main}: ${wholeNumber(facts.main)} of ${wholeNumber(stored)})`;
  return `${wholeNumber(here)} of ${plural(trials, 'trial')} timed out${addition} and ${here === 1 ? 'counts' : 'count'} as failed; if the model's server is slow, raise limits.trial_timeout`;
}

/** A cache repeated answers. */
export function identicalTrials(
  { outcome, facts: { trials, unasked, side }, cases }: ReasonOf<'identical_trials'>,
  main: string,
): string {
  const [repeat, count] =
    trials === 1 ? ['repeats', 'does not count on its own'] : ['repeat', 'do not count on their own'];
  const where = side === 'here' ? 'here' : `on ${main}`;
  const mend = outcome === 'note' ? '; turn the cache off for evaluations' : '';
  return `${plural(trials, 'trial')} of ${plural(cases.length, 'case')} ${where} ${repeat} ${cachedAnswer(trials, unasked)} and ${count}${mend}`;
}

function cachedAnswer(trials: number, unasked: number): string {
  if (unasked === 0) return "the provider's answer to another trial (a response cache)";
  if (unasked === trials) return "the answer to another trial without calling a model (a cache of the agent's own)";
  return `the answer to another trial (a cache), ${wholeNumber(unasked)} of them without calling a model,`;
}

/** All trials of each case are identical. */
export function identicalContent(
  { outcome, facts: { cases: all }, cases: other }: ReasonOf<'identical_content'>,
  main: string,
): string {
  const same = `every trial gave the same answer as the others of its case (${plural(all, 'case')})`;
  if (outcome === 'note')
    return `${same}: if the agent is deterministic, trials: 1 is enough; if it is not, look for a response cache between it and its model`;
  return `${same}, but fresh trials of ${main} another than its stored ones (${listed(other)}): a cache repeats one answer on each side, or the model is another one`;
}
