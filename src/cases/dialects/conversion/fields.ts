import { foundValue } from '#common/document/found-value.ts';
import type { DocumentPath } from '#common/document/located-document.ts';
import { isJsonObject, type Json, type JsonObject } from '#common/json.ts';
import type { DialectProblem } from './dialect.ts';

/**
 * One foreign object, read field by field. A field that is absent or `null` reads as `null`; a field of the wrong type reads as
 * `null` too and adds a problem at its place. Fields that were never read stay in {@link Fields.unread}.
 */
export interface Fields {
  readonly path: DocumentPath;
  readonly problems: DialectProblem[];
  /** Path of a field of this object. */
  at(key: string): DocumentPath;
  /** The field exists, even as `null`. */
  has(key: string): boolean;
  text(key: string): string | null;
  /** Like `text`, but absence is a problem too. */
  requiredText(key: string): string | null;
  /** A text or a whole number, as text. */
  identifier(key: string): string | null;
  /** A list of texts, or one text; the empty text is no text. */
  texts(key: string): readonly string[] | null;
  flag(key: string): boolean | null;
  /** A whole number from 0. */
  count(key: string): number | null;
  object(key: string): JsonObject | null;
  /** A nested object whose fields are read in the same way. */
  fields(key: string): Fields | null;
  /** A list of objects whose fields are read in the same way; other items are problems. */
  list(key: string): readonly Fields[] | null;
  /** Any value, as it is. */
  raw(key: string): Json;
  /** The fields that have not been read so far. */
  unread(): JsonObject;
}

/** Opens `value` at `path` for reading; appends problems to `problems`. */
export function readFields(value: JsonObject, path: DocumentPath, problems: DialectProblem[]): Fields {
  const keys = new Set<string>();
  const at = (key: string): DocumentPath => [...path, key];
  const has = (key: string) => Object.hasOwn(value, key);

  /** The same problem is added once, however often a field is read. */
  function problem(where: DocumentPath, message: string): void {
    const isSame = (known: DialectProblem) => known.message === message && known.path.join('\n') === where.join('\n');
    if (!problems.some(isSame)) problems.push({ severity: 'error', path: where, message });
  }

  function raw(key: string): Json {
    keys.add(key);
    return has(key) ? (value[key] ?? null) : null;
  }

  function readTyped<T extends Json>(key: string, expected: string, guard: (value: Json) => value is T): T | null {
    const value = raw(key);
    if (value === null || guard(value)) return value;
    problem(at(key), `expected ${expected}, found ${foundValue(value)}`);
    return null;
  }

  function openFields(item: Json, where: DocumentPath): readonly Fields[] {
    if (isJsonObject(item)) return [readFields(item, where, problems)];
    problem(where, `expected a mapping, found ${foundValue(item)}`);
    return [];
  }

  return {
    path,
    problems,
    at,
    has,
    raw,
    text: (key) => readTyped(key, 'a text (put it in quotes)', isText),
    requiredText(key) {
      if (raw(key) === null) problem(path, `\`${key}\` is missing; expected a text`);
      return this.text(key);
    },
    identifier(key) {
      const value = readTyped(key, 'a text or a whole number', isIdentifier);
      return value === null ? null : String(value);
    },
    texts(key) {
      const value = readTyped(key, 'a text or a list of texts', isTextOrList);
      if (value === null) return null;
      if (isText(value)) return value === '' ? [] : [value];
      value.forEach((item, index) => {
        if (!isText(item))
          problem([...at(key), index], `expected a text (put it in quotes), found ${foundValue(item)}`);
      });
      return value.filter(isText);
    },
    flag: (key) => readTyped(key, 'true or false', isFlag),
    count: (key) => readTyped(key, 'a whole number from 0', isCount),
    object: (key) => readTyped(key, 'a mapping', isJsonObject),
    fields(key) {
      const value = this.object(key);
      return value === null ? null : readFields(value, at(key), problems);
    },
    list(key) {
      const items = readTyped(key, 'a list of mappings', isList);
      return items?.flatMap((item, index) => openFields(item, [...at(key), index])) ?? null;
    },
    unread: () => Object.fromEntries(Object.entries(value).filter(([key]) => !keys.has(key))),
  };
}

const isText = (value: Json): value is string => typeof value === 'string';
const isFlag = (value: Json): value is boolean => typeof value === 'boolean';
const isCount = (value: Json): value is number => Number.isSafeInteger(value) && Number(value) >= 0;
const isIdentifier = (value: Json): value is string | number => isText(value) || Number.isSafeInteger(value);
const isList = (value: Json): value is readonly Json[] => Array.isArray(value);
const isTextOrList = (value: Json): value is string | readonly Json[] => isText(value) || isList(value);
