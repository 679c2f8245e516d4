import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { renderHtml } from '#report/html/render-html.tsx';
import { COMMENT_BYTES, renderMarkdown } from '#report/markdown/render-markdown.ts';
import { renderPlain } from '#report/markdown/render-plain.ts';
import { renderJunit } from '#report/outputs/render-junit.ts';
import { renderTerminal } from '#report/outputs/render-terminal.ts';
import { pageText } from './html/page-text.ts';
import { htmlInputOf } from './html/shop-html.ts';
import { reportOf, type Situation } from './report-of.ts';
import { severalSuites } from './several-suites.ts';
import { SITUATIONS } from './situations.ts';

/** What people read, whole. `UPDATE_GOLDEN=1` writes the files again; the diff is then for a person to judge. */
const FOLDER = new URL('./golden/', import.meta.url);
const UPDATE = process.env['UPDATE_GOLDEN'] === '1';

/** Situations of which the HTML report is read whole too. */
const REPORTED = ['judged-failure', 'judge-uncalibrated', 'judge-differs'];

/** Situations of which JUnit is read: each kind of its elements. That its first line is the headline is held for all in one-headline.test.ts. */
const JUNIT = [
  'accepted',
  'agent-cannot-start',
  'demands-changed',
  'everything-moved',
  'inputs-vary',
  'one-case-broke',
  'one-crash-many-cases',
  'undecided',
];

/** Situations of which the Markdown for whoever owns the agent is read. */
const PLAIN = ['one-case-broke'];

const DOCUMENTS: readonly (readonly [file: string, text: string])[] = [
  ['several-suites.md', severalSuites()],
  ...Object.entries(SITUATIONS).flatMap(documentsOf),
];

function documentsOf([name, situation]: readonly [string, Situation]): readonly (readonly [string, string])[] {
  const report = reportOf(situation);
  return [
    [`${name}.md`, renderMarkdown(report, COMMENT_BYTES)],
    [`${name}.txt`, `${renderTerminal(report, { colours: false, columns: null })}\n`],
    ...(JUNIT.includes(name) ? [[`${name}.xml`, renderJunit(report)] as const] : []),
    ...(REPORTED.includes(name) ? [[`${name}.report.txt`, pageText(renderHtml(htmlInputOf(situation)))] as const] : []),
    ...(PLAIN.includes(name) ? [[`${name}.plain.md`, renderPlain(report)] as const] : []),
  ];
}

describe('documents are what the golden files say', () => {
  test.each(DOCUMENTS)('%s', (file, text) => {
    if (UPDATE) {
      mkdirSync(FOLDER, { recursive: true });
      writeFileSync(new URL(file, FOLDER), text);
    }
    expect(text).toBe(readFileSync(new URL(file, FOLDER), 'utf8'));
  });

  test('no golden file is left over', () => {
    expect(readdirSync(FOLDER).sort()).toEqual(DOCUMENTS.map(([file]) => file).sort());
  });
});
