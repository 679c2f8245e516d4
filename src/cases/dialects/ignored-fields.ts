import type { DocumentPath } from '#common/document/located-document.ts';
import { isJsonObject, type Json, type JsonObject } from '#common/json.ts';
import type { DialectProblem } from './conversion/dialect.ts';
import { documentRows, listKeyOf } from './conversion/document-rows.ts';

/**
 * A document without the fields that an entry of `cases` ignores: fields of the file, fields of its rows, or dotted paths in a row. Warnings
 * list what is left unread.
 */
export function withoutIgnored(
  document: Json,
  ignored: readonly string[],
): { readonly value: Json; readonly left: readonly DialectProblem[] } {
  if (ignored.length === 0) return { value: document, left: [] };
  const left: DialectProblem[] = [];
  const strip = (value: Json, path: DocumentPath) =>
    ignored.reduce((rest, name) => without(rest, name, path, left), value);
  const key = listKeyOf(document);
  const rows = documentRows(document).map(({ value, path }) => strip(value, path));
  if (Array.isArray(document)) return { value: rows, left };
  if (key === null || !isJsonObject(document)) return { value: rows[0] ?? document, left };
  const file = ignored
    .filter((name) => name !== key)
    .reduce((rest, name) => without(rest, name, [], left), document as Json);
  const list = document[key];
  return { value: isJsonObject(file) && Array.isArray(list) ? { ...file, [key]: rows } : file, left };
}

function without(value: Json, name: string, path: DocumentPath, left: DialectProblem[], whole = name): Json {
  if (!isJsonObject(value)) return value;
  if (Object.hasOwn(value, name)) {
    left.push(ignoredField(whole, [...path, name]));
    return omit(value, name);
  }
  const [first = '', ...rest] = name.split('.');
  const inner = value[first];
  if (rest.length === 0 || inner === undefined) return value;
  return { ...value, [first]: withoutEach(inner, rest.join('.'), [...path, first], left, whole) };
}

/** In a list, the field of every item. */
function withoutEach(value: Json, name: string, path: DocumentPath, left: DialectProblem[], whole: string): Json {
  if (!Array.isArray(value)) return without(value, name, path, left, whole);
  return value.map((item: Json, index) => without(item, name, [...path, index], left, whole));
}

function ignoredField(name: string, path: DocumentPath): DialectProblem {
  const message = `\`${name}\` is not read, as \`dialect: {ignore: […]}\` says`;
  return { severity: 'warning', path, message, topic: `ignored ${name}` };
}

function omit(value: JsonObject, name: string): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([key]) => key !== name));
}
