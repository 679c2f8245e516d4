import { isJsonObject, type Json } from '#common/json.ts';

/** JSON in which equal texts are stored once. */
export interface SharedTexts {
  readonly texts: readonly string[];
  /** The value, with `~7` in place of the text number 7. */
  readonly value: Json;
}

/** Shorter texts cost less than a reference to them. */
const SHORTEST = 16;

/**
 * Stores each longer text of a value once: trials of a case say and see mostly the same. Keys stay as they are.
 *
 * @param value plain data, whose type need not show that it is JSON; keys without a value are dropped
 */
export function shareTexts(value: Json | object): SharedTexts {
  const places = new Map<string, number>();
  const placeOf = (text: string): number => {
    const known = places.get(text);
    if (known !== undefined) return known;
    places.set(text, places.size);
    return places.size - 1;
  };
  // A short text that looks like a reference is stored as one too, so that reading is unambiguous.
  const shared = mapTexts(value as Json, (text) =>
    text.length >= SHORTEST || text.startsWith('~') ? `~${placeOf(text)}` : text,
  );
  return { texts: [...places.keys()], value: shared };
}

/** The value as it was. */
export function withTexts({ texts, value }: SharedTexts): Json {
  return mapTexts(value, (text) => (text.startsWith('~') ? (texts[Number(text.slice(1))] ?? '') : text));
}

function mapTexts(value: Json, change: (text: string) => string): Json {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((item: Json) => mapTexts(item, change));
  if (!isJsonObject(value)) return value;
  const mapped: Record<string, Json> = {};
  for (const key of Object.keys(value)) {
    const member = value[key];
    if (member === undefined) continue;
    const changed = mapTexts(member, change);
    // Assigned, this one would be the object's prototype.
    if (key === '__proto__') Object.defineProperty(mapped, key, { ...OWN, value: changed });
    else mapped[key] = changed;
  }
  return mapped;
}

const OWN = { configurable: true, enumerable: true, writable: true };
