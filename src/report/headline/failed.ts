import { cutEnd } from '#common/cut.ts';
import { capitalise, listed, percent, plural, relativeAmount } from '#common/words.ts';
import type { NeverFailFacts } from '#gate/decision/facts/test-facts.ts';
import type { Reason } from '#gate/decision/terms/decision.ts';
import { FALLEN } from '../labels.ts';
import { riseHeadline } from '../reasons/increase-words.ts';
import { messageOf, titleOf, wordsOf } from '../reasons/reason-words.ts';
import type { CaseRow, Report } from '../report.ts';
import { caseName, caseNames } from '../rows/case-names.ts';
import { uncalled } from '../rows/case-rows.ts';
import { whyOf } from '../rows/why.ts';
import { againToday } from './again-today.ts';
import { type Headline, stopped, wordsWith } from './headline-words.ts';

/** A red report: what broke first, then by how much, whether main still does it, and why. */
export function failedHeadline(report: Report): Headline {
  const failures = uniteGuards(report.reasons.filter(({ outcome }) => outcome === 'fail'));
  const ordered = failures.toSorted((left, right) => rank(left, failures, report) - rank(right, failures, report));
  const [first, ...others] = ordered;
  if (first === undefined) return { ...wordsWith(FAILED, titleOf(report)), sentence: '', also: [], numbers: [] };
  const cause = causeWords(first, report);
  const [words, title] = [failureWords(first, report), titleOf(report)];
  const brief = cause ?? words;
  const fall =
    first.code === 'case_broken' ? others.find(({ code, tag }) => code === 'suite_drop' && tag === null) : undefined;
  return {
    ...wordsWith(FAILED, brief),
    sentence: [
      more(first, report, cause !== null),
      fall === undefined ? '' : `${capitalise(failureWords(fall, report))}.`,
      againToday(first, report),
      lapsedWords(report),
    ]
      .filter((part) => part !== '')
      .join(' '),
    also: others
      .filter((reason) => reason !== fall)
      .map((reason) => failureWords(reason, report) + howOften(reason, report)),
    numbers: words === title ? [] : [title],
  };
}

const FAILED = 'Agent eval failed';

/**
 * The greatest harm first. Nothing else matters next to an agent that answers nothing; one that must never fail leads, unless
 * more cases than that broke, or the fall of the pass rate is worth more.
 */
function rank(reason: Reason, failures: readonly Reason[], report: Report): number {
  const { code, cases } = reason;
  if (code === 'never_completes') return 0;
  const isLess = (other: Reason) => lostCases(other, report) > cases.length;
  if (code === 'never_fail') return failures.some(isLess) ? 4 : 1;
  if (code === 'case_broken') return 2;
  const guards = failures.find((other) => other.code === 'never_fail');
  if (guards !== undefined && lostCases(reason, report) > guards.cases.length) return 3;
  return code === 'floor' && cases.length > 0 ? 5 : 6;
}

/** How many cases a failure stands for, next to those that must never fail. */
function lostCases({ code, tag, cases }: Reason, report: Report): number {
  if (code === 'case_broken') return cases.length;
  const { drop = 0 } = report.numbers.pass_rate.suite ?? {};
  return code === 'suite_drop' && tag === null ? drop * report.numbers.comparable_cases : 0;
}

/** Cases that must never fail have a reason each. */
function uniteGuards(failures: readonly Reason[]): readonly Reason[] {
  const isCase = (reason: Reason) => reason.code === 'never_fail' && reason.facts.kind === 'case';
  const [first, ...others] = failures.filter(isCase);
  if (first === undefined) return failures;
  const all = { ...first, cases: [first, ...others].flatMap(({ cases }) => cases) };
  return failures.flatMap((reason) => (reason === first ? [all] : others.includes(reason) ? [] : [reason]));
}

/** Of one case that must never fail, and is not what the report begins with. */
function howOften({ code, facts, cases }: Reason, report: Report): string {
  const here = report.cases.find(({ id }) => id === cases[0])?.candidate ?? null;
  if (code !== 'never_fail' || facts.kind !== 'case' || cases.length > 1 || here === null) return '';
  return ` in ${here.scored - here.passed} of ${plural(here.scored, 'trial')}`;
}

/** The numbers behind the words: of fresh trials, if these decide. */
function more(reason: Reason, report: Report, isCause: boolean): string {
  const rows = reason.cases.flatMap((id) => report.cases.find((row) => row.id === id) ?? []);
  switch (reason.code) {
    case 'case_broken':
    case 'never_fail':
      return report.numbers.again?.tests.some(({ gate, cases }) => gate === 'case' && isOf(cases, reason))
        ? ''
        : passesOf(rows, report.main);
    case 'suite_drop':
      return isCause ? `${capitalise(failureWords(reason, report))}.` : mostAffected(report);
    case 'never_completes':
      return report.causes[0] === undefined ? '' : stopped(report.causes[0].text);
    default:
      return '';
  }
}

function passesOf(rows: readonly CaseRow[], branch: string): string {
  const [only] = rows;
  if (rows.length === 1 && only !== undefined) {
    const main =
      only.baseline === null || only.baseline.scored === 0 ? '' : `, ${passedOf(only.baseline)} on ${branch}`;
    return `It passes ${passedOf(only.candidate)} trials here${main}.`;
  }
  if (rows.length > MOST_SHOWN)
    return `They pass ${together(rows, 'candidate')} trials here, ${together(rows, 'baseline')} on ${branch}.`;
  const arrows = rows.map((row) => `${caseName(row)} ${arrow(row.baseline, row.candidate)}`);
  return arrows.length === 0 ? '' : `${arrows.join(', ')}.`;
}

/** What was accepted until a day that has passed. */
function lapsedWords({ reasons, main }: Report): string {
  return reasons
    .filter(({ code, facts }) => code === 'accept_without_effect' && facts.accept.state === 'expired' && facts.is_worse)
    .slice(0, MOST_SHOWN)
    .map((reason) => messageOf(reason, main))
    .map((message) => `${capitalise(message)}.`)
    .join(' ');
}

const MOST_SHOWN = 3;

function together(rows: readonly CaseRow[], side: 'baseline' | 'candidate'): string {
  const sum = (count: 'passed' | 'scored') => rows.reduce((total, row) => total + (row[side]?.[count] ?? 0), 0);
  return passedOf({ passed: sum('passed'), scored: sum('scored') });
}

function passedOf(side: { readonly passed: number; readonly scored: number } | null): string {
  return `${side?.passed ?? 0} of ${side?.scored ?? 0}`;
}

function arrow(main: CaseRow['baseline'], here: CaseRow['candidate']): string {
  const sides = [main, here].filter((side) => side !== null && side.scored > 0);
  return sides.map((side) => `${side?.passed}/${side?.scored}`).join(' → ');
}

function fallenIn({ cases }: Report, tag: string | null): readonly CaseRow[] {
  return cases.filter(({ group, tags }) => FALLEN.has(group) && (tag === null || tags.includes(tag)));
}

function mostAffected(report: Report): string {
  const fallen = fallenIn(report, null).map(({ id }) => id);
  return fallen.length === 0 ? '' : `Most affected: ${caseNames(fallen, report)}.`;
}

/** What broke and why: `a and 2 more got worse: issue_refund is no longer called`; `null`: each for its own reason. */
function causeWords(reason: Reason, report: Report): string | null {
  const { code, cases, tag } = reason;
  const isMean = code === 'suite_drop';
  if (!isMean && code !== 'case_broken' && code !== 'never_fail') return null;
  const rows = isMean ? fallenIn(report, tag) : report.cases.filter(({ id }) => cases.includes(id));
  const cause = isMean && rows.length < 2 ? null : commonCause(rows, code !== 'never_fail');
  if (cause === null) return null;
  const names = caseNames(
    rows.map(({ id }) => id),
    report,
  );
  return `${isMean ? `${names} got worse` : failureWords(reason, report)}: ${cause}`;
}

/** Why all of some cases fail, cut to what a line has room for. */
function commonCause(rows: readonly CaseRow[], sayTools: boolean): string | null {
  const whys = rows.map(whyOf);
  const [first] = whys;
  if (first === undefined || first === null) return null;
  if (!whys.every((why) => why?.likeness === first.likeness)) return null;
  return cutEnd((sayTools ? noLongerCalled(rows) : null) ?? first.text, MOST_OF_CAUSE);
}

function isOf(ids: readonly string[], { cases }: Reason): boolean {
  return ids.some((id) => cases.includes(id));
}

/**
 * The tools that main calls and the cases, which broke in the same way, do not: in no trial, or in how many they are missing;
 * `null`: something else broke them.
 */
function noLongerCalled(rows: readonly CaseRow[]): string | null {
  const lacks = rows.map(({ cause, failures }) => (cause === null ? uncalled(failures[0]?.fact) : []));
  const [names = []] = lacks;
  if (names.length === 0 || lacks.some((other) => names.some((name) => !other.includes(name)))) return null;
  const trials = rows.reduce((sum, { failures }) => sum + (failures[0]?.trials ?? 0), 0);
  const all = rows.reduce((sum, { candidate }) => sum + (candidate?.scored ?? 0), 0);
  const are = names.length === 1 ? 'is' : 'are';
  return `${listed(names)} ${are} ${trials === all ? 'no longer called' : `missing in ${trials} of ${all} trials`}`;
}

/** Characters of a cause in the first line; its row has the rest. */
const MOST_OF_CAUSE = 120;

/** A failure in a few words, without evidence: `tool recall fell from 98 % to 90 %`. */
function failureWords(reason: Reason, report: Report): string {
  const { cases } = reason;
  switch (reason.code) {
    case 'case_broken':
      return `${caseNames(cases, report)} broke`;
    case 'never_fail':
      return neverFail(caseNames(cases, report), reason.facts);
    case 'never_completes':
      return 'the agent completed no trial';
    case 'suite_drop':
      return `pass rate${ofTag(reason)} fell${fromTo(passRates(reason, report))}`;
    case 'recall_drop': {
      const test = scope(reason, report).tool_recall;
      return `tool recall${ofTag(reason)} fell${fromTo({ main: test?.baseline ?? null, here: test?.candidate ?? null })}`;
    }
    case 'increase':
      return riseHeadline(reason, 'rose by', relativeAmount);
    default:
      return wordsOf(reason, report.main).headline;
  }
}

function neverFail(names: string, { kind, name }: NeverFailFacts): string {
  return kind === 'case'
    ? `${names} must never fail, and failed`
    : `the check ${name} must never fail, and failed in ${names}`;
}

/** The tests of the suite or of the reason's tag. */
function scope({ tag }: Reason, { numbers }: Report) {
  const ofTag = tag !== null && Object.hasOwn(numbers.tags, tag) ? numbers.tags[tag] : undefined;
  return ofTag ?? numbers;
}

/** Pass rates of both sides, of the suite or of a tag. */
export function passRates({ tag }: Pick<Reason, 'tag'>, { metrics, tags }: Pick<Report, 'metrics' | 'tags'>): Sides {
  if (tag !== null) {
    const row = tags.find((item) => item.tag === tag);
    return { main: row?.baseline?.pass_rate ?? null, here: row?.figures.pass_rate ?? null };
  }
  const row = metrics.find(({ metric }) => metric === 'pass_rate');
  return { main: row?.baseline ?? null, here: row?.candidate ?? null };
}

interface Sides {
  readonly main: number | null;
  readonly here: number | null;
}

function fromTo({ main, here }: Sides): string {
  return main === null || here === null ? '' : ` from ${percent(main)} to ${percent(here)}`;
}

function ofTag({ tag }: Reason): string {
  return tag === null ? '' : ` of tag ${tag}`;
}
