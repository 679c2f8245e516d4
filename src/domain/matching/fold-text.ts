import type { JsonObject } from '#domain/json.ts';

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

/** An object whose keys are all in NFC: itself, or a copy. */
export function withComposedKeys(object: JsonObject): JsonObject {
  const isComposed = Object.keys(object).every((key) => key.normalize('NFC') === key);
  return isComposed
    ? object
    : Object.fromEntries(Object.entries(object).map(([key, value]) => [key.normalize('NFC'), value]));
}

/**
 * Prose without what only typesetting adds: quotation marks are straight, every kind of space or line break is one space, hyphens
 * that do not break are hyphens, and characters without a width are gone. For phrases; code, JSON and patterns mean what they
 * say.
 */
export function foldTypography(prose: string): string {
  return prose
    .replace(INVISIBLE, '')
    .replace(/[\u2018\u2019\u201a\u201b\u2032\u2039\u203a\u00b4\u02bc]/g, "'")
    .replace(/[\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb]/g, '"')
    .replace(/[\u2010\u2011]/g, '-')
    .replace(/[\s\u0085]+/g, ' ');
}

/** Soft hyphens, joiners, marks of direction, byte order marks. */
const INVISIBLE = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/g;
