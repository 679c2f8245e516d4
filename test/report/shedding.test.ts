import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { COMMENT_BYTES, renderMarkdown, SUMMARY_BYTES } from '#report/markdown/render-markdown.ts';
import type { CaseRow, Report } from '#report/report.ts';
import { always } from '#test/support/always.ts';
import { tries } from '#test/support/tries.ts';
import { saying } from '#test/support/worded.ts';
import { anyReport, withTexts } from './arbitrary-report.ts';
import { markdownProblems } from './markdown-checker.ts';
import { reportOf } from './report-of.ts';
import { SITUATIONS } from './situations.ts';

const BASE = reportOf(SITUATIONS['everything-moved'] ?? expect.fail());
const BROKEN = BASE.cases.find(({ group }) => group === 'broken') ?? expect.fail();

/** A report in which `count` cases broke, each with an answer of `answer` characters. */
function broken(count: number, answer: number): Report {
  const rows = Array.from({ length: count }, (_, index): CaseRow => {
    const id = `broken-${String(index).padStart(4, '0')}`;
    return {
      ...BROKEN,
      id,
      regraded: true,
      failures: [{ check: 'tools.args', turn: null, fact: saying(`order ${id} is not refunded`), trials: 5 }],
      evidence: BROKEN.evidence && { ...BROKEN.evidence, output: 'I refunded <it> & more. '.repeat(answer / 24) },
    };
  });
  return { ...BASE, cases: [...rows, ...BASE.cases] };
}

function bytes(text: string): number {
  return new TextEncoder().encode(text).length;
}

describe('a report that is too long sheds detail, and only detail', () => {
  test('2000 broken cases with answers of 100 KB make a whole comment: verdict, metrics, the first cases', () => {
    const text = renderMarkdown(broken(2000, 100_000), COMMENT_BYTES);
    expect(bytes(text)).toBeLessThanOrEqual(COMMENT_BYTES);
    expect(markdownProblems(text)).toEqual([]);
    expect(text).toMatch(/^### ❌ Agent eval failed: /);
    expect(text).toContain('| pass rate (15 of 20 cases) |');
    expect(text).toContain('**What broke (2001)**');
    expect(text).toContain('<code>broken-0000</code>');
    expect(text).toMatch(/\n… [\d,]+ more in results\.json\n/);
  });

  test('what fits is shown in full', () => {
    const text = renderMarkdown(broken(3, 1000), COMMENT_BYTES);
    for (const part of ['All cases (25)', 'Tags (5)', 'Policy', 'How sure this is', 'Run them locally'])
      expect(text).toContain(part);
    expect(text).not.toContain('more in results.json');
  });

  test('the job summary has room for what the comment sheds', () => {
    const report = broken(2000, 2000);
    expect(renderMarkdown(report, SUMMARY_BYTES)).toContain('… 1,522 more in results.json');
    expect(renderMarkdown(report, COMMENT_BYTES)).toContain('… 1,822 more in results.json');
  });

  test('with less room less is shown, the verdict always', () => {
    const report = broken(60, 3000);
    const texts = [1_000_000, 60_000, 40_000, 20_000, 10_000].map((limit) => renderMarkdown(report, limit));
    const sizes = texts.map(bytes);
    expect(sizes).toEqual(sizes.toSorted((left, right) => right - left));
    expect(new Set(sizes).size).toBeGreaterThan(3);
    expect(new Set(texts.map((text) => text.split('\n')[0])).size).toBe(1);
  });

  test.each([
    '$'.repeat(5000),
    '@a#1<'.repeat(1000),
    '://'.repeat(2000),
    '𝒳'.repeat(5000),
    ':a'.repeat(3000),
    'a\u0301\u0301\u0301\u0301'.repeat(900),
  ])('verdict, metrics and the first broken case find room when every text is as dear as can be: %#', (text) => {
    const report = withTexts(broken(40, 240), () => text);
    const comment = renderMarkdown(report, COMMENT_BYTES);
    expect(bytes(comment)).toBeLessThanOrEqual(COMMENT_BYTES);
    expect(markdownProblems(comment)).toEqual([]);
    expect(comment).toContain('| pass rate (15 of 20 cases) |');
    expect(comment).toContain('**What broke (41)**');
  });

  test('any report keeps to any limit and is whole', () => {
    always(
      fc.property(anyReport, fc.integer({ min: 10_000, max: COMMENT_BYTES }), (report, limit) => {
        const text = renderMarkdown(report, limit);
        expect(bytes(text)).toBeLessThanOrEqual(limit);
        expect(markdownProblems(text)).toEqual([]);
      }),
      { numRuns: tries(60) },
    );
  });
});
