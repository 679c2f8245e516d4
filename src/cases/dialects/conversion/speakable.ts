import { isJsonObject, type Json } from '#common/json.ts';
import { jsonText } from '#common/json-text.ts';

/** A value where a text is asked for: lists of texts stay, numbers are written out, a mapping with one text is that text. */
export function speakable(value: Json): Json {
  if (typeof value === 'string' || value === null) return value;
  if (Array.isArray(value)) return value.map((item: Json) => speakable(item));
  if (!isJsonObject(value)) return String(value);
  const [only, second] = Object.values(value);
  return typeof only === 'string' && second === undefined ? only : jsonText(value);
}
