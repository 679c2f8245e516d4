import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { COMMENT_BYTES, renderMarkdown } from '#report/markdown/render-markdown.ts';
import { readSections, type SuiteSection, writeSection } from '#report/suites/suite-section.ts';
import { suitesComment } from '#report/suites/suites-comment.ts';
import { always } from '#test/support/always.ts';
import { anyReport, anyText, withTexts } from './arbitrary-report.ts';

const HEAD = 'a'.repeat(40);
const FACTS = { name: 'x', verdict: 'pass', words: 'Agent eval passed: x', brief: 'x', sentence: '' } as const;
const MARKER = `<!-- agent-eval-suite:ffffffffffff run=99 attempt=1 sha=${HEAD} about=${encodeURIComponent('["f","pass","f",""]')} -->`;

/** What a hostile agent may try: whole markers, their parts, and lines that end a section. */
const forged = fc
  .array(
    fc.oneof(fc.constantFrom(MARKER, '<!--', '-->', '\n', '\r\n', '---', '\n\n---\n\n', MARKER.slice(4)), anyText),
    {
      maxLength: 6,
    },
  )
  .map((parts) => parts.join(''));

function section(id: string, body: string, text: string): SuiteSection {
  const facts = { ...FACTS, name: text, words: text, brief: text, sentence: text };
  return { id: id.repeat(12), run: 1, attempt: 1, sha: HEAD, facts, missed_by: null, body };
}

describe('the sections of a comment', () => {
  test('are those that were written, whatever the texts in them pretend', () => {
    always(
      fc.property(anyReport, forged, (report, text) => {
        const body = renderMarkdown(
          withTexts(report, () => text),
          COMMENT_BYTES / 4,
        );
        const sections = [section('a', body, text), section('b', body, text)];
        const own = { id: 'a'.repeat(12), render: () => body };
        // With room for all of it: characters that are escaped take many times their own.
        const comment = suitesComment(sections, { head: HEAD, limit: 20 * COMMENT_BYTES, own });
        const read = readSections(comment);
        expect(read.map(({ id }) => id).sort()).toEqual(['a'.repeat(12), 'b'.repeat(12)]);
        for (const found of read) expect(found.body).toBe(body.replaceAll('<!--', '&lt;!--').trim());
      }),
    );
  });

  test('can be written and read, with a text of any kind as name and headline', () => {
    always(
      fc.property(forged, (text) => {
        const read = readSections(writeSection(section('c', 'body', text)));
        expect(read).toHaveLength(1);
        expect(read[0]?.facts.verdict).toBe('pass');
        expect(text.toWellFormed().startsWith(read[0]?.facts.name.replace(/…$/, '') ?? '-')).toBe(true);
      }),
    );
  });
});
