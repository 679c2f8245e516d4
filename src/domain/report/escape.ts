/**
 * Makes untrusted text inert: as HTML inside our own `<code>` or `<pre>`, as running text, or as a plain line.
 * No untrusted Markdown is ever rendered: every character that Markdown or GitHub reacts to becomes an entity.
 */

/** Characters that act in HTML, Markdown tables, mentions, references, links and autolinks. */
const ACTIVE = /[&<>"'`*_~[\]()#!|\\@:/$]|(?<=www)\./gi;

/** Untrusted text as the inside of `<code>`: one line, no control, bidirectional or invisible characters, at most `limit` characters. */
export function inlineCode(text: string, limit = 200): string {
  const line = cut(visible(text).replace(/\s+/gu, ' ').trim(), limit);
  return `<code>${entities(line) || ' '}</code>`;
}

/** Untrusted text as running text: one line, every active character an entity, mentions and references broken. */
export function prose(text: string, limit = 500): string {
  return entities(cut(visible(text).replace(/\s+/gu, ' ').trim(), limit));
}

/** Untrusted text as the inside of a `<pre>` block: line breaks stay, at most `limit` characters. */
export function codeBlock(text: string, limit = 2000): string {
  return `<pre>${entities(cut(visible(text.replace(/\r\n?/g, '\n')), limit)).replaceAll('\n', '&#10;')}</pre>`;
}

/** Untrusted text for places that show plain text (titles of annotations, terminals): one line without control characters. */
export function plainLine(text: string, limit = 200): string {
  return cut(visible(text).replace(/\s+/gu, ' ').trim(), limit);
}

/** Every active character as a decimal entity; mentions and references are also broken by a zero-width space, since they are looked for after rendering. */
function entities(text: string): string {
  return text.replace(ACTIVE, (character) => `&#${character.codePointAt(0)};${character === '@' || character === '#' ? '&#8203;' : ''}`);
}

/** Text without ANSI sequences, control, bidirectional, invisible and unassigned characters (line breaks and tabs stay). */
export function visible(text: string): string {
  return text
    .replace(/\u001b\[[0-9;?]*[ -/]*[@-~]/g, '')
    .replace(/[^\P{C}\n\t]/gu, '')
    .replace(/[\u2028\u2029]/g, '\n')
    .replace(/[\u115F\u1160\u3164\uFFA0\u{E0100}-\u{E01EF}]/gu, '');
}

function cut(text: string, limit: number): string {
  const characters = [...text];
  return characters.length <= limit ? text : `${characters.slice(0, Math.max(0, limit - 1)).join('')}…`;
}
