/** A results file in parts: all but its cases, and the place of each case. */
export interface SplitResults {
  /** The file with an empty list of cases. */
  readonly head: string;
  /** Where the text of each case begins and ends, in UTF-16 units. */
  readonly cases: readonly (readonly [start: number, end: number])[];
}

/**
 * Divides the text of a results file, so that its cases can be read one by one: parsed at once, a file of 64 MB takes several
 * hundred. The reader of the parts refuses what is no JSON in them. `null`: the text can't be divided, read it whole.
 */
export function splitCases(text: string): SplitResults | null {
  const opening = startOfCases(text);
  if (opening === null) return null;
  const cases: [number, number][] = [];
  let end = opening + 1;
  for (;;) {
    const start = afterSpace(text, end);
    if (text.charCodeAt(start) === CLOSING && cases.length === 0) return parts(text, opening, start, cases);
    if (text.charCodeAt(start) !== BRACE) return null;
    const closed = endOfValue(text, start);
    if (closed === null) return null;
    cases.push([start, closed]);
    const next = afterSpace(text, closed);
    if (text.charCodeAt(next) === CLOSING) return parts(text, opening, next, cases);
    if (text.charCodeAt(next) !== COMMA) return null;
    end = next + 1;
  }
}

function parts(text: string, opening: number, closing: number, cases: SplitResults['cases']): SplitResults {
  return { head: text.slice(0, opening + 1) + text.slice(closing), cases };
}

/** Where the list under the key `cases` of the whole begins. */
function startOfCases(text: string): number | null {
  let at = afterSpace(text, 0);
  if (text.charCodeAt(at) !== BRACE) return null;
  do {
    const key = afterSpace(text, at + 1);
    const keyEnd = text.charCodeAt(key) === QUOTE ? endOfText(text, key) : null;
    if (keyEnd === null) return null;
    const colon = afterSpace(text, keyEnd);
    const value = afterSpace(text, colon + 1);
    if (text.charCodeAt(colon) !== COLON) return null;
    if (text.slice(key, keyEnd) === '"cases"') return text.charCodeAt(value) === BRACKET ? value : null;
    const end = endOfValue(text, value);
    if (end === null) return null;
    at = afterSpace(text, end);
  } while (text.charCodeAt(at) === COMMA);
  return null;
}

/** The end of a value that begins here, if it is JSON. */
function endOfValue(text: string, start: number): number | null {
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit === QUOTE) {
      const end = endOfText(text, at);
      if (end === null) return null;
      if (depth === 0) return end;
      at = end - 1;
    } else if (unit === BRACE || unit === BRACKET) depth += 1;
    else if (unit === CLOSING_BRACE || unit === CLOSING) {
      if (depth === 0) return at;
      depth -= 1;
      if (depth === 0) return at + 1;
    } else if (unit === COMMA && depth === 0) return at;
  }
  return null;
}

function endOfText(text: string, start: number): number | null {
  for (let at = start + 1; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit === QUOTE) return at + 1;
    if (unit === BACKSLASH) at += 1;
  }
  return null;
}

function afterSpace(text: string, start: number): number {
  let at = start;
  while (SPACES.has(text.charCodeAt(at))) at += 1;
  return at;
}

const SPACES: ReadonlySet<number> = new Set([0x20, 0x09, 0x0a, 0x0d]);
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;
const BRACKET = 0x5b;
const CLOSING = 0x5d;
