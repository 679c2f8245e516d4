import { argumentsInWords, inWords } from '#cases/matching/in-words.ts';
import { boundedJson } from '#cases/matching/texts/bounded-json.ts';
import type { Json, JsonObject } from '#common/json.ts';
import { ROOM_FOR_TEXTS } from '#trials/facts/parts.ts';

/** Longest rendering of one value in a reason, characters. */
const CAP = 120;

/** A value as compact JSON of at most 120 characters, `nothing` if there is none. Safe for values of any size and depth. */
export function shownValue(value: Json | undefined): string {
  return value === undefined ? 'nothing' : cap(boundedJson(value, CAP));
}

/** The texts of a list, one after the other, with at most 120 characters in all. */
export function shownTexts(texts: readonly string[]): string {
  return texts.length === 0 ? 'nothing' : cap(texts.map((text) => boundedJson(text, CAP)).join(', '));
}

/** An expected value of at most 120 characters, its matchers in words: `about 19.99`. */
export function shownExpected(value: Json | undefined): string {
  return value === undefined ? 'nothing' : cap(inWords(value, CAP));
}

/** The same for the expected arguments of a call. */
export function shownArguments(expected: JsonObject): string {
  return cap(argumentsInWords(expected, CAP));
}

/** The first texts of a list, as many as a sentence has room for. */
export function firstFew(texts: readonly string[]): readonly string[] {
  let room = ROOM_FOR_TEXTS;
  return texts.filter((text) => {
    const fits = room > 0;
    room -= text.length + 2;
    return fits;
  });
}

/** A tool's name: bare if it is an ordinary one, else as truncated JSON text. */
export function shownName(name: string): string {
  return /^[\w.:/-]{1,80}$/.test(name) ? name : shownValue(name);
}

/** Truncates without splitting a surrogate pair. */
function cap(text: string): string {
  if (text.length <= CAP) return text;
  const cut = text.slice(0, CAP - 1);
  return `${/[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut}…`;
}
