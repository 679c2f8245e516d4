import { listed, percent, plural, pValue, relativeChange, shortSha } from '#common/words.ts';
import type { ReasonOf } from '#gate/decision/terms/decision.ts';
import type { Unsound } from '#gate/decision/terms/fresh.ts';
import { METRIC_WORDS } from '#gate/decision/terms/metrics.ts';
import type { FactsOf } from '#gate/decision/terms/reason-code.ts';
import type { TriedTest } from '#gate/decision/terms/tried-test.ts';
import { sideWords } from './mains-side-words.ts';
import { ofTag } from './test-words.ts';
import { type ReasonWords, undecided, withEvidence } from './words.ts';

/** Fresh trials of both sides are red. */
export function triedAgain({ facts }: ReasonOf<'tried_again'>, main: string): string {
  const { tests, sha } = facts;
  return `${sidesOf(tests, main)}, ${again(main)}${place(sha, main)}${withoutWords(facts)}`;
}

/** Fresh trials neither show a change nor rule out one that matters. */
export function stillOpen({ facts }: ReasonOf<'still_open'>, main: string): ReasonWords {
  const { tests, sha, unsound } = facts;
  const hinges = tests.some(({ hinges_on_missing: hinges }) => hinges);
  const why = hinges
    ? 'missing trials could change that; re-run this job to fill them in'
    : unsound !== null
      ? unsoundWords(unsound, main)
      : facts.repeated > 0
        ? `${plural(facts.repeated, 'trial')} repeated an answer of the same process and counted once: turn off what keeps answers while cases run; if the agent is a program or module, agent.isolate does it`
        : `more cases would tell${withoutWords(facts)}`;
  return undecided(withEvidence(`${sidesOf(tests, main)}, ${again(main)}${place(sha, main)}`, '; ', why));
}

/** What looked worse does not on fresh trials of both sides. */
export function heldAgain({ facts }: ReasonOf<'held_again'>, main: string): string {
  const { tests, sha } = facts;
  return `looked worse, but not ${again(main)}${place(sha, main)}: ${sidesOf(tests, main)}${withoutWords(facts)}`;
}

/** What looks worse was not tried again. */
export function notTriedAgain({ facts, cases }: ReasonOf<'not_tried_again'>, main: string): ReasonWords {
  const { reason, means, tests } = facts;
  const names = [
    ...means.map(({ tag, test, rise }) => `${ofTag(tag)}${METRIC_WORDS[test]}${ofCases(rise?.only?.cases ?? [])}`),
    ...cases.map((id) => `case ${id}`),
  ];
  const ran = typeof reason !== 'string' && tests.length > 0;
  const alone = names.length === 1;
  const how = ran ? ', and trying again settled nothing' : ` and ${alone ? 'was' : 'were'} not tried again`;
  const headline = `${listed(names, MOST_NAMED)} ${alone ? 'looks' : 'look'} worse${how}`;
  const known = tests.length === 0 ? '' : ` (so far ${sidesOf(tests, main)})`;
  return undecided(withEvidence(headline, ': ', `${whyNot(reason)}${known}`));
}

/** Why nothing was tried again, a sentence part. */
export function whyNot(reason: FactsOf['not_tried_again']['reason']): string {
  return typeof reason === 'string' ? reason : sideWords(reason);
}

const MOST_NAMED = 3;

/** `case refund passed 20/20 on main and 12/20 here (p = 0.002)`. */
function sidesOf(tests: readonly TriedTest[], main: string): string {
  return listed(
    tests.map((test) => sides(test, main)),
    MOST_NAMED,
    '; ',
  );
}

function sides({ gate, tag, cases, main: there, here, change, p }: TriedTest, main: string): string {
  const chance = p === null ? '' : ` (${pValue(p)})`;
  if (gate === 'case')
    return `case ${cases.join(', ')} passed ${share(there)} on ${main} and ${share(here)} here${chance}`;
  const name = `${ofTag(tag)}${METRIC_WORDS[gate]}${ofCases(cases)}`;
  if (gate === 'pass_rate' || gate === 'tool_recall')
    return `${name} ${percent(there.value)} in ${plural(there.trials, 'trial')} of ${main} and ${percent(here.value)} in ${plural(here.trials, 'trial')} here${chance}`;
  const what = cases.length === 0 ? `against ${main}` : `of the total of ${main}`;
  return `${name} ${relativeChange(change ?? 0)} ${what}${chance}`;
}

/** The cases that alone were tried again. */
function ofCases(cases: readonly string[]): string {
  return cases.length === 0 ? '' : ` of ${listed(cases, MOST_NAMED)}`;
}

function share({ value, trials }: TriedTest['main']): string {
  return `${Math.round(value * trials)}/${trials}`;
}

/** Why nothing can be called sound: a break of what both sides share looks the same. */
function unsoundWords(unsound: Unsound, main: string): string {
  const what =
    unsound.kind === 'rounds_lost'
      ? `in ${unsound.lost} of ${plural(unsound.rounds, 'round')} nothing passed on either side`
      : `${main} passes less now than in its stored runs`;
  return `${what}, so that an outage can't be told from a change that breaks what both sides use`;
}

/** The fresh trials that no test uses. */
function withoutWords({ lost_rounds: lost, repeated }: ReasonOf<'held_again'>['facts']): string {
  const parts = [
    ...(lost === 0 ? [] : [`${plural(lost, 'round')} in which nothing passed on either side`]),
    ...(repeated === 0 ? [] : [`${plural(repeated, 'trial')} that repeated an answer of the same process`]),
  ];
  return parts.length === 0 ? '' : ` (without ${parts.join(', and ')})`;
}

function again(main: string): string {
  return `when ${main} and this change were tried again`;
}

function place(sha: string | null, main: string): string {
  return sha === null ? '' : ` just now (${main} at ${shortSha(sha)})`;
}
