import { listed, pAgainst, percent, plural, wholeNumber } from '#common/words.ts';
import type { CancelledCallOfTrial, NeverFailSubject } from '#gate/decision/facts/test-facts.ts';
import type { CaseDecision, ReasonOf } from '#gate/decision/terms/decision.ts';
import { METRIC_WORDS } from '#gate/decision/terms/metrics.ts';
import { failureRateAfterCleanRuns } from '#statistics/counts/clean-runs.ts';
import type { Passes } from '#statistics/counts/pairwise-exact.ts';
import { ofTag } from './test-words.ts';
import { type ReasonWords, undecided, withEvidence } from './words.ts';

/** Cases broke, beyond what chance does to any case of the suite; worst first. */
export function casesBroke({ facts }: ReasonOf<'case_broken'>, main: string): ReasonWords {
  const { tests } = facts;
  const items = describe(tests, main);
  const headline = tests.length === 1 ? `case ${items}` : `${plural(tests.length, 'case')} broke: ${items}`;
  return withEvidence(headline, '; ', chanceOf(tests));
}

/** Cases that are suspicious, but not proven broken; worst first. */
export function watchCases({ facts: { tests } }: ReasonOf<'watch'>, main: string): string {
  return `watch: ${describe(tests, main)}; ${chanceOf(tests)}`;
}

const MOST_DESCRIBED = 3;

/** If main passed its own expectations, a reader must see that the expectations changed. */
const REGRADED = "graded again with this change's expectations";

function describe(tests: readonly CaseDecision[], main: string): string {
  const items = tests.map(({ id, baseline, candidate, regraded }) => {
    const there = `${baseline.passed}/${baseline.scored} on ${main}`;
    const again = regraded ? ` (${main} ${tests.length === 1 ? REGRADED : 'graded again'})` : '';
    return `${id} passed ${there} and ${candidate.passed}/${candidate.scored} here${again}`;
  });
  return listed(items, MOST_DESCRIBED, '; ');
}

function chanceOf([worst, ...others]: readonly CaseDecision[]): string {
  const which = others.length === 0 ? 'such a case' : 'a case like the first';
  return `chance of ${which} anywhere in this suite if nothing changed: ${percent(worst?.p_adjusted ?? 1)}`;
}

/** Something with zero tolerance failed. */
export function neverFailBroken({ facts, cases }: ReasonOf<'never_fail'>, main: string): ReasonWords {
  const { kind, failed, scored } = facts;
  const where = kind === 'case' ? '' : ` (${listed(cases)})`;
  const before =
    facts.main === null || facts.main.failed === 0
      ? ''
      : `; it also fails on ${main} (${facts.main.failed}/${facts.main.scored}${facts.main.regraded ? `, ${REGRADED}` : ''})`;
  const headline = `${subject(facts)} failed in ${failed} of ${plural(scored, 'trial')}${where}${before}`;
  return withEvidence(headline, '; ', 'no failure is tolerated');
}

/** Nothing of it could be judged. */
export function neverFailUnscored({ facts }: ReasonOf<'never_fail_unscored'>): string {
  return `${subject(facts)} was not judged in any trial`;
}

function subject({ kind, name }: NeverFailSubject): string {
  return `never-fail ${kind} ${name}`;
}

/** What trials without failures show, and what they do not. */
export function neverFailClean({ facts: { rules, trials } }: ReasonOf<'never_fail_clean'>): string {
  const bound = failureRateAfterCleanRuns(trials) ?? 1;
  return `${plural(rules, 'never-fail rule')} held; ${plural(trials, 'clean trial')} only ${trials === 1 ? 'shows' : 'show'} a failure rate below ${percent(bound)}`;
}

/** Cases outside the tests that pass less than they should. */
export function harderCases({ facts, cases }: ReasonOf<'harder_cases'>, main: string): ReasonWords {
  const { kind, here, p, boundary } = facts;
  const [noun, pass] = cases.length === 1 ? ['case', 'passes'] : ['cases', 'pass'];
  const names = listed(cases);
  const isNamed = cases.length <= MOST_IN_HEADLINE;
  const who = isNamed ? `${kind} ${noun} ${names}` : plural(cases.length, `${kind} case`);
  const addition =
    facts.main === null
      ? `rare among ${main}'s own cases`
      : `${cases.length === 1 ? 'what it replaces' : 'what they replace'} passed ${share(facts.main)} on ${main}`;
  const words = (...which: readonly string[]) =>
    withEvidence(`${who} ${pass} ${share(here)}`, '; ', [addition, ...which, 'needs a human review'].join('; '));
  const list = isNamed ? [] : [names];
  const test = p === null ? [] : [pAgainst(p, boundary)];
  const { message: plain } = words(...list);
  const told = [...list, ...test].join(': ');
  return { ...words(...(told === '' ? [] : [told])), plain };
}

/** More are counted, and named after it. */
const MOST_IN_HEADLINE = 3;

function share({ passed, scored }: Passes): string {
  return `${passed} of ${scored}`;
}

/** Cases that lack the values of a metric. */
export function valuesMissing({ facts, cases, tag }: ReasonOf<'values_missing'>, main: string): string {
  const { metric, kind, in_part: inPart, of, cancelled } = facts;
  const what = `${ofTag(tag)}${METRIC_WORDS[metric]}`;
  const which = `(${listed(cases)})`;
  if (kind === 'paid')
    return `${what} was not judged: only the cost paid is known, and a cold cache raises it though nothing changed; fresh trials of ${main} would tell`;
  if (kind === 'on_main')
    return `${what} was judged without ${plural(cases.length, 'case')} in which only some trials of ${main} report it ${which}`;
  const some = `${wholeNumber(cases.length)} of ${plural(of, 'case')} with values on ${main}`;
  const have = `${cases.length === 1 ? 'has' : 'have'} ${noneHere(inPart, cases.length)} ${which}${cancelledWords(cancelled)}`;
  return kind === 'too_many'
    ? `${what} can't be judged: ${some} ${have}`
    : `${what} was judged without ${some} that ${have}`;
}

function cancelledWords(calls: readonly CancelledCallOfTrial[]): string {
  if (calls.length === 0) return '';
  const names = calls.map(
    ({ turn, step, model, trial, case: id }) =>
      `model call ${step} of turn ${turn}${model === null ? '' : ` (${model})`}, in trial ${trial} of ${id}`,
  );
  return `: the agent's own client cancelled ${listed(names)}, so what it cost is unknown`;
}

function noneHere(inPart: number, cases: number): string {
  if (inPart === 0) return 'none here';
  return inPart === cases ? 'them here in only some trials' : 'none here, or in only some trials';
}

/** Main has too little of a case that looks worse for anything to show that it broke. */
export function casesUnsettled({ facts: { tests } }: ReasonOf<'case_unsettled'>, main: string): ReasonWords {
  const items = tests.map(
    ({ id, candidate, baseline }) =>
      `${id} passed ${baseline.passed}/${baseline.scored} on ${main} and ${candidate.passed}/${candidate.scored} here`,
  );
  const headline = `${listed(items, MOST_DESCRIBED, '; ')}, and ${main} has too few trials to tell whether that is chance`;
  return undecided(withEvidence(headline, '; ', `${main}'s next run adds trials`));
}

/** Cases that nothing could have shown to break. */
export function unseenCases({ facts: { compared }, cases }: ReasonOf<'unseen_cases'>, main: string): ReasonWords {
  const headline =
    cases.length === compared
      ? `none of the ${plural(compared, 'compared case')} could have been seen to break`
      : `${listed(cases, MOST_DESCRIBED)} could not have been seen to break`;
  return withEvidence(headline, ': ', `${main} has too few passed trials of ${cases.length === 1 ? 'it' : 'them'}`);
}
