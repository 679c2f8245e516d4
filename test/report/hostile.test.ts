import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { COMMENT_BYTES, renderMarkdown, SUMMARY_BYTES } from '#report/markdown/render-markdown.ts';
import { annotations } from '#report/outputs/annotations.ts';
import { renderJunit } from '#report/outputs/render-junit.ts';
import { renderTerminal } from '#report/outputs/render-terminal.ts';
import { always } from '#test/support/always.ts';
import { tries } from '#test/support/tries.ts';
import { anyReport, withTexts } from './arbitrary-report.ts';
import { HOSTILE } from './hostile-texts.ts';
import { markdownProblems } from './markdown-checker.ts';
import { reportOf } from './report-of.ts';
import { SITUATIONS } from './situations.ts';
import { xmlProblem } from './xml-checker.ts';

const REPORTS = Object.entries(SITUATIONS).map(([name, situation]) => [name, reportOf(situation)] as const);
const FULL = REPORTS.filter(([name]) => ['everything-moved', 'first-run'].includes(name)).map(([, report]) => report);

/** Colours, line breaks and what can be seen. */
const TERMINAL_TEXT = /^(?:\u001b\[\d{1,2}m|[^\p{C}]|\n)*$/u;

describe('the checkers see what they are for', () => {
  const harmless = ['long', 'spaces', 'empty', 'quotes', 'workflow commands', 'carriage returns'];
  const raw = Object.entries(HOSTILE).filter(([name]) => !harmless.includes(name));
  test.each(raw)('%s, unescaped, is a problem of Markdown', (name, text) => {
    expect(markdownProblems(`### Title\n\n${text}\n`)).not.toEqual([]);
    const code = markdownProblems(`### Title\n\n- <code>${text}</code>\n`);
    expect(code.length > 0).toBe(name !== 'emoji');
  });

  test.each([
    '<a>',
    '<a></b>',
    '<a>&</a>',
    '<a>\u0001</a>',
    '<a b="<"/>',
    '<a/><b/>',
    'x<a/>',
    '<a>]]></a>',
    '<a b=c/>',
  ])('%j is no XML', (text) => expect(xmlProblem(text)).not.toBeNull());

  test('XML is XML', () => expect(xmlProblem('<a b="&quot;"><c-d/> x &amp; y</a>')).toBeNull());
});

describe('nothing that others write acts in any document', () => {
  test.each(REPORTS)('nothing acts in an ordinary report: %s', (_, report) => {
    expect(markdownProblems(renderMarkdown(report, COMMENT_BYTES))).toEqual([]);
    expect(xmlProblem(renderJunit(report))).toBeNull();
  });

  describe.each(Object.entries(HOSTILE))('%s', (_, text) => {
    const hostile = FULL.map((report) => withTexts(report, () => text));

    test.each([COMMENT_BYTES, SUMMARY_BYTES])('in Markdown of at most %d bytes', (limit) => {
      for (const report of hostile) expect(markdownProblems(renderMarkdown(report, limit))).toEqual([]);
    });

    test('in JUnit', () => {
      for (const report of hostile) expect(xmlProblem(renderJunit(report))).toBeNull();
    });

    test.each([true, false])('on a terminal, colours %s', (colours) => {
      for (const report of hostile) expect(renderTerminal(report, { colours, columns: null })).toMatch(TERMINAL_TEXT);
    });

    test('in annotations', () => {
      for (const { title, message } of hostile.flatMap(annotations)) {
        expect(`${title}${message}`).toMatch(/^[^\p{C}]*$/u);
        expect(message.length).toBeLessThan(4096);
      }
    });
  });

  test('whatever is written, and wherever', () => {
    always(
      fc.property(anyReport, (report) => {
        expect(markdownProblems(renderMarkdown(report, COMMENT_BYTES))).toEqual([]);
        expect(xmlProblem(renderJunit(report))).toBeNull();
        expect(renderTerminal(report, { colours: true, columns: null })).toMatch(TERMINAL_TEXT);
      }),
      { numRuns: tries(60) },
    );
  });
});
