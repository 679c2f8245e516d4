import type { Report } from '../report.ts';
import { caseSections } from './case-sections.ts';
import { background } from './background.ts';
import { headline } from './headline.ts';
import { metricsTable } from './metrics-table.ts';
import { reasonList } from './reason-list.ts';

/** How much detail a rendering shows; each step down drops whole parts, never half a row. */
export interface Detail {
  /** Cases that get an expandable comparison of expected and actual calls. */
  readonly opened: number;
  /** Cases named per group. */
  readonly named: number;
  /** Rows in the table of all cases; 0 leaves the table out. */
  readonly listed: number;
  /** Characters of an agent's answer that are quoted. */
  readonly quoted: number;
  readonly background: boolean;
}

const STEPS: readonly Detail[] = [
  { opened: 25, named: 50, listed: 500, quoted: 1500, background: true },
  { opened: 10, named: 30, listed: 200, quoted: 500, background: true },
  { opened: 5, named: 20, listed: 0, quoted: 300, background: true },
  { opened: 2, named: 10, listed: 0, quoted: 0, background: false },
  { opened: 0, named: 5, listed: 0, quoted: 0, background: false },
];

/** GitHub accepts 65,536 characters; where it counts bytes is not documented, so bytes are counted. */
export const COMMENT_BYTES = 60_000;

/** A job summary may have 1 MiB per step. */
export const SUMMARY_BYTES = 1_000_000;

/** The report as GitHub Markdown of at most `limit` UTF-8 bytes. All foreign text is escaped. */
export function renderMarkdown(report: Report, limit: number): string {
  let text = '';
  for (const detail of STEPS) {
    text = assemble(report, detail);
    if (bytes(text) <= limit) return text;
  }
  return `${headline(report)}\n\nThe report is too long for this place; results.json of the run holds all of it.\n`;
}

function assemble(report: Report, detail: Detail): string {
  const parts = [
    headline(report),
    metricsTable(report),
    reasonList(report),
    ...caseSections(report, detail),
    ...(detail.background ? background(report, detail) : []),
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

function bytes(text: string): number {
  return new TextEncoder().encode(text).length;
}
