import { quotedValue } from '../found-value.ts';
import { MAX_DEPTH } from '../value-problems.ts';

/** Where a JSON value starts and, for lists and mappings, where its entries are. Offsets count UTF-16 units from 0. */
export interface JsonNode {
  readonly start: number;
  readonly entries: ReadonlyMap<string | number, JsonEntry>;
}

/** `key` is the offset of the key in a mapping, of the value in a list. */
interface JsonEntry {
  readonly key: number;
  readonly node: JsonNode;
}

/** A key written twice in one mapping. */
interface DuplicateKey {
  readonly key: string;
  readonly offset: number;
  readonly first: number;
}

/** The result of {@link scanJson}: the positions of a valid text, or its first error. */
export type JsonScan =
  | { readonly root: JsonNode; readonly duplicates: readonly DuplicateKey[] }
  | { readonly offset: number; readonly message: string };

/** Reads JSON (RFC 8259) only for its positions; `JSON.parse` reads the values. */
export function scanJson(text: string): JsonScan {
  const scanner = new Scanner(text);
  try {
    return { root: scanner.document(), duplicates: scanner.duplicates };
  } catch (error) {
    if (error instanceof JsonProblem) return { offset: error.offset, message: error.message };
    throw error;
  }
}

class JsonProblem extends Error {
  readonly offset: number;

  constructor(offset: number, message: string) {
    super(message);
    this.offset = offset;
  }
}

const SPACE = /[ \t\r\n]*/y;
const STRING = /"[^"\\\u0000-\u001f]*(?:\\(?:["\\/bfnrt]|u[0-9A-Fa-f]{4})[^"\\\u0000-\u001f]*)*"/y;
const SCALAR = /(?:true|false|null|-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?)(?![\w.+-])/y;

class Scanner {
  readonly duplicates: DuplicateKey[] = [];
  readonly #text: string;
  #offset = 0;

  constructor(text: string) {
    this.#text = text;
  }

  document(): JsonNode {
    const root = this.#value(0);
    this.#skipSpace();
    if (this.#offset < this.#text.length) throw this.#problem('expected the end of the document');
    return root;
  }

  #value(depth: number): JsonNode {
    this.#skipSpace();
    const start = this.#offset;
    const opening = this.#text[start];
    if (opening === '{' || opening === '[') {
      if (depth >= MAX_DEPTH) throw new JsonProblem(this.#offset, `nested deeper than ${MAX_DEPTH} levels; flatten it`);
      return { start, entries: opening === '{' ? this.#mapping(depth) : this.#list(depth) };
    }
    if (opening === '"') this.#string();
    else if (this.#match(SCALAR) === null) throw this.#problem('expected a JSON value');
    return { start, entries: new Map() };
  }

  #mapping(depth: number): ReadonlyMap<string, JsonEntry> {
    const entries = new Map<string, JsonEntry>();
    this.#items('}', () => {
      const offset = this.#offset;
      if (this.#text[offset] !== '"') throw this.#problem('expected a key in double quotes');
      const key = String(JSON.parse(this.#string()));
      this.#skipSpace();
      if (this.#text[this.#offset] !== ':') throw this.#problem(`expected ":" after the key ${quotedValue(key)}`);
      this.#offset++;
      const first = entries.get(key);
      if (first !== undefined) this.duplicates.push({ key, offset, first: first.key });
      entries.set(key, { key: offset, node: this.#value(depth + 1) });
    });
    return entries;
  }

  #list(depth: number): ReadonlyMap<number, JsonEntry> {
    const entries = new Map<number, JsonEntry>();
    this.#items(']', () => {
      const node = this.#value(depth + 1);
      entries.set(entries.size, { key: node.start, node });
    });
    return entries;
  }

  #items(closing: '}' | ']', item: () => void): void {
    this.#offset++;
    this.#skipSpace();
    if (this.#text[this.#offset] === closing) {
      this.#offset++;
      return;
    }
    for (;;) {
      item();
      this.#skipSpace();
      const next = this.#text[this.#offset];
      if (next !== ',' && next !== closing) throw this.#problem(`expected "," or "${closing}"`);
      this.#offset++;
      if (next === closing) return;
      this.#skipSpace();
      if (this.#text[this.#offset] === closing)
        throw this.#problem(`expected another entry; remove the "," before "${closing}"`);
    }
  }

  #string(): string {
    const text = this.#match(STRING);
    if (text === null)
      throw this.#problem('expected a text that ends with a double quote on the same line, with valid escapes');
    return text;
  }

  #skipSpace(): void {
    this.#match(SPACE);
  }

  #match(pattern: RegExp): string | null {
    pattern.lastIndex = this.#offset;
    const match = pattern.exec(this.#text)?.[0] ?? null;
    if (match !== null) this.#offset += match.length;
    return match;
  }

  #problem(expected: string): JsonProblem {
    const character = this.#text[this.#offset];
    const seen = character === undefined ? 'the end' : JSON.stringify(character);
    return new JsonProblem(this.#offset, `${expected}, found ${seen}`);
  }
}
