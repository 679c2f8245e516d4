/** The HTML report in a real browser: clicked through, by keys alone, without script, dark, printed, hostile, large and broken. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { HtmlInput } from '#report/html/data/html-input.ts';
import { renderHtml } from '#report/html/render-html.tsx';
import { HOSTILE } from '#test/report/hostile-texts.ts';
import { largeHtml } from '#test/report/html/large-html.ts';
import { shopHtml } from '#test/report/html/shop-html.ts';
import { COMMANDS, MARKUP } from '#test/support/hostile-texts.ts';
import { sample } from '#test/support/tries.ts';
import { type Browser, type OpenPage, type Page, startBrowser } from './support/browser.ts';
import { hostileHtml } from './support/hostile-html.ts';
import { npmPackages } from './support/npm-packages.ts';
import { peer } from './support/peer.ts';

const tools = await peer('Chromium, playwright-core and axe-core from npm', async () => ({
  axe: await readFile(join(await npmPackages('browser'), 'axe-core', 'axe.min.js'), 'utf8'),
  browser: await startBrowser(),
}));

describe.skipIf(tools.missing)('the report in a browser', () => {
  let browser: Browser;
  beforeAll(() => {
    ({ browser } = tools.get());
  });
  afterAll(() => browser?.close());

  const open = (input: HtmlInput, reader: Parameters<Browser['open']>[2] = {}): Promise<OpenPage> =>
    browser.open(renderHtml(input), { width: 1280, height: 900, scale: 1 }, reader);

  /** What a reader sees. */
  const seen = (page: Page, selector = 'body') =>
    page.evaluate<string>(`document.querySelector(${JSON.stringify(selector)})?.innerText ?? ''`);
  const focus = (page: Page) => page.evaluate<string>('document.activeElement.innerText');
  const hash = (page: Page) => page.evaluate<string>('location.hash');
  const until = (page: Page, script: string) => expect.poll(() => page.evaluate(`Boolean(${script})`)).toBe(true);
  const press = async (page: Page, ...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  const isOpen = (page: Page, id: string) =>
    until(page, `document.querySelector('#opened-case .case-head code')?.textContent === ${JSON.stringify(id)}`);

  /** Faults that axe finds, as `rule: element`. */
  async function faults(page: Page): Promise<readonly string[]> {
    await page.evaluate(`${tools.get().axe};0`);
    return page.evaluate<string[]>(
      `axe.run().then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => id + ': ' + html + failureSummary)))`,
    );
  }

  test('shows what got worse first, and opens it with the first difference marked', async () => {
    await using opened = await open(shopHtml());
    const { page, happenings, requests } = opened;
    expect(
      (await seen(page, '#overview'))
        .split('\n')
        .filter((line) => line.trim() !== '')
        .join('\n'),
    ).toMatch(
      /"Cracked mug: refund only the mug" and order\/coupon broke[\s\S]*Pass rate fell from 100 % to 91 %[\s\S]*What got worse or fails 3 cases[\s\S]*Run them locally: /,
    );
    await page.click('table.cases a');
    await isOpen(page, 'refund-cracked-mug');
    const text = await seen(page, '#opened');
    for (const words of [
      '○ Trial 1 failed · 1 difference from the calls on main',
      'What the model was shown differently in model call 2 1 part of 5',
      '− Refund only the items that the customer complains about.',
      '+ Refund whatever the customer asks for, to keep everybody happy.',
      '= 4 calls the same on both sides: find_customer, list_orders, lookup_order, check_policy',
      'First difference',
      'expected about 19.99',
      'reason\n"the mug arrived cracked"not expected',
      'model 1: small-model-2',
    ]) {
      expect(text).toContain(words);
    }
    expect({ happenings, requests }).toEqual({ happenings: [], requests: [] });
  });

  test('is walked through by keys alone', async () => {
    await using opened = await open(shopHtml());
    const { page } = opened;
    await press(page, 'j', 'j');
    expect(await focus(page)).toBe('order/coupon');
    await press(page, 'k', 'Enter');
    await isOpen(page, 'refund-cracked-mug');
    expect(await hash(page)).toBe('#c=refund-cracked-mug');
    await press(page, 'n');
    expect([await hash(page), await focus(page)]).toEqual([
      '#c=refund-cracked-mug&s=5',
      expect.stringContaining('First difference'),
    ]);
    await press(page, 'l');
    await page.waitForSelector('[data-trial="1"][aria-pressed=true]');
    expect(await hash(page)).toBe('#c=refund-cracked-mug&t=2');
    await press(page, 'h', 'j');
    await isOpen(page, 'order/coupon');
    await press(page, '?');
    expect(await seen(page, 'dialog')).toContain('next and previous difference');
    await press(page, 'Escape', 'Escape');
    await page.waitForSelector('#overview:not([hidden])');
    expect(await focus(page)).toBe('order/coupon');
    await press(page, '/');
    await page.keyboard.type('tag:safety jk');
    expect(await hash(page)).toBe('#q=tag:safety+jk');
    await press(page, 'Escape');
    expect(await hash(page)).toBe('');
  });

  test('reaches every control by the tab key, each with a name, in the order of the page', async () => {
    await using opened = await open(shopHtml());
    const { page } = opened;
    const reached: string[] = [];
    for (let index = 0; index < 32; index += 1) {
      await press(page, 'Tab');
      reached.push(
        await page.evaluate<string>(
          `(document.activeElement.getAttribute('aria-label') ?? document.activeElement.innerText).split('\\n')[0].slice(0, 40)`,
        ),
      );
    }
    const places = ['commit 9e8d7c6', 'Broken here Cracked mug', 'search the cases', 'standing', 'Cracked mug'].map(
      (name) => reached.findIndex((stop) => stop.startsWith(name)),
    );
    expect(places, reached.join(' | ')).toEqual(places.toSorted((left, right) => left - right));
    expect(Math.min(...places)).toBeGreaterThanOrEqual(0);
    expect(reached).not.toContain('');
  });

  test('finds cases by what was said in their trials, and keeps the filter in its address', async () => {
    await using opened = await open(shopHtml());
    const { page } = opened;
    await page.click('#search');
    await page.keyboard.type('"answer about order/invoice"');
    await until(page, `document.querySelector('#shown-cases').textContent === '1 of 20 cases'`);
    expect(
      await page.evaluate(
        `[...document.querySelectorAll('tr[data-row]:not([hidden]) a')].map((link) => link.innerText)`,
      ),
    ).toEqual(['order/invoice']);
    await using again = await open(shopHtml(), { hash: '#standing=broken&sort=id' });
    expect(await seen(again.page, '#shown-cases')).toBe('2 of 20 cases');
    expect(await again.page.evaluate(`document.querySelector('#only-standing').value`)).toBe('broken');
    await again.page.click('th[data-sort=here] button');
    expect(await hash(again.page)).toBe('#standing=broken&sort=here');
    expect(await again.page.evaluate(`document.querySelector('tbody tr[data-row] a').innerText`)).toBe(
      'Cracked mug: refund only the mug',
    );
  });

  test('opens at a case, trial and step that a link names; a case it does not have is said', async () => {
    await using opened = await open(shopHtml(), { hash: '#c=refund-cracked-mug&t=3&s=5' });
    await isOpen(opened.page, 'refund-cracked-mug');
    await opened.page.waitForSelector('[data-trial="2"][aria-pressed=true]');
    expect(await opened.page.evaluate('document.activeElement.dataset.step')).toBe('5');
    await using lost = await open(shopHtml(), { hash: '#c=gone' });
    expect(await seen(lost.page, '#message')).toContain('no case “gone”');
    expect(await seen(lost.page, '#overview')).toContain('What got worse');
  });

  test('puts another trial of main beside', async () => {
    await using opened = await open(shopHtml(), { hash: '#c=refund-cracked-mug' });
    const { page } = opened;
    await isOpen(page, 'refund-cracked-mug');
    await page.selectOption('[data-main]', '6');
    await until(page, `document.querySelector('#opened .heads h3').innerText.startsWith('main, trial 7')`);
    expect(await hash(page)).toBe('#c=refund-cracked-mug&m=7');
    await page.selectOption('[data-main]', '');
    await page.waitForSelector('#opened .aligned.single');
  });

  test('is readable with script off: verdict, numbers, and the first failed trial of each worse case', async () => {
    await using opened = await open(shopHtml(), { scriptOff: true });
    const { page } = opened;
    await page.click('details.worse .talk > summary');
    const text = await page.locator('#overview').innerText();
    for (const words of [
      'a real drop',
      'First difference',
      'boundary 0.019',
      'of changes that lower the pass rate',
      'refund-cracked-mug',
      'main over time',
    ]) {
      expect(text).toContain(words);
    }
    expect(await page.locator('.needs-script:visible').count()).toBe(0);
  });

  test.each([
    ['light', false],
    ['dark', true],
  ])('has no fault that axe knows, in %s colours', async (_, dark) => {
    await using list = await open(shopHtml(), { dark });
    await list.page.evaluate(`document.querySelectorAll('details').forEach((fold) => { fold.open = true; })`);
    expect(await faults(list.page)).toEqual([]);
    await using casePage = await open(shopHtml(), { dark, hash: '#c=refund-cracked-mug' });
    await isOpen(casePage.page, 'refund-cracked-mug');
    await casePage.page.evaluate(`document.querySelectorAll('details').forEach((fold) => { fold.open = true; })`);
    expect(await faults(casePage.page)).toEqual([]);
  });

  test('shows the first broken case with its cause on the first screen, also of a phone', async () => {
    for (const [width, height] of [
      [1280, 900],
      [390, 844],
    ] as const) {
      await using opened = await browser.open(renderHtml(shopHtml()), { width, height, scale: 1 });
      expect(await seen(opened.page, 'details.worse .why')).toContain('amount: expected 19.99, got 39.99');
      expect(
        await opened.page.evaluate(`document.querySelector('details.worse .why').getBoundingClientRect().bottom`),
      ).toBeLessThan(height);
    }
  });

  test('says p and intervals only where it says how sure it is', async () => {
    await using opened = await open(shopHtml());
    const text = await seen(opened.page, '#overview');
    const [before = '', after = ''] = text.split('How sure this is');
    expect(before).not.toMatch(/\bp [=<]|95 % (?:CI|interval)\b(?! of the pass rate)/);
    expect(after).toMatch(/p < 0\.001, boundary/);
  });

  test('of five cases is printed on at most four pages of A4', async () => {
    const input = shopHtml();
    const five = new Set(input.report.cases.slice(0, 5).map(({ id }) => id));
    const few = <Item extends { readonly id: string }>(items: readonly Item[]) =>
      items.filter(({ id }) => five.has(id));
    await using opened = await open({
      ...input,
      report: { ...input.report, cases: few(input.report.cases) },
      comparison: { ...input.comparison, cases: few(input.comparison.cases) },
    });
    const pdf = (await opened.page.pdf({ preferCSSPageSize: true })).toString('latin1');
    const pages = pdf.match(/\/Type \/Page\b/g);
    const sizes = [...pdf.matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)].map(([, ...size]) =>
      size.map(Number).map(Math.round),
    );
    expect(new Set(sizes.map(String))).toEqual(new Set(['595,842']));
    expect(pages?.length ?? 0).toBeGreaterThan(0);
    expect(pages?.length ?? 0).toBeLessThanOrEqual(4);
  });

  test('is printed without its controls, with what broke open; moves nothing for a reader who wants no motion', async () => {
    await using opened = await open(shopHtml());
    const { page } = opened;
    await page.emulateMedia({ media: 'print', reducedMotion: 'reduce' });
    expect(await page.locator('.filters:visible, #opened nav:visible').count()).toBe(0);
    expect(
      await page.evaluate(
        `document.querySelector('details.worse .first-difference').checkVisibility({ contentVisibilityAuto: true })`,
      ),
    ).toBe(true);
    expect(await page.evaluate(`getComputedStyle(document.documentElement).scrollBehavior`)).toBe('auto');
  });

  test.each([
    ['what got worse and the cases', ''],
    ['an opened case', '#c=refund-cracked-mug'],
  ])('fits a phone of 360 pixels, and nothing on it scrolls sideways: %s', async (_, hash) => {
    await using opened = await browser.open(renderHtml(shopHtml()), { width: 360, height: 740, scale: 1 }, { hash });
    const { page } = opened;
    if (hash !== '') await isOpen(page, 'refund-cracked-mug');
    await page.evaluate(`document.querySelectorAll('details').forEach((fold) => { fold.open = true; })`);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360);
    const wide = `[...document.querySelectorAll('.scroll')].filter((part) => part.scrollWidth > part.clientWidth + 1)`;
    expect(await page.evaluate(`${wide}.map((part) => part.getAttribute('aria-label'))`)).toEqual([]);
  });

  test('shows hostile texts as texts: nothing loads, runs, leads away or ends our elements', async () => {
    const hostile = [...Object.values(HOSTILE), ...MARKUP, ...COMMANDS];
    const texts = sample(hostile, 3).map((text) => text.slice(0, 2000));
    for (let start = 0; start < texts.length; start += 20) {
      await using opened = await open(hostileHtml(texts.slice(start, start + 20)));
      const { page, happenings, requests } = opened;
      await page.click('table.cases a');
      await isOpen(page, 'hostile/1');
      for (let index = 1; index < 8; index += 1) await press(page, 'j');
      const survey = await page.evaluate<{ names: string[]; handlers: string[]; links: string[] }>(`(() => {
        const all = [...document.querySelectorAll('body *')];
        return {
          names: [...new Set(all.map((one) => one.localName))].filter((name) => ['img', 'iframe', 'style', 'link', 'object', 'form', 'base', 'xml'].includes(name)),
          handlers: all.flatMap((one) => one.getAttributeNames().filter((name) => name.startsWith('on') || name === 'style')),
          links: all.flatMap((one) => one.getAttribute('href') ?? []).filter((href) => !/^#(?:c|standing)=|^https:\\/\\/github\\.com\\/acme\\/shop\\//.test(href)),
        };
      })()`);
      expect({ ...survey, happenings, requests }).toEqual({
        names: [],
        handlers: [],
        links: [],
        happenings: [],
        requests: [],
      });
    }
  });

  test('says in its place what is cut, redacted, missing or damaged', async () => {
    const input = shopHtml();
    const id = 'refund-cracked-mug';
    const here = new Map(input.here);
    here.set(`${id}#1`, {
      state: 'truncated',
      end: { kind: 'completed' },
      note: 'the trajectory has 300000 bytes',
      beginning: '{"turns":[',
    });
    const second = here.get(`${id}#2`);
    if (second?.state === 'complete') here.set(`${id}#2`, { ...second, state: 'redacted' });
    here.delete(`${id}#3`);
    const html = renderHtml({ ...input, here });
    const words = [
      'only the beginning is stored (the trajectory has 300000 bytes)',
      'secrets in it are replaced by ***',
      'its trajectory is left out to keep this file small',
    ];
    for (const [index, expected] of words.entries()) {
      await using opened = await browser.open(
        html,
        { width: 1280, height: 900, scale: 1 },
        { hash: `#c=${id}&t=${index + 1}` },
      );
      await isOpen(opened.page, id);
      expect(await seen(opened.page, '#opened')).toContain(expected);
    }
    const damaged = html.replace(/(class="block">"[\w+/]{40})[\w+/]{8}/, '$1AAAAAAAA');
    await using broken = await browser.open(damaged, { width: 1280, height: 900, scale: 1 }, { hash: `#c=${id}` });
    await broken.page.waitForSelector('#opened-case [role=alert]');
    expect(await seen(broken.page, '#opened')).toContain('this file is damaged');
  });

  // How long it takes is no matter of a test: machines differ.
  test('of a hundred cases with ten trials is under 2 MB with everything, and opens a case', async () => {
    const html = renderHtml(largeHtml(400));
    expect(html).not.toContain('id="left-out"');
    expect(Buffer.byteLength(html)).toBeLessThanOrEqual(2_000_000);
    await using opened = await browser.open(html);
    await opened.page.click('table.cases a');
    await isOpen(opened.page, 'case-7');
  });
});
