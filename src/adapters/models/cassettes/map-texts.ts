import { isJsonObject, type Json } from '#domain/json.ts';
import { jsonText } from '#domain/json-text.ts';

/**
 * A copy of a value with each text replaced. `place` is where in an event of a stream the text stands: its path, and what
 * the objects on the way say they are a part of (`index`, `type` …), so that equal places of two events continue each other.
 */
export function mapTexts(value: Json, replace: (place: string, text: string) => string): Json {
  return mapAt(value, '', replace);
}

function mapAt(value: Json, place: string, replace: (place: string, text: string) => string): Json {
  if (typeof value === 'string') return replace(place, value);
  if (Array.isArray(value)) return value.map((item: Json, index) => mapAt(item, `${place}/${index}`, replace));
  if (!isJsonObject(value)) return value;
  const own = PARTS.map((name) => `${name}=${jsonText(value[name])}`).join(',');
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, mapAt(inner, `${place}(${own})/${key}`, replace)]),
  );
}

const PARTS = ['index', 'type', 'output_index', 'content_index', 'item_id'];
