import { el, type Markup } from '../markup/markup.ts';

const KEYS: readonly (readonly [keys: readonly string[], words: string])[] = [
  [['j', 'k'], 'next and previous case'],
  [['l', 'h'], 'next and previous trial of the open case'],
  [['n', 'p'], 'next and previous difference from main'],
  [['/'], 'search'],
  [['b'], 'label a judged trial without the verdicts, and back'],
  [['1', '2'], 'while labelling: met, not met'],
  [['Esc'], 'back to all cases, or clear the search'],
  [['?'], 'this help'],
];

/** The keys of the report. */
export function helpDialog(): Markup {
  return el(
    'dialog',
    { id: 'help', 'aria-labelledby': 'help-title' },
    el('h2', { id: 'help-title' }, 'Keys'),
    el(
      'dl',
      {},
      KEYS.map(([keys, words]) => [
        el(
          'dt',
          {},
          keys.map((key) => [el('kbd', {}, key), ' ']),
        ),
        el('dd', {}, words),
      ]),
    ),
    el(
      'p',
      { class: 'note' },
      'Search: words anywhere in a case or its trials, or tool:name, tag:name, failure:kind. The address of this page leads back to what you see.',
    ),
    el('p', {}, el('button', { type: 'button', 'data-action': 'close-help' }, 'Close')),
  );
}
