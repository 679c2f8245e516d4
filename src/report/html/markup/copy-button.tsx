import type { ComponentChildren } from 'preact';

/** A button that copies a text, which stands beside it for those without script. */
export function copyButton(text: string, words: string): ComponentChildren {
  return (
    <button type="button" class="needs-script" data-action="copy" data-text={text}>
      {words}
    </button>
  );
}
