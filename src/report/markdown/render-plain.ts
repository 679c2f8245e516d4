import { plural } from '#common/words.ts';
import { codeBlock, prose } from '../escape.ts';
import { beforeAndNow, ownersHeadline } from '../headline/headline.ts';
import { GROUP_LABEL, VERDICT_SIGN } from '../labels.ts';
import { lineWords } from '../reasons/line-words.ts';
import type { CaseRow, Report } from '../report.ts';
import { concerned } from '../rows/concerned.ts';
import { madeCalls, numberLines, stepText } from '../rows/expected-calls.ts';
import { plainWhy } from '../rows/plain-why.ts';
import { ifMeant } from './accepts.ts';
import { whatToDo } from './what-broke.ts';

/**
 * The report as Markdown for whoever owns the agent: names before ids, what was said and done, what to do; no figure of a test.
 * Untrusted text is escaped.
 */
export function renderPlain(report: Report): string {
  const { verdict, cases, explained = [] } = report;
  const headline = ownersHeadline(report);
  const groups = [...new Set(cases.map(({ group }) => group))];
  const counts = groups.map(
    (name) => `${cases.filter(({ group }) => group === name).length} ${GROUP_LABEL[name].toLowerCase()}`,
  );
  const rows = concerned(report).flatMap((group) => group.rows);
  const more = rows.length - MOST_CASES;
  const parts = [
    `### ${VERDICT_SIGN[verdict]} ${prose(headline.words)}`,
    ...[beforeAndNow(report) ?? '', headline.sentence, ...headline.also].map((sentence) => prose(sentence)),
    `Of ${plural(cases.length, 'case')}: ${counts.join(' · ')}.`,
    ...rows.slice(0, MOST_CASES).map(situation),
    more > 0 ? `And ${plural(more, 'more case')}.` : '',
    ...explained.map((explanation) => prose(lineWords(explanation))),
    whatToDo(report),
    ifMeant(report),
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

const MOST_CASES = 20;

/** One case: how often it went well on both sides, why it does not, and what was said and done in one trial. */
function situation(row: CaseRow): string {
  const { id, name, group, baseline, candidate, expected, evidence } = row;
  const times = (side: { readonly passed: number; readonly scored: number } | null) =>
    side === null ? 'not known' : `${side.passed} of ${side.scored} went well`;
  const hasTurns = (expected ?? []).some(({ turn }) => turn !== null && turn > 1);
  const told = (what: string, text: string) => (text === '' ? [] : [what, codeBlock(text)]);
  return [
    `### ${prose(name ?? id, 200)}`,
    `${GROUP_LABEL[group]}. Before: ${times(baseline)}. Now: ${times(candidate)}.`,
    ...told('Why:', plainWhy(row) ?? ''),
    ...told('Expected to do:', expected === null ? '' : numberLines(expected.map((step) => stepText(step, hasTurns)))),
    ...told('Did:', evidence === null ? '' : madeCalls(evidence)),
    ...told('Said:', evidence?.output?.trim() ?? ''),
  ].join('\n\n');
}
