/** The table of reviewers' questions in test/report/reviewers-questions.md, clicked through in a real browser. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { commentPage } from '../../scripts/comment-page.ts';
import { type Browser, type Page, startBrowser } from './support/browser.ts';
import { type GfmRenderer, gfmRenderer } from './support/gfm.ts';
import { npmPackages } from './support/npm-packages.ts';
import { peer } from './support/peer.ts';

const tools = await peer('Chromium and GitHub’s Markdown parser', async () => ({
  fonts: await npmPackages('browser'),
  browser: await startBrowser(),
  gfm: await gfmRenderer(),
}));

const DOCS = new URL('../report/reviewers-questions.md', import.meta.url);
const GOLDEN = new URL('../report/golden/', import.meta.url);
const ROWS = [
  ...readFileSync(DOCS, 'utf8').matchAll(/^\| (.+\?) \| .+ \| `([\w-]+\.md)`: "(.+)" \| (\d) \| (\d+) \|$/gm),
].map(([, question = '', file = '', answer = '', clicks = '', seconds = '']) => {
  return { question, file, answer, clicks: Number(clicks), seconds: Number(seconds) };
});

/** How fast a reader reads who reads every word from the top: 240 a minute. */
const WORDS_A_SECOND = 4;

describe.skipIf(tools.missing)('a reviewer finds the answer', () => {
  let browser: Browser;
  let gfm: GfmRenderer;
  beforeAll(() => {
    ({ browser, gfm } = tools.get());
  });
  afterAll(() => browser?.close());

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

  test('to each of fifteen questions in as many clicks and seconds as test/report/reviewers-questions.md says', async () => {
    expect(ROWS).toHaveLength(15);
    const measured: object[] = [];
    for (const { question, file, answer } of ROWS) {
      const html = await commentPage(await gfm.render(readFileSync(new URL(file, GOLDEN), 'utf8')), tools.get().fonts);
      await using opened = await browser.open(html);
      measured.push({ question, ...(await wayTo(opened.page, answer)) });
    }
    expect(measured).toEqual(ROWS.map(({ question, clicks, seconds }) => ({ question, clicks, seconds })));
  });
});
