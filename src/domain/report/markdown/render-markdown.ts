import { prose } from '../escape.ts';
import { openQuestion } from '../open-question.ts';
import type { Report } from '../report.ts';
import { background } from './background.ts';
import { caseSections } from './case-sections.ts';
import { causeList } from './cause-list.ts';
import type { Detail } from './detail.ts';
import { headline } from './headline.ts';
import { metricsTable } from './metrics-table.ts';
import { reasonList } from './reason-list.ts';

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
 * @param limit at least 10,000; with {@link COMMENT_BYTES}, verdict, metrics and the first broken cases always fit
 */
export function renderMarkdown(report: Report, limit: number): string {
  for (const detail of STEPS) {
    const causes = causeList(report, detail);
    const isGreen = report.verdict === 'pass';
    const text = joined([
      headline(report),
      prose(openQuestion(report) ?? '', 1000),
      isGreen ? '' : causes,
      metricsTable(report),
      reasonList(report, detail),
      isGreen ? causes : '',
      ...caseSections(report, detail),
      ...(detail.background ? background(report, detail) : []),
    ]);
    if (bytes(text) <= limit) return text;
  }
  return joined([
    headline(report),
    prose(openQuestion(report) ?? '', 1000),
    'The report is too long to show here in full; results.json of the run has all of it.',
  ]);
}

function joined(parts: readonly string[]): string {
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

function bytes(text: string): number {
  return new TextEncoder().encode(text).length;
}
