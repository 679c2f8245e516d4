import type { Markup } from './markup.ts';

const EMPTY: ReadonlySet<string> = new Set(['input']);

/** Markup as HTML. */
export function htmlText(markup: Markup): string {
  if (markup === null) return '';
  if (typeof markup === 'string') return escaped(markup);
  if (isList(markup)) return markup.map(htmlText).join('');
  const { tag, attributes, children } = markup;
  const given = Object.entries(attributes).map(([name, value]) => ` ${name}="${escaped(value)}"`);
  const opened = `<${tag}${given.join('')}>`;
  return EMPTY.has(tag) ? opened : `${opened}${children.map(htmlText).join('')}</${tag}>`;
}

function isList(markup: Exclude<Markup, string | null>): markup is readonly Markup[] {
  return Array.isArray(markup);
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** NUL, which HTML can't hold, becomes the sign for it. */
function escaped(text: string): string {
  return text
    .toWellFormed()
    .replaceAll('\u0000', '\uFFFD')
    .replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}
