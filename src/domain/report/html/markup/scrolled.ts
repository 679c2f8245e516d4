import { el, type Markup } from './markup.ts';

/** How a part that scrolls is called: by the id of its heading, or by its own words. */
type Label = { readonly 'aria-labelledby': string } | { readonly 'aria-label': string };

/** A part that may be wider than the page: it scrolls by itself, also by keyboard. */
export function scrolled(label: Label, content: Markup): Markup {
  return el('div', { class: 'scroll', tabindex: 0, role: 'group', ...label }, content);
}

/** A table that scrolls, with a head for each column. */
export function scrolledTable(
  label: Label,
  heads: readonly string[],
  rows: readonly Markup[],
  attributes: { readonly class?: string } = {},
): Markup {
  const columns = heads.map((head) => el('th', { scope: 'col' }, head));
  return scrolled(label, el('table', attributes, el('thead', {}, el('tr', {}, columns)), el('tbody', {}, rows)));
}
