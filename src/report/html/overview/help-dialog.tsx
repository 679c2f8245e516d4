import type { ComponentChildren } from 'preact';

const KEYS: readonly (readonly [keys: readonly string[], words: string])[] = [
  [['j', 'k'], 'next and previous case'],
  [['l', 'h'], 'next and previous trial of the open case'],
  [['n', 'p'], 'next and previous difference from main'],
  [['/'], 'search'],
  [['Esc'], 'back to all cases, or clear the search'],
  [['?'], 'this help'],
];

/** The keys of the report. */
export function helpDialog(): ComponentChildren {
  return (
    <dialog id="help" aria-labelledby="help-title">
      <h2 id="help-title">Keys</h2>
      <dl>{KEYS.map(([keys, words]) => [<dt>{keys.map((key) => [<kbd>{key}</kbd>, ' '])}</dt>, <dd>{words}</dd>])}</dl>
      <p class="note">
        Search: words anywhere in a case or its trials, or tool:name, tag:name, failure:kind. The address of this page
        leads back to what you see.
      </p>
      <p>
        <button type="button" data-action="close-help">
          Close
        </button>
      </p>
    </dialog>
  );
}
