import { TERMINAL_SEQUENCE } from '#common/terminal-sequence.ts';

/**
 * Makes untrusted text harmless. Untrusted Markdown is never rendered: such text is inside our own `<code>` or `<pre>`, or is
 * running text in which every character that Markdown or GitHub reacts to is escaped.
 */

/** Untrusted text as `<code>`: one line, nothing invisible, at most `limit` characters. */
export function inlineCode(text: string, limit = 200): string {
  return `<code>${entities(breakReferences(plainLine(text, limit))) || ' '}</code>`;
}

/** Untrusted text as running text: one line, nothing invisible, at most `limit` characters. */
export function prose(text: string, limit = 500): string {
  const line = breakReferences(plainLine(text, limit)).replace(EMOJI_CODE, BREAK);
  return entities(line).replace(BLOCK_START, entity).replaceAll('&#36;', '<span>&#36;</span>');
}

/** Untrusted text as a `<pre>` block: line breaks stay, at most `limit` characters. The result is one line of Markdown. */
export function codeBlock(text: string, limit = 2000): string {
  const inside = cutText(visible(head(text, limit)), limit).replace(MENTION, BREAK);
  return `<pre>${entities(inside).replace(/[\n\t]/g, entity)}</pre>`;
}

/** Untrusted text as it is, for programs and people who copy it: in a fence that nothing in it ends. It stands for itself, not in a list or a cell. */
export function fenced(text: string, language = 'sh'): string {
  const longest = Math.max(2, ...Array.from(text.matchAll(/`+/g), ([ticks]) => ticks.length));
  const ticks = '`'.repeat(longest + 1);
  return `${ticks}${language}\n${text}\n${ticks}`;
}

/** Untrusted text for places that show plain text (titles of annotations, terminals): one line without control characters. */
export function plainLine(text: string, limit = 200): string {
  return cutText(visible(head(text, limit)).replace(/\s+/gu, ' ').trim(), limit);
}

/**
 * Text as a reader would see it: without terminal sequences, control, invisible, bidirectional, private and unassigned
 * characters, and with at most four combining marks in a row. Line breaks (as `
 * `) and tabs stay.
 */
export function visible(text: string): string {
  return text
    .replace(TERMINAL_SEQUENCE, '')
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/[^\P{C}\n\t]|(?!\uFE0F)\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/(\p{M}{4})\p{M}+/gu, '$1');
}

/** Characters with a meaning in HTML, tables, headings, emphasis, links, mathematics and mentions. A # of a version or a commit has none: commands have one. */
const ACTIVE = /[&<>`*_~[\]|\\@$\u200B]|#(?!\d*[a-z])/gi;

/** Zero width: it separates words invisibly. */
const BREAK = '\u200B';

const MENTION = /(?<=@)(?=[a-z0-9])/gi;

/**
 * Where mentions, references and addresses are broken. GitHub looks for them in the rendered text, in which an entity is the
 * character again. Hashes of commits are left alone: they link only to this repository, and ids look like them.
 */
const REFERENCE = /(?<=@)(?=[a-z0-9])|(?<=#)(?=\d+\b)|(?<=\bgh-)(?=\d)|(?<=:)(?=\/\/)|(?<=www)(?=\.)/gi;

/** `:name:` would become a picture, and so would the line in `file:100:5`. */
const EMOJI_CODE = /(?<=:)(?!\d{1,2}:)(?=[\w+-]+:)/g;

/** What would start a list or a heading, or underline one, in a list item. */
const BLOCK_START = /^[-+=#]|(?<=^\d{1,9})\.(?= |$)/;

function breakReferences(text: string): string {
  return text.replace(REFERENCE, BREAK);
}

function entities(text: string): string {
  return text.replace(ACTIVE, entity);
}

function entity(character: string): string {
  return `&#${character.codePointAt(0)};`;
}

/**
 * The part of a text that can matter if `limit` characters of it are shown: at least an eighth of its characters are assumed
 * visible.
 */
function head(text: string, limit: number): string {
  return text.slice(0, 8 * limit);
}

function cutText(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const characters = [...text];
  return characters.length <= limit ? text : `${characters.slice(0, Math.max(0, limit - 1)).join('')}…`;
}
