import { expect, test } from 'vitest';
import { alignTrials } from '#report/html/align/align-trials.ts';
import { htmlText } from '#report/html/markup/html-text.ts';
import { alignedCalls } from '#report/html/opened/aligned-calls.tsx';
import { renderHtml } from '#report/html/render-html.tsx';
import { reportOf } from '../report-of.ts';
import { SITUATIONS } from '../situations.ts';
import { pageText } from './page-text.ts';
import { htmlInputOf, wholeTrajectory } from './shop-html.ts';

const page = (name: string) => {
  const situation = SITUATIONS[name] ?? expect.fail();
  return { html: renderHtml(htmlInputOf(situation)), report: reportOf(situation) };
};

/** A conversation of five turns, of which the third fails. */
function conversation(answer: string): string {
  const turns = (third: string) =>
    wholeTrajectory(...[1, 2, 3, 4, 5].map((turn) => ({ output: turn === 3 ? third : `Your seat is ${turn}.` })));
  const [main, here] = [turns('You can return the mug within 30 days.'), turns(answer)];
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
  expect(head).toContain('Before: 100 % of trials went well. Now: 95 %.');
  expect(head).toMatch(/<a class="group broken" href="#standing=broken">1 broken here<\/a>/);
  expect(head).not.toMatch(/p = |p &lt;|95 % CI/);
});

test('a case comes before the command and the entry, which can be copied', () => {
  const { html } = page('one-case-broke');
  const at = (text: string) => html.indexOf(text) + 1 || expect.fail(text);
  expect(at('<details class="worse')).toBeLessThan(at('data-action="copy"'));
  expect(html).toMatch(/data-text="[^"]*--cases refund-cracked-mug"/);
  expect(html).toMatch(/data-text="- {case: refund-cracked-mug/);
});

test('the clearest case is open, and cases go by their names', () => {
  const { html } = page('one-case-broke');
  expect(html).toMatch(/<details class="worse broken" data-case="refund-cracked-mug" open>/);
  expect(pageText(html)).toMatch(/Broken here Cracked mug: refund only the mug main/);
});
