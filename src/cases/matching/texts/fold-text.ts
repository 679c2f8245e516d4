import { isJsonObject, type Json, type JsonObject } from '#common/json.ts';
import { TERMINAL_SEQUENCE } from '#common/terminal-sequence.ts';

/**
 * Text in the form for searching: Unicode NFC, and without case unless `caseSensitive`.
 *
 * Case is folded through lower to upper, so that `ß` finds `SS` and every sigma is one letter.
 */
export function foldText(text: string, caseSensitive: boolean): string {
  const composed = text.normalize('NFC');
  return caseSensitive ? composed : composed.toLowerCase().toUpperCase().normalize('NFC');
}

/** Whether two texts are the same after Unicode NFC: an accent may be a character of its own. */
export function isSameText(expected: string, actual: string): boolean {
  return expected === actual || expected.normalize('NFC') === actual.normalize('NFC');
}

/**
 * An object with its keys in NFC: itself, or a copy. Where several keys are spellings of one name, one is in NFC and the others
 * stay as they are spelled, so that none hides another.
 */
export function withComposedKeys(object: JsonObject): JsonObject {
  const keys = Object.keys(object);
  if (keys.every((key) => key.normalize('NFC') === key)) return object;
  const taken = new Set(keys);
  const spell = (key: string): string => {
    const name = key.normalize('NFC');
    if (taken.has(name)) return key;
    taken.add(name);
    return name;
  };
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [spell(key), value]));
}

/** The member of an object under a key, whatever the composition of either; `undefined`: there is none. */
export function memberIn(object: JsonObject, key: string): Json | undefined {
  if (Object.hasOwn(object, key)) return object[key];
  const name = Object.keys(object).find((other) => isSameText(other, key));
  return name === undefined ? undefined : object[name];
}

/** A value whose texts and keys are all in NFC, keys as {@link withComposedKeys} has them. */
export function composeTexts(value: Json): Json {
  if (typeof value === 'string') return value.normalize('NFC');
  if (Array.isArray(value)) return value.map((item: Json) => composeTexts(item));
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(withComposedKeys(value));
  return Object.fromEntries(entries.map(([key, item]) => [key, composeTexts(item)]));
}

/**
 * Prose without what only typesetting adds: quotation marks are straight, every kind of space or line break is one space, hyphens
 * that do not break are hyphens, and characters without a width and a terminal's colours are gone. For phrases; code, JSON and patterns mean what they
 * say.
 */
export function foldTypography(prose: string): string {
  return prose
    .replace(TERMINAL_SEQUENCE, '')
    .replace(INVISIBLE, '')
    .replace(/[\u2018-\u201b\u2032\u2035\u2039\u203a\u00b4\u02b9\u02bb\u02bc\u275b\u275c\uff07]/g, "'")
    .replace(/[\u201c-\u201f\u2033\u2036\u00ab\u00bb\u275d\u275e\u301d-\u301f\uff02]/g, '"')
    .replace(/[\u2010\u2011]/g, '-')
    .replace(/[\s\u0085]+/g, ' ');
}

/** Soft hyphens, joiners, marks of direction, byte order marks, selectors of variants; control characters that are no space. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}|(?![\s\u0085])\p{Cc}/gu;
