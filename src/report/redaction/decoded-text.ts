import { TERMINAL_SEQUENCE } from '#common/terminal-sequence.ts';

/** A decoded text, and where each of its characters comes from in the source. */
export interface DecodedText {
  readonly text: string;
  /** The source range [start, end) behind the character at `index`; an escape sequence is one range. */
  source(index: number): readonly [start: number, end: number];
}

/**
 * Ways to undo one level of escaping: of JSON, JavaScript and Python strings, of HTML and XML, of URLs, and terminal commands,
 * which are removed as they are for display.
 */
export const DECODERS: readonly ((text: string) => DecodedText)[] = [
  (text) => rewrite(text, /\\(?:u[0-9a-f]{4}|u\{0*[0-9a-f]{1,6}\}|x[0-9a-f]{2}|[^ux])/gi, inString),
  (text) => rewrite(text, /&(?:#\d{1,7}|#x[0-9a-f]{1,6}|amp|lt|gt|quot|apos|nbsp);/gi, inHtml),
  (text) => rewrite(text, PERCENT_ENCODED, inUrl),
  (text) => rewrite(text, TERMINAL_SEQUENCE, () => ''),
];

/** Removes white space and everything invisible: text that was wrapped or broken up is in one piece again. */
export function withoutSpaces(text: string): DecodedText {
  return rewrite(text, /[\s\p{C}\p{Default_Ignorable_Code_Point}]+/gu, () => '');
}

/** Hexadecimal digits that stand apart (`73:6b`, `0x73, 0x6b`) are together again; `null`: there are none. */
export function withDigitsTogether(text: string): DecodedText | null {
  return DIGITS_APART.test(text) ? rewrite(text, /(?:[\s\p{C}:,;._-]|0x|\\x)+/giu, () => '') : null;
}

/** Six bytes, as many as the shortest secret has. */
const DIGITS_APART = /(?:[0-9a-f]{2}(?:[\s\p{C}:,;._-]|0x|\\x){1,4}){5}[0-9a-f]{2}/iu;

/** Replaces what `pattern` finds and remembers the positions. */
function rewrite(text: string, pattern: RegExp, replacement: (match: string) => string): DecodedText {
  const units: { readonly at: number; readonly length: number; readonly start: number; readonly end: number }[] = [];
  let result = '';
  let copied = 0;
  for (const { 0: match, index } of text.matchAll(pattern)) {
    const instead = replacement(match);
    if (instead === match) continue;
    result += text.slice(copied, index);
    copied = index + match.length;
    units.push({ at: result.length, length: instead.length, start: index, end: copied });
    result += instead;
  }
  return {
    text: result + text.slice(copied),
    source(index) {
      const unit = units[lastAtOrBefore(units, index)];
      if (unit === undefined) return [index, index + 1];
      const beyond = index - unit.at - unit.length;
      return beyond < 0 ? [unit.start, unit.end] : [unit.end + beyond, unit.end + beyond + 1];
    },
  };
}

/** Index of the last unit that starts at or before a position, by bisection; -1 if there is none. */
function lastAtOrBefore(units: readonly { readonly at: number }[], place: number): number {
  let low = 0;
  let high = units.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((units[middle]?.at ?? 0) <= place) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

const CONTROLS: { readonly [name: string]: string } = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

function inString(sequence: string): string {
  const name = sequence.slice(1);
  if (name.length === 1) return CONTROLS[name] ?? name;
  const code = Number.parseInt(name.replace(/[^0-9a-f]/gi, ''), 16);
  return code <= 0x10ffff ? String.fromCodePoint(code) : sequence;
}

const ENTITIES: { readonly [name: string]: string } = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
};

function inHtml(sequence: string): string {
  const name = sequence.slice(1, -1).toLowerCase();
  if (!name.startsWith('#')) return ENTITIES[name] ?? sequence;
  const code = name.startsWith('#x') ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  return code <= 0x10ffff ? String.fromCodePoint(code) : sequence;
}

/** Each is one UTF-8 character. */
const PERCENT_ENCODED =
  /%[0-7][0-9a-f]|%[cd][0-9a-f]%[89ab][0-9a-f]|%e[0-9a-f](?:%[89ab][0-9a-f]){2}|%f[0-4](?:%[89ab][0-9a-f]){3}/gi;

function inUrl(sequence: string): string {
  try {
    return decodeURIComponent(sequence);
  } catch {
    return sequence;
  }
}
