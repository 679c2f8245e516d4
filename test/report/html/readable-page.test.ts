import { expect, test } from 'vitest';
import { beforeAndNow } from '#report/headline/headline.ts';
import { alignTrials } from '#report/html/align/align-trials.ts';
import { htmlText } from '#report/html/markup/html-text.ts';
import { alignedCalls } from '#report/html/opened/aligned-calls.tsx';
import { renderHtml } from '#report/html/render-html.tsx';
import { plainWhy } from '#report/rows/plain-why.ts';
import { MARKUP } from '#test/support/hostile-texts.ts';
import { HOSTILE } from '../hostile-texts.ts';
import { reportOf } from '../report-of.ts';
import { SITUATIONS } from '../situations.ts';
import { pageText } from './page-text.ts';
import { htmlInputOf, shopHtml, wholeTrajectory } from './shop-html.ts';

const page = (name: string) => {
  const situation = SITUATIONS[name] ?? expect.fail();
  return { html: renderHtml(htmlInputOf(situation)), report: reportOf(situation) };
};

/** A conversation of five turns, of which the third fails. */
function conversation(answer: string, before = 'You can return the mug within 30 days.'): string {
  const turns = (third: string) =>
    wholeTrajectory(...[1, 2, 3, 4, 5].map((turn) => ({ output: turn === 3 ? third : `Your seat is ${turn}.` })));
  const [main, here] = [turns(before), turns(answer)];
  const trajectory = (line: typeof main) => ('trajectory' in line ? line.trajectory : expect.fail());
  return htmlText(
    alignedCalls({
      alignment: alignTrials(trajectory(main), trajectory(here)),
      branch: 'main',
      failing: new Set([3]),
      main: { title: 'main', expected: null },
      here: { title: 'here', expected: null },
    }),
  );
}

test('equal turns are folded, and the failing turn is open and says so', () => {
  const html = conversation('You can return the mug within 14 days.');
  expect(html).toMatch(/<details class="same-calls"><summary>= Turns 1–2, the same on both sides/);
  expect(html).toMatch(/<details class="same-calls"><summary>= Turns 4–5, the same on both sides/);
  expect(html.replace(/<details class="same-calls">.*?<\/details>/g, '')).toContain('Turn 3 ✗ fails here');
});

test('answers are compared word by word', () => {
  const html = conversation('You can return the mug within 14 days.');
  expect(html).toContain('within <mark>30</mark> days.');
  expect(html).toContain('within <mark>14</mark> days.');
});

test('the page begins with what happened in plain words, and how many cases stand where, each a way to them', () => {
  const { html } = page('one-case-broke');
  const head = html.slice(0, html.indexOf('</header>'));
  expect(head).toContain('Before: all conversations went well. Now: 95 in 100.');
  expect(head).toMatch(/<a class="group broken" href="#standing=broken">1 broken here<\/a>/);
  expect(head).not.toMatch(/p = |p &lt;|95 % CI/);
});

test('a case comes before the command and the entry, which can be copied', () => {
  const { html } = page('one-case-broke');
  const at = (text: string) => html.indexOf(text) + 1 || expect.fail(text);
  expect(at('<details class="worse')).toBeLessThan(at('Copy the command'));
  expect(html).toMatch(/data-text="[^"]*--cases refund-cracked-mug"/);
  expect(html).toMatch(/data-text="- {case: refund-cracked-mug/);
});

test('the clearest case is open, and cases go by their names', () => {
  const { html } = page('one-case-broke');
  expect(html).toMatch(/<details class="worse broken" data-case="refund-cracked-mug" open>/);
  expect(pageText(html)).toMatch(/Broken here Cracked mug: refund only the mug before/);
});

test('where no case shows calls of its own, the first that got worse is open', () => {
  const input = htmlInputOf(SITUATIONS['one-case-broke'] ?? expect.fail());
  const cases = input.report.cases.map((row) => ({ ...row, evidence: null }));
  expect(renderHtml({ ...input, report: { ...input.report, cases } })).toMatch(/<details class="worse [^>]* open>/);
});

/** An answer of two trials that differ in it, as the page shows it. */
const chat = (main: string, here: string) => {
  const html = conversation(here, main);
  const [, side = expect.fail()] = /here<\/p>(<pre.*?<\/pre>)/s.exec(html) ?? [];
  return side;
};

test('an answer is shown as a chat shows Markdown, with changed words marked', () => {
  const shown = chat('## Refund\n- keep **30** days\nrun `a b`', '## Refund\n- keep **14** days\nrun `a b`');
  expect(shown).toContain('<b class="heading">Refund</b>');
  expect(shown).toContain('• keep <strong><mark>14</mark></strong> days');
  expect(shown).toContain('run <code>a b</code>');
  expect(chat('```js\nlet a;\n```\nx', '```js\nlet a;\n```\ny')).toMatch(/<pre[^>]*><code>let a;<\/code>\n<mark>y/);
});

test('an answer that differs in the marks of Markdown alone shows them', () => {
  expect(chat('keep *it*', 'keep **it**')).toContain('keep *<mark>*</mark>it');
  expect(chat('# Refund', '### Refund')).toContain('#<mark>##</mark> Refund');
});

test('of an answer nothing leads, loads or runs, whatever Markdown or HTML it holds', () => {
  const urls = ['[a](https://evil.example)', '![a](https://evil.example/x.png)', '<https://evil.example>'];
  for (const text of [
    ...Object.values(HOSTILE),
    ...MARKUP,
    ...urls,
    '**<img src=x onerror=alert(1)>**',
    '`</pre><script>`',
    '# <a href=x>',
  ]) {
    const shown = chat(`other ${text}`, text);
    expect([...shown.matchAll(/<\/?(\w+)/g)].map(([, name]) => name).filter((name) => !CHAT.has(name ?? ''))).toEqual(
      [],
    );
    expect(shown).not.toMatch(/ (?:href|src|on\w+|style)=(?=[^<]*>)(?<=<[^>]*)/);
  }
});

const CHAT = new Set(['pre', 'code', 'b', 'strong', 'em', 'mark', 'i']);

test('of long answers the lines near a change are shown, and how many equal ones are not', () => {
  const lines = Array.from({ length: 900 }, (_, index) => `Paragraph ${index} of the policy.`);
  const shown = chat([...lines, 'Reference: RES-4711'].join('\n'), [...lines, 'No reference.'].join('\n'));
  expect(shown).toContain('⋯ 898 equal lines');
  expect(shown).toContain('No');
  expect(shown).not.toContain('Paragraph 12 ');
});

test('of long answers a line after code that is not shown is no code', () => {
  const code = ['```', ...Array.from({ length: 900 }, (_, index) => `line ${index} of a program`), '```', ''];
  const [main, here] = ['**One**', '**Two**'].map((end) => [...code, end].join('\n'));
  expect(chat(main ?? '', here ?? '')).toContain('<strong><mark>Two</mark></strong>');
});

test('a card says what was asked, and what was done and said before and now, before its conversation', () => {
  const html = renderHtml(shopHtml());
  const [card = expect.fail()] = pageText(html).split('Show the conversation');
  expect(card).toMatch(/User: .*\nBefore\n.*19\.99.*\nNow\n.*39\.99/s);
});

test.each([
  [1, 0.95, 'all', '95 in 100'],
  [0.5, 0, '5 in 10', 'none'],
  [0.91, 0.52, '9 in 10', '5 in 10'],
  [0.851, 0.849, '851 in 1000', '849 in 1000'],
  [0.94, 0.94, '9 in 10', '9 in 10'],
  [1, 0.9999, '100 % of', 'over 99.9 %'],
  [0, 0.3, 'no', '3 in 10'],
])(
  'how many conversations went well is said of as many as tell both sides apart: %s, %s',
  (main, here, before, now) => {
    const { report } = page('one-case-broke');
    const metrics = report.metrics.map((row) =>
      row.metric === 'pass_rate' ? { ...row, baseline: main, candidate: here } : row,
    );
    expect(beforeAndNow({ ...report, metrics })).toBe(`Before: ${before} conversations went well. Now: ${now}.`);
  },
);

test('why a case fails is a sentence with the number of its trials', () => {
  const fact = { code: 'missing_call', made: 0, of: 1, share: 1, called: ['issue_refund'], pairs: [] } as const;
  const why = (missing: readonly string[]) =>
    plainWhy({
      ...{ cause: null, errors: [], candidate: { passed: 1, scored: 10, errors: 0 } },
      failures: [{ check: 'tools.present', turn: null, trials: 9, fact: { ...fact, kind: 'calls_made', missing } }],
    });
  expect(why(['lookup_order'])).toBe('lookup_order is missing in 9 of 10');
  expect(why(['a', 'b'])).toBe('a, b are missing in 9 of 10');
  expect(why(['issue_refund'])).toBe('one more call of issue_refund is missing in 9 of 10');
});
