import { utf8Bytes } from '#common/cut.ts';
import { endingWords } from '../ending-words.ts';
import { prose } from '../escape.ts';
import type { Report } from '../report.ts';
import { accepts, ifMeant } from './accepts.ts';
import { background } from './background.ts';
import type { Detail } from './detail.ts';
import { headline, whatRan } from './headline.ts';
import { metricsTable } from './metrics-table.ts';
import { otherCases } from './other-cases.ts';
import { trend } from './trend.ts';
import { whatBroke, whatToDo } from './what-broke.ts';
import { whatChanged } from './what-changed.ts';

/** From all details to the indispensable ones. */
const STEPS: readonly Detail[] = [
  { opened: 25, named: 50, listed: 500, quoted: 1500, sentences: 12, background: true },
  { opened: 10, named: 30, listed: 200, quoted: 500, sentences: 12, background: true },
  { opened: 5, named: 20, listed: 0, quoted: 300, sentences: 8, background: true },
  { opened: 2, named: 10, listed: 0, quoted: 0, sentences: 6, background: true },
  { opened: 0, named: 5, listed: 0, quoted: 0, sentences: 3, background: false },
  { opened: 0, named: 1, listed: 0, quoted: 0, sentences: 1, background: false },
];

/** GitHub accepts 65,536 characters; whether it counts bytes is not documented, so bytes are counted. */
export const COMMENT_BYTES = 60_000;

/** A job summary may have 1 MiB per step. */
export const SUMMARY_BYTES = 1_000_000;

/**
 * The report as GitHub Markdown of at most `limit` UTF-8 bytes. All untrusted text is escaped.
 *
 * @param limit at least 10,000; with {@link COMMENT_BYTES}, the headline, the first broken cases and the metrics always fit
 */
export function renderMarkdown(report: Report, limit: number): string {
  for (const detail of STEPS) {
    const text = joinParts([
      ...headline(report, detail),
      ...accepts(report, detail),
      ...whatBroke(report, detail),
      whatToDo(report),
      ...whatChanged(report, detail),
      report.verdict === 'error' ? '' : metricsTable(report),
      trend(report),
      ...otherCases(report, detail),
      (report.ending ?? []).map((model) => prose(endingWords(model), 1000)).join(' '),
      whatRan(report),
      ...(detail.background ? [ifMeant(report), ...background(report, detail)] : []),
    ]);
    if (utf8Bytes(text) <= limit) return text;
  }
  const [least] = STEPS.slice(-1);
  return joinParts([
    ...(least === undefined ? [] : [...headline(report, least), ...accepts(report, least)]),
    whatRan(report),
    'The report is too long to show here in full; results.json of the run has all of it.',
  ]);
}

function joinParts(parts: readonly string[]): string {
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}
