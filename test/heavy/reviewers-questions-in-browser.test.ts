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
const ROWS = [...readFileSync(DOCS, 'utf8').matchAll(/^\| (.+\?) \| .+ \| `([\w-]+\.md)`: "(.+)" \| (\d) \|$/gm)].map(
  ([, question = '', file = '', answer = '', clicks = '']) => ({ question, file, answer, clicks: Number(clicks) }),
);

describe.skipIf(tools.missing)('a reviewer finds the answer', () => {
  let browser: Browser;
  let gfm: GfmRenderer;
  beforeAll(() => {
    ({ browser, gfm } = tools.get());
  });
  afterAll(() => browser?.close());

  /** What can be seen, without what is folded. */
  const sees = (page: Page, answer: string) =>
    page.evaluate<boolean>(`document.body.innerText.replaceAll('\\u00a0', ' ').includes(${JSON.stringify(answer)})`);

  /** Fewest folded parts that have to be opened, one at a time and then in each other. */
  async function clicksTo(page: Page, answer: string): Promise<number> {
    if (await sees(page, answer)) return 0;
    const folds = await page.evaluate<number>(
      `[...document.querySelectorAll('summary')].filter((one) => one.checkVisibility()).length`,
    );
    for (let at = 0; at < folds; at += 1) {
      const click = `[...document.querySelectorAll('summary')].filter((one) => one.checkVisibility())[${at}].click();0`;
      await page.evaluate(click);
      const found = await sees(page, answer);
      await page.evaluate(click);
      if (found) return 1;
    }
    return Number.POSITIVE_INFINITY;
  }

  test('to each of fifteen questions in as many clicks as test/report/reviewers-questions.md says', async () => {
    expect(ROWS).toHaveLength(15);
    for (const { question, file, answer, clicks } of ROWS) {
      const html = await commentPage(await gfm.render(readFileSync(new URL(file, GOLDEN), 'utf8')), tools.get().fonts);
      await using opened = await browser.open(html);
      expect(await clicksTo(opened.page, answer), question).toBe(clicks);
    }
  });
});
