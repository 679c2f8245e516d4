/** What a key does. */
export interface Keys {
  readonly [key: string]: () => void;
}

/** Runs the action of a key, unless the reader is typing, choosing from a list, or addressing the browser. */
export function onKeys(keys: Keys): void {
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const isTyping = event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement;
    if (isTyping && event.key !== 'Escape') return;
    if (document.querySelector('dialog[open]') !== null && event.key !== '?') return;
    const act = Object.hasOwn(keys, event.key) ? keys[event.key] : undefined;
    if (act === undefined) return;
    event.preventDefault();
    act();
  });
}
