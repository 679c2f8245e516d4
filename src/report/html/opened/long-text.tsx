import type { ComponentChildren } from 'preact';
import { wholeNumber } from '#common/words.ts';
import { visibleText } from '../markup/shown.ts';

/** Characters of a text that are shown before a reader asks for more. */
const SHOWN = 4000;

/** Untrusted text, as it was written or as `show` draws it; the rest of a long one is folded. */
export function longText(text: string, show: (text: string) => ComponentChildren = visibleText): ComponentChildren {
  const head = <pre tabindex={0}>{show(text.slice(0, SHOWN))}</pre>;
  if (text.length <= SHOWN) return head;
  return [
    head,
    <details>
      <summary>{`${wholeNumber(text.length - SHOWN)} more characters`}</summary>
      <pre tabindex={0}>{show(text.slice(SHOWN))}</pre>
    </details>,
  ];
}
