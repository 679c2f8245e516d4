import { isJsonObject, type Json } from '#domain/json.ts';
import { parseJsonText } from '#domain/json-text.ts';

/** A list or a mapping that is written as JSON text, as in a cell of CSV; any other value as it is. */
export function fromJsonCell(value: Json): Json {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value;
  try {
    return parseJsonText(value);
  } catch {
    return value;
  }
}

/** Rows of which these fields hold lists or mappings, in CSV as JSON text; there an empty cell is no field. */
export function withJsonCells(document: Json, names: readonly string[]): Json {
  if (Array.isArray(document)) return document.map((row: Json) => withJsonCells(row, names));
  if (!isJsonObject(document)) return document;
  return Object.fromEntries(
    Object.entries(document)
      .filter(([name, value]) => !names.includes(name) || value !== '')
      .map(([name, value]) => [name, names.includes(name) ? fromJsonCell(value) : value]),
  );
}
