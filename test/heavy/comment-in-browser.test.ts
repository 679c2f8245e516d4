/** Comments rendered by GitHub's own Markdown parser, in a real browser. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { COMMANDS, FORGED, MARKUP } from '#test/support/hostile-texts.ts';
import { sample } from '#test/support/tries.ts';
import { commentPage } from '../../scripts/comment-page.ts';
import { type Browser, type OpenPage, type Page, startBrowser } from './support/browser.ts';
import { type CommentSurvey, liveWords, surveyComment, unfoldAll } from './support/comment-survey.ts';
import { demoComment } from './support/demo-comment.ts';
import { type GfmRenderer, gfmRenderer } from './support/gfm.ts';
import { hostileComment } from './support/hostile-comment.ts';
import { npmPackages } from './support/npm-packages.ts';
import { peer } from './support/peer.ts';
import { postedComment } from './support/posted-comment.ts';

const tools = await peer('Chromium, playwright-core, rehype from npm and cmarkgfm from PyPI', async () => ({
  fonts: await npmPackages('browser'),
  gfm: await gfmRenderer(),
  browser: await startBrowser(),
}));

const GOLDEN_FOLDER = new URL('../report/golden/', import.meta.url);
/** GitHub shows no comment of HTML: the marks of suites and of the comment itself are for us. */
const GOLDEN = sample(
  readdirSync(GOLDEN_FOLDER).filter((name) => name.endsWith('.md')),
  6,
).map((name) => ({ name, text: readFileSync(new URL(name, GOLDEN_FOLDER), 'utf8').replace(/^<!--.*-->\n/gm, '') }));
const QUESTIONS = new URL('../report/reviewers-questions.md', import.meta.url);
const ROWS = [
  ...readFileSync(QUESTIONS, 'utf8').matchAll(/^\| (.+\?) \| .+ \| `([\w-]+\.md)`: "(.+)" \| (\d) \| (\d+) \|$/gm),
].map(([, question = '', file = '', answer = '', clicks = '', seconds = '']) => {
  return { question, file, answer, clicks: Number(clicks), seconds: Number(seconds) };
});

const HOSTILE = sample(chunks([...MARKUP, ...COMMANDS]), 2);

/** How fast a reader reads who reads every word from the top: 240 a minute. */
const WORDS_A_SECOND = 4;

/** Whether the page can be scrolled sideways. */
const TOO_WIDE = 'document.documentElement.scrollWidth > document.documentElement.clientWidth';

describe.skipIf(tools.missing)('a comment in a browser', () => {
  let browser: Browser;
  let gfm: GfmRenderer;

  beforeAll(() => {
    ({ browser, gfm } = tools.get());
  });
  afterAll(() => browser?.close());

  /** Opens a comment, as GitHub would without its allow-list. */
  async function open(markdown: string): Promise<Shown> {
    const html = await gfm.render(markdown);
    const opened = await browser.open(await commentPage(html, tools.get().fonts));
    return { ...opened, html, survey: await surveyComment(opened.page) };
  }

  /** Nothing but our own few elements is there, GitHub would take none of them away, and nothing acts. */
  async function expectHarmless({
    html,
    survey,
    requests,
    happenings,
  }: Omit<Shown, 'page' | typeof Symbol.asyncDispose>) {
    expect(survey.elements.filter((name) => !OWN_ELEMENTS.includes(name))).toEqual([]);
    expect(survey.attributes.filter((name) => !OWN_ATTRIBUTES.includes(name))).toEqual([]);
    expect(liveWords(survey.loose_texts)).toEqual([]);
    for (const table of survey.tables)
      expect(table.map((row) => row.length)).toEqual(table.map(() => table[0]?.length));
    expect({ requests, happenings }).toEqual({ requests: [], happenings: [] });
    const { before, after } = await gfm.sanitise(html);
    expect(after).toBe(before);
  }

  test('shows the demo: metrics, broken cases, expected against actual calls; every part unfolds', async () => {
    const markdown = await demoComment();
    await using opened = await open(markdown);
    await expectHarmless(opened);
    const { survey, page } = opened;
    expect(survey.links).toEqual([]);

    const [broken = [], calls = [], metrics = []] = survey.tables.filter((table) => table.length > 1);
    expect(metrics[0]?.slice(0, 4)).toEqual(['metric', 'main (3 runs)', 'here', 'change']);
    expect(metrics.find(([name]) => name === 'pass rate')?.slice(0, 4)).toEqual([
      'pass rate',
      '95.8 %',
      '67.5 %',
      '−28.3 points',
    ]);
    expect(broken.map((row) => row.slice(0, 3).join(' '))).toEqual([
      'case main here',
      expect.stringMatching(/^2 cases *refund-cracked-mug *refund-wrong-size 30\/30 0\/10$/),
    ]);
    expect(calls[1]?.map((cell) => cell.match(/lookup_order|issue_refund/g))).toEqual([
      ['lookup_order', 'issue_refund'],
      ['issue_refund'],
    ]);

    const folds = await unfoldAll(page);
    expect(folds.length).toBeGreaterThanOrEqual(4);
    // The first broken case is open, and a click closes it.
    for (const [at, fold] of folds.entries()) expect(fold).toEqual({ before: at === 0, after: at !== 0 });
  });

  describe('of each situation', () => {
    let opened: OpenPage;
    let rendered: readonly string[];

    // One page for all: what takes time is a browser's new context and the start of the renderer.
    beforeAll(async () => {
      rendered = await gfm.renderAll(GOLDEN.map(({ text }) => text));
      opened = await browser.open('<!doctype html>');
    });
    afterAll(() => opened?.[Symbol.asyncDispose]());

    test.each(GOLDEN.map(({ name }, at) => ({ name, at })))(
      '$name is whole and harmless in light and dark colours',
      async ({ name, at }) => {
        const html = rendered[at] ?? '';
        const { page, requests, happenings } = opened;
        const pictures = process.env['COMMENT_PICTURES'];
        for (const colours of ['light', 'dark'] as const) {
          await page.setContent(await commentPage(html, tools.get().fonts, colours));
          if (colours === 'light')
            await expectHarmless({ html, requests, happenings, survey: await surveyComment(page) });
          expect(await page.evaluate<boolean>(TOO_WIDE)).toBe(false);
          const picture = await page.locator('.comment').screenshot({});
          expect(picture.length).toBeGreaterThan(1000);
          if (pictures !== undefined) writeFileSync(join(pictures, `${name}.${colours}.png`), picture);
        }
        expect({ requests, happenings }).toEqual({ requests: [], happenings: [] });
      },
    );
  });

  test('answers each of fifteen questions of reviewers in as many clicks and seconds as test/report/reviewers-questions.md says', async () => {
    expect(ROWS).toHaveLength(15);
    const pages = await gfm.renderAll(ROWS.map(({ file }) => readFileSync(new URL(file, GOLDEN_FOLDER), 'utf8')));
    await using opened = await browser.open('<!doctype html>');
    const measured: object[] = [];
    for (const [at, { question, answer }] of ROWS.entries()) {
      await opened.page.setContent(await commentPage(pages[at] ?? '', tools.get().fonts));
      measured.push({ question, ...(await wayTo(opened.page, answer)) });
    }
    expect(measured).toEqual(ROWS.map(({ question, clicks, seconds }) => ({ question, clicks, seconds })));
  });

  test('as it is posted has no links but to its own repository', async () => {
    const { body, repository_url } = await postedComment();
    const markdown = body.replace(/^<!--.*-->\n/gm, '');
    await using opened = await open(markdown);
    await expectHarmless(opened);
    const { links } = opened.survey;
    expect(links.length).toBeGreaterThan(0);
    expect(links.filter((link) => !link.startsWith(repository_url))).toEqual([]);
  });

  test.each(HOSTILE)('stays ours when an agent is hostile (part %#)', async (...texts) => {
    const markdown = await hostileComment(texts);
    await using opened = await open(markdown);
    await expectHarmless(opened);
    const { survey, page, requests, happenings } = opened;
    expect(survey.links).toEqual([]);
    const fallen = survey.tables.flat().filter(([, main, here]) => main === '5/5' && here === '0/5');
    expect(fallen).toHaveLength(texts.length);
    expect(survey.text.match(/what was expected, what happened/g)).toHaveLength(texts.length);
    expect(survey.text.split(FORGED).length).toBeGreaterThan(4 * texts.length);
    // The first case stands open where it is known to be broken; every other fold is closed, and every click turns it.
    for (const [at, { before, after }] of (await unfoldAll(page)).entries()) {
      expect(after).toBe(!before);
      if (at > 0) expect(before).toBe(false);
    }
    expect({ requests, happenings }).toEqual({ requests: [], happenings: [] });
  });

  test('would be seen to act if it did', async () => {
    const markdown =
      '<img src=https://forged.example/x.png>\n<script>forged()</script>\n\n@forged, see www.forged.example';
    await using opened = await open(markdown);
    expect(opened.survey).toMatchObject({
      elements: ['a', 'img', 'p', 'script'],
      links: ['http://www.forged.example'],
    });
    expect(liveWords(opened.survey.loose_texts)).toEqual(['@forged']);
    expect(opened.requests).toEqual(['https://forged.example/x.png']);
    expect(opened.happenings).toEqual([expect.stringContaining('forged is not defined')]);
    const { before, after } = await gfm.sanitise(opened.html);
    expect(after).not.toBe(before);
  });
});

/** A comment in a page of its own. */
type Shown = OpenPage & { readonly html: string; readonly survey: CommentSurvey };

const OWN_ELEMENTS = [
  ...['a', 'b', 'br', 'code', 'details', 'h3', 'hr', 'li', 'p', 'pre', 'span', 'strong', 'sub', 'summary', 'sup'],
  ...['table', 'tbody', 'td', 'th', 'thead', 'tr', 'ul'],
];
const OWN_ATTRIBUTES = ['a href', 'code class language-sh', 'details open', 'td align', 'th align'];

/** Few enough texts for one comment to open every case. */
function chunks(texts: readonly string[]): readonly (readonly string[])[] {
  const size = 15;
  return Array.from({ length: Math.ceil(texts.length / size) }, (_, index) =>
    texts.slice(index * size, (index + 1) * size),
  );
}

/** Seconds until a reader has read it, of what can be seen without what is folded; `null`: it can't be seen. */
async function secondsTo(page: Page, answer: string): Promise<number | null> {
  const text = await page.evaluate<string>(`document.body.innerText.replaceAll('\\u00a0', ' ')`);
  const at = text.indexOf(answer);
  if (at === -1) return null;
  return Math.ceil(text.slice(0, at + answer.length).split(/\s+/).length / WORDS_A_SECOND);
}

/** Fewest folded parts that have to be opened, one at a time, and the seconds of reading from there. */
async function wayTo(
  page: Page,
  answer: string,
): Promise<{ readonly clicks: number; readonly seconds: number } | null> {
  const seconds = await secondsTo(page, answer);
  if (seconds !== null) return { clicks: 0, seconds };
  const folds = await page.evaluate<number>(
    `[...document.querySelectorAll('summary')].filter((one) => one.checkVisibility()).length`,
  );
  for (let at = 0; at < folds; at += 1) {
    const click = `[...document.querySelectorAll('summary')].filter((one) => one.checkVisibility())[${at}].click();0`;
    await page.evaluate(click);
    const opened = await secondsTo(page, answer);
    await page.evaluate(click);
    if (opened !== null) return { clicks: 1, seconds: opened };
  }
  return null;
}
