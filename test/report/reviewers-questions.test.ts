import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { headlineOf } from '#report/headline/headline.ts';
import { COMMENT_BYTES, renderMarkdown } from '#report/markdown/render-markdown.ts';
import { reportOf } from './report-of.ts';
import { SITUATIONS } from './situations.ts';

const GOLDEN = new URL('./golden/', import.meta.url);
const DOCS = new URL('./reviewers-questions.md', import.meta.url);

/** A golden comment as a reader sees it. */
function read(file: string): string {
  return readFileSync(new URL(file, GOLDEN), 'utf8')
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replaceAll('\u200b', '')
    .replaceAll('\u00a0', ' ');
}

/** What is seen before anything is clicked. */
function unfolded(text: string): string {
  let rest = text;
  for (let before = ''; before !== rest; ) {
    before = rest;
    rest = rest.replace(/<details><summary>(?:(?!<details)[\s\S])*?<\/details>/g, '');
  }
  return rest;
}

describe('the table of reviewers’ questions is true', () => {
  const rows = [...readFileSync(DOCS, 'utf8').matchAll(/^\| (.+\?) \| .+ \| `([\w-]+\.md)`: "(.+)" \| (\d) \|$/gm)].map(
    ([, question = '', file = '', answer = '', clicks = '']) => ({ question, file, answer, clicks }),
  );

  test('there are ten', () => expect(rows).toHaveLength(10));

  test.each(rows)('$question', ({ file, answer, clicks }) => {
    expect(readdirSync(GOLDEN)).toContain(file);
    expect(read(file)).toContain(answer);
    expect(unfolded(read(file)).includes(answer)).toBe(clicks === '0');
  });
});

describe.each(Object.entries(SITUATIONS))('%s', (_, situation) => {
  const report = reportOf(situation);
  const text = renderMarkdown(report, COMMENT_BYTES);

  test('names a number of further reasons only if it shows as many', () => {
    const { also } = headlineOf(report);
    const shown = /\*\*Also \((\d+)\)\*\*\n\n((?:- .*\n)+)/.exec(text);
    expect(shown === null ? Number(/^Also: /m.test(text)) : (shown[2] ?? '').trim().split('\n').length).toBe(
      also.length,
    );
    if (shown !== null) expect(Number(shown[1])).toBe(also.length);
  });

  test('says whether it blocks exactly if it is open, and nothing of it beside a failure', () => {
    const [line = ''] = text.split('\n');
    expect(/\((?:does not block|blocks|asks for a review)\): /.test(line)).toBe(report.verdict === 'inconclusive');
    if (report.verdict === 'fail') expect(text).not.toMatch(/can't tell/);
  });

  test('shows no matcher as it is written, no long hash outside of addresses, and no p-value unfolded', () => {
    expect(text).not.toMatch(/\{"(?:\$|&#36;)/);
    expect(text.replace(/\(https:[^)]*\)/g, '')).not.toMatch(/[0-9a-f]{32}/);
    expect(unfolded(text)).not.toMatch(/\bp [=<]|95 % CI/);
  });
});
