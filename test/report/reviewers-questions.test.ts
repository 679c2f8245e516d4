import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { shellLine } from '#common/shell.ts';
import { headlineOf } from '#report/headline/headline.ts';
import { settlement } from '#report/headline/open.ts';
import { COMMENT_BYTES, renderMarkdown } from '#report/markdown/render-markdown.ts';
import { wordsOf } from '#report/reasons/reason-words.ts';
import { fisherLess } from '#statistics/counts/fisher.ts';
import { reportOf } from './report-of.ts';
import { SITUATIONS } from './situations.ts';

const GOLDEN = new URL('./golden/', import.meta.url);
const DOCS = new URL('./reviewers-questions.md', import.meta.url);

/** A golden comment as a reader sees it. */
function read(file: string): string {
  return decoded(readFileSync(new URL(file, GOLDEN), 'utf8'));
}

function decoded(text: string): string {
  return text
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

/** Words outside of folded parts, even of one that is open at first. */
function visibleWords(markdown: string): number {
  const text = unfolded(markdown.replaceAll('<details open>', '<details>'));
  const read = text.replace(/\]\([^)]*\)/g, ']').replace(/<!--.*?-->|<[^>]*>/gs, ' ');
  return decoded(read)
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}

describe('the table of reviewers’ questions is true', () => {
  const rows = [
    ...readFileSync(DOCS, 'utf8').matchAll(/^\| (.+\?) \| .+ \| `([\w-]+\.md)`: "(.+)" \| (\d) \| \d+ \|$/gm),
  ].map(([, question = '', file = '', answer = '', clicks = '']) => ({ question, file, answer, clicks }));

  test('there are fifteen', () => expect(rows).toHaveLength(15));

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
    const match = /\*\*Also \((\d+)\)\*\*\n\n((?:- .*\n)+)/.exec(text);
    expect(match === null ? Number(/^Also: /m.test(text)) : (match[2] ?? '').trim().split('\n').length).toBe(
      also.length,
    );
    if (match !== null) expect(Number(match[1])).toBe(also.length);
  });

  test('says whether it blocks exactly if it is open, and says nothing about that next to a failure', () => {
    const [line = ''] = text.split('\n');
    expect(/\((?:does not block|blocks|asks for a review)\): /.test(line)).toBe(report.verdict === 'inconclusive');
    if (report.verdict === 'fail') expect(text).not.toMatch(/can't tell/);
  });

  test('is read in ten seconds: 90 words for a green, 210 for one broken case, by its name, and what to do only once', () => {
    const broken = report.cases.filter(({ group }) => group === 'broken').length;
    if (broken < 2) expect(visibleWords(text)).toBeLessThanOrEqual(report.verdict === 'pass' ? 90 : 210);
    const rerun = shellLine(report.run.rerun);
    const [first] = report.reasons.filter(({ outcome }) => outcome === report.verdict);
    const mend = first === undefined || report.verdict !== 'error' ? '' : wordsOf(first, report.main).evidence;
    const advice = [rerun, settlement(report) ?? '', mend].filter((part) => part !== '');
    const seen = decoded(text.replace(/<[^>]*>/g, ''));
    expect(advice.filter((part) => seen.split(part.slice(1)).length > 2)).toEqual([]);
    expect(mend === '' || seen.split('\n').slice(1).join().includes(mend.slice(1))).toBe(true);
    expect(mend !== '' && (seen.split('\n')[0] ?? '').includes(mend)).toBe(false);
  });

  test('says of a red by comparison whether main does it today, and of every red what to run', () => {
    if (report.verdict !== 'fail') return;
    const codes = report.reasons.filter(({ outcome }) => outcome === 'fail').map(({ code }) => code);
    const isCompared = codes.every((code) => ['case_broken', 'suite_drop', 'recall_drop', 'increase'].includes(code));
    if (isCompared) expect(headlineOf(report).sentence).toMatch(/ today|fresh trials|tried again/i);
    expect(text).toMatch(/^Run (?:it|them|the first \d+ of them) locally:$/m);
  });

  test('says of a green that nothing got worse only above a table in which nothing did', () => {
    if (!/nothing got worse/.test(text.split('\n')[0] ?? '')) return;
    expect(report.metrics.filter(({ metric, change }) => metric === 'pass_rate' && (change ?? 0) <= -0.01)).toEqual([]);
    expect(report.cases.filter(({ group }) => group === 'broken' || group === 'worse')).toEqual([]);
  });

  test('shows a case with the same passes in its row and among all cases, and calls none worse or fixed that chance explains', () => {
    for (const { id, group, baseline, candidate } of report.cases) {
      const sides = [baseline, candidate].map((side) => side ?? { passed: 0, scored: 0 });
      const rows = [...text.matchAll(/^\| \[?<code>([^<]+)<\/code>.*\|$/gm)].filter(
        ([, name = '']) => decoded(name) === id,
      );
      const counts = rows.map(([row = '']) => (row.match(/\d+\/\d+/g) ?? []).join(' → '));
      expect(new Set(counts.filter((passes) => passes !== '')).size).toBeLessThanOrEqual(1);
      const [main, here] = sides;
      if (main === undefined || here === undefined || (group !== 'worse' && group !== 'fixed')) continue;
      const failures = ({ passed, scored }: typeof main) => ({ passed: scored - passed, scored });
      const [less, more] = group === 'worse' ? [here, main] : [failures(here), failures(main)];
      expect(fisherLess({ a: less.passed, n: less.scored, b: more.passed, m: more.scored })).toBeLessThanOrEqual(0.05);
    }
  });

  test('shows no matcher as it is written, no long hash outside of addresses, and no p-value unfolded', () => {
    expect(text).not.toMatch(/\{"(?:\$|&#36;)/);
    expect(text.replace(/\(https:[^)]*\)/g, '')).not.toMatch(/[0-9a-f]{32}/);
    expect(unfolded(text)).not.toMatch(/\bp [=<]|95 % CI/);
  });
});
