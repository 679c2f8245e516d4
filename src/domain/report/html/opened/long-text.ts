import { wholeNumber } from '#domain/words.ts';
import { el, type Markup, shown } from '../markup/markup.ts';

/** Characters of a text that are shown before a reader asks for more. */
const SHOWN = 4000;

/** Untrusted text as it was written; the rest of a long one is folded. */
export function longText(text: string): Markup {
  const head = el('pre', { tabindex: 0 }, shown(text.slice(0, SHOWN)));
  if (text.length <= SHOWN) return head;
  return [
    head,
    el(
      'details',
      {},
      el('summary', {}, `${wholeNumber(text.length - SHOWN)} more characters`),
      el('pre', { tabindex: 0 }, shown(text.slice(SHOWN))),
    ),
  ];
}
