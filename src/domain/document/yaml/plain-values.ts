import type { Json } from '#domain/json.ts';
import type { PlainEntry, PlainNode } from './plain-document.ts';

/** The text is no plain YAML: thrown from within it, caught where the text was given. */
export class NotPlain extends Error {}

/** The key of a mapping in a column, and where its colon ends; `null`: there is none. */
export function plainKey(line: string, at: number): { readonly name: string; readonly end: number } | null {
  KEY.lastIndex = at;
  const [whole, double, single, bare] = KEY.exec(line) ?? [];
  if (whole === undefined) return null;
  const name = double ?? single ?? bare ?? '';
  if (name === '__proto__' || (bare !== undefined && resolved(bare) !== bare)) throw new NotPlain();
  return { name, end: at + whole.length };
}

const KEY = /(?:"([^"\\]{0,200})"|'([^']{0,200})'|([A-Za-z_$.](?:[\w$./-]| (?=[\w$./])){0,200})):(?= |$)/y;

/** Reads a value that ends on its line, and where. */
export function inlineValue(line: string, at: number, row: number): { readonly node: PlainNode; readonly end: number } {
  return OPENS_FLOW.has(line[at] ?? '') ? flowValue(line, at, row, 0) : blockScalar(line, at, row);
}

type Inline = ReturnType<typeof inlineValue>;

const OPENS_FLOW: ReadonlySet<string> = new Set(['[', '{', '"', "'"]);
const DEEPEST = 20;

function blockScalar(line: string, at: number, row: number): Inline {
  const comment = line.indexOf(' #', at);
  const text = line.slice(at, comment === -1 ? line.length : comment).trimEnd();
  if (!BEGINS_TEXT.test(text) || text.includes(': ') || text.endsWith(':')) throw new NotPlain();
  return scalar(resolved(text), at, row, at + text.length);
}

/** No character that means something at the beginning of a value. */
const BEGINS_TEXT = /^(?:[^ \-?:,[\]{}#&*!|>'"%@`]|-\d)/;

function flowValue(line: string, at: number, row: number, depth: number): Inline {
  if (depth >= DEEPEST) throw new NotPlain();
  const opening = line[at];
  if (opening === '[') return flowList(line, at, row, depth);
  if (opening === '{') return flowMapping(line, at, row, depth);
  const form = opening === '"' ? DOUBLE_QUOTED : opening === "'" ? SINGLE_QUOTED : FLOW_TEXT;
  form.lastIndex = at;
  const [whole, inner = ''] = form.exec(line) ?? [];
  if (whole === undefined) throw new NotPlain();
  if (opening === '"') return scalar(inner.replace(/\\(.)/g, unescaped), at, row, at + whole.length);
  if (opening === "'") return scalar(inner.replaceAll("''", "'"), at, row, at + whole.length);
  const text = whole.trimEnd();
  return scalar(resolved(text), at, row, at + text.length);
}

const DOUBLE_QUOTED = /"((?:[^"\\]|\\["\\/nt])*)"/y;
const SINGLE_QUOTED = /'((?:[^']|'')*)'/y;
const FLOW_TEXT = /(?:[^ \-?:,[\]{}#&*!|>'"%@`]|-\d)[^,[\]{}:#]*/y;

function unescaped(_: string, character: string): string {
  return character === 'n' ? '\n' : character === 't' ? '\t' : character;
}

function flowList(line: string, start: number, row: number, depth: number): Inline {
  const entries: PlainNode[] = [];
  const end = flowEntries(line, start, ']', (at) => {
    const entry = flowValue(line, at, row, depth + 1);
    entries.push(entry.node);
    return entry.end;
  });
  const value = entries.map((entry) => entry.value);
  return { node: { value, line: row, column: start + 1, entries }, end };
}

function flowMapping(line: string, start: number, row: number, depth: number): Inline {
  const value: Record<string, Json> = {};
  const entries = new Map<string, PlainEntry>();
  const end = flowEntries(line, start, '}', (at) => {
    const key = plainKey(line, at);
    if (key === null || entries.has(key.name)) throw new NotPlain();
    const entry = flowValue(line, afterSpaces(line, key.end), row, depth + 1);
    entries.set(key.name, { line: row, column: at + 1, node: entry.node });
    value[key.name] = entry.node.value;
    return entry.end;
  });
  return { node: { value, line: row, column: start + 1, entries }, end };
}

/** Reads entries with commas between them, each by `read`, which returns where it ends. */
function flowEntries(line: string, start: number, closing: string, read: (at: number) => number): number {
  let at = afterSpaces(line, start + 1);
  if (line[at] === closing) return at + 1;
  for (;;) {
    at = afterSpaces(line, read(at));
    if (line[at] === closing) return at + 1;
    if (line[at] !== ',') throw new NotPlain();
    at = afterSpaces(line, at + 1);
  }
}

function afterSpaces(line: string, from: number): number {
  let at = from;
  while (line[at] === ' ') at += 1;
  return at;
}

function scalar(value: Json, at: number, row: number, end: number): Inline {
  return { node: { value, line: row, column: at + 1, entries: null }, end };
}

/** The value of a text without quotes, by the core schema. */
function resolved(text: string): Json {
  const constant = CONSTANTS.get(text);
  if (constant !== undefined) return constant;
  if (!BEGINS_NUMBER.test(text)) return text;
  if (NUMBER.test(text)) return Number(text);
  if (MAY_BE_NUMBER.test(text)) throw new NotPlain();
  return text;
}

const CONSTANTS: ReadonlyMap<string, Json> = new Map<string, Json>([
  ...['~', 'null', 'Null', 'NULL'].map((text): [string, Json] => [text, null]),
  ...['true', 'True', 'TRUE'].map((text): [string, Json] => [text, true]),
  ...['false', 'False', 'FALSE'].map((text): [string, Json] => [text, false]),
]);

const BEGINS_NUMBER = /^[-+.\d]/;
/** Written in the one way that everybody reads the same, and kept to the last digit. */
const NUMBER = /^(?:0|-?[1-9]\d{0,8}|-?\d{1,6}\.\d{1,6})$/;
/** All that is a number to YAML, and some more. */
const MAY_BE_NUMBER = /^[-+]?(?:\.?\d+\.?\d*(?:e[-+]?\d*)?|0[ox][\da-f]*|\.inf|\.nan)$/i;
