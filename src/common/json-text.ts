import type { Json } from './json.ts';

/**
 * Reads JSON like `JSON.parse`, but keeps every digit of integers beyond 2^53, which become big integers: such ids are common,
 * and rounding would make different ones equal.
 *
 * @throws SyntaxError
 */
export function parseJsonText(text: string): Json {
  const value: Json = JSON.parse(text);
  if (!MAY_HOLD_LONG.test(text)) return value;
  const markedText = text.replace(TOKEN, (token: string, colon: string | undefined) => {
    if (colon !== undefined) return token;
    if (token.startsWith('"')) return token.startsWith(ESCAPED_MARK) ? `${ESCAPED_MARK}${token.slice(1)}` : token;
    return isLong(token) ? `${ESCAPED_MARK}${token}"` : token;
  });
  return JSON.parse(markedText, (_, member: Json) => {
    if (typeof member !== 'string' || !member.startsWith(MARK)) return member;
    return member.startsWith(MARK, 1) ? member.slice(1) : BigInt(member.slice(1));
  });
}

/** The same, or `undefined` if it is no JSON. */
export function jsonOrUndefined(text: string): Json | undefined {
  try {
    return parseJsonText(text);
  } catch {
    return undefined;
  }
}

/** Writes JSON like `JSON.stringify`; big integers as numbers. */
export function jsonText(value: unknown, indent?: number): string {
  try {
    return JSON.stringify(value, null, indent);
  } catch (error) {
    // Thrown for big integers, and for excessive nesting; the second try throws the latter again.
    if (!(error instanceof TypeError)) throw error;
  }
  const markedText = JSON.stringify(
    value,
    (_, member: unknown) => {
      if (typeof member === 'bigint') return `${MARK}${member}`;
      return typeof member === 'string' && member.startsWith(MARK) ? `${MARK}${member}` : member;
    },
    indent,
  );
  return markedText.replace(TOKEN, (token: string, colon: string | undefined) => {
    if (colon !== undefined || !token.startsWith(ESCAPED_MARK)) return token;
    const rest = token.slice(ESCAPED_MARK.length);
    return rest.startsWith(ESCAPED_MARK.slice(1)) ? `"${rest}` : rest.slice(0, -1);
  });
}

/**
 * Writes JSON in which nothing is unseen, and nothing acts on a terminal, a workflow runner or a page: text of agents may contain all of it,
 * and JSON can escape all of it.
 */
export function escapedJson(value: unknown, indent?: number): string {
  return jsonText(value, indent)
    .replace(UNSEEN, escapeCharacter)
    .replaceAll('##[', '#\\u0023[')
    .replaceAll('<!--', '\\u003c!--');
}

/** A character as the escapes that JSON and YAML have for it between double quotes. */
export function escapeCharacter(character: string): string {
  return [...Array(character.length).keys()]
    .map((at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`)
    .join('');
}

/** Invisible characters, and what piles up on one. */
const UNSEEN = /[^\P{C}\n]|\p{Default_Ignorable_Code_Point}|(?<=\p{M}{4})\p{M}/gu;

/** Plain data, whose types do not show that it is JSON, as JSON: keys without a value are dropped. */
export function asJson(value: unknown): Json {
  return parseJsonText(jsonText(value));
}

/**
 * Begins a text that represents a big integer, and, twice, one that begins with this very character. JSON can write it only in
 * one way, and never raw.
 */
const MARK = '\u0000';
const ESCAPED_MARK = '"\\u0000';

/** Texts, with their colon if they are keys, and numbers of valid JSON. */
const TOKEN = /"(?:[^"\\]|\\.)*"(\s*:)?|-?\d[\d.eE+-]*/g;

/** Quickly excludes most texts without long integers. */
const MAY_HOLD_LONG = /(?:^|[[:,\s])-?\d{16,}(?:[\s,\]}]|$)/;

/** Nobody means a number with more digits than Python reads or writes. */
function isLong(token: string): boolean {
  return /^-?\d{16,4300}$/.test(token) && !Number.isSafeInteger(Number(token));
}
