import type { Page } from './browser.ts';

/** What a browser made of a comment. */
export interface CommentSurvey {
  /** Names of the elements, each once, sorted. */
  readonly elements: readonly string[];
  /** `element attribute` of all attributes, each once, sorted; a class with its name. */
  readonly attributes: readonly string[];
  /** Targets of the links. */
  readonly links: readonly string[];
  /** Text that is in no code and no link, where GitHub looks for mentions, references and emoji. */
  readonly loose_texts: readonly string[];
  /** Cells of each table, row by row. Here and in `text` any space is a plain one and nothing is invisible. */
  readonly tables: readonly (readonly (readonly string[])[])[];
  /** Everything a reader can see with all parts unfolded. */
  readonly text: string;
}

/** Looks at everything under the element with class `body`. */
export function surveyComment(page: Page): Promise<CommentSurvey> {
  return page.evaluate(`(() => {
    const body = document.querySelector('.body');
    const all = [...body.querySelectorAll('*')];
    const plain = (text) => text.replaceAll('\\u200b', '').replaceAll('\\u00a0', ' ').trim();
    const sorted = (values) => [...new Set(values)].sort();
    const walker = document.createTreeWalker(body, NodeFilter.SHOW_TEXT);
    const loose_texts = [];
    while (walker.nextNode()) {
      if (walker.currentNode.parentElement.closest('a, code, pre') === null) loose_texts.push(walker.currentNode.data);
    }
    return {
      elements: sorted(all.map((element) => element.localName)),
      attributes: sorted(all.flatMap((element) => element.getAttributeNames().map((name) =>
        element.localName + ' ' + name + (name === 'class' ? ' ' + element.className : '')))),
      links: all.filter((element) => element.localName === 'a').map((link) => link.getAttribute('href')),
      loose_texts,
      tables: [...body.querySelectorAll('table')].map((table) =>
        [...table.rows].map((row) => [...row.cells].map((cell) => plain(cell.textContent)))),
      text: plain(body.textContent),
    };
  })()`);
}

/** How the folded parts behave: for each, whether its content can be seen before and after a click on its title. */
export async function unfoldAll(page: Page): Promise<readonly { readonly before: boolean; readonly after: boolean }[]> {
  const count = await page.evaluate<number>(`document.querySelectorAll('.body > details').length`);
  const found = [];
  for (let index = 0; index < count; index += 1) {
    const content = `[...document.querySelectorAll('.body > details')][${index}].lastElementChild`;
    const before = await page.evaluate<boolean>(`${content}.checkVisibility()`);
    await page.click(`.body > details:nth-of-type(${index + 1}) > summary`);
    found.push({ before, after: await page.evaluate<boolean>(`${content}.checkVisibility()`) });
  }
  return found;
}

/** What GitHub would turn into a mention, a reference, an emoji or mathematics. */
export function liveWords(looseTexts: readonly string[]): readonly string[] {
  return looseTexts.flatMap((text) => [...text.matchAll(LIVE)].map(([word]) => word));
}

const LIVE =
  /(?<![\w/])@[a-z0-9][\w/-]*|(?:[\w.-]+\/[\w.-]+)?#\d+|\bGH-\d+|:[a-z0-9_+-]*[a-z][a-z0-9_+-]*:|\$\S[^$\n]*\S\$/gi;
