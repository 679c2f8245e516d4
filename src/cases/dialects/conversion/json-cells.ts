import type { Json } from '#common/json.ts';
import { jsonOrUndefined } from '#common/json-text.ts';

/** A list or a mapping that is written as JSON text, as in a cell of CSV; any other value as it is. */
export function fromJsonCell(value: Json): Json {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value;
  return jsonOrUndefined(value) ?? value;
}
