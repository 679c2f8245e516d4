import { isJsonObject, type Json, type JsonObject } from '#common/json.ts';
import type { Matcher } from './matchers/matcher.ts';
import { matchers } from './matchers/registry.ts';
import { boundedJson } from './texts/bounded-json.ts';

/**
 * An expected value for people: JSON in which every matcher is words, `{"amount":about 19.99}`. Values of any size are rendered
 * only up to a little more than `room` characters.
 */
export function inWords(expected: Json, room: number): string {
  return sayer(room, DEEPEST)(expected);
}

/** The same for the expected arguments of a call, whose own keys are names and never matchers. */
export function argumentsInWords(expected: JsonObject, room: number): string {
  const say = sayer(room, DEEPEST);
  return boundedJson(expected, room, (value) => (value === expected ? null : wordsOf(value, say)));
}

/** Matchers inside one another that are said; deeper ones are JSON. */
const DEEPEST = 10;

type Say = (value: Json) => string;

/** Bounded in depth, because a matcher's operand may hold matchers. */
function sayer(room: number, depth: number): Say {
  const inner = depth === 0 ? null : sayer(room, depth - 1);
  return (value) => boundedJson(value, room, (part) => (inner === null ? null : wordsOf(part, inner)));
}

/** What an object of matchers demands; `null` for every other value. */
function wordsOf(value: Json, say: Say): string | null {
  if (!isJsonObject(value)) return null;
  const used = Object.keys(value).flatMap((key) => matchers.get(key) ?? []);
  return used.length === 0 ? null : used.map((matcher) => matcher.words(value, insideOf(matcher, say))).join(' and ');
}

/** Several alternatives inside another matcher are one thing: `anything but ("a" or "b")`. */
function insideOf({ key }: Matcher, say: Say): Say {
  return (value) => {
    const words = say(value);
    return key !== '$one_of' && isJsonObject(value) && Object.hasOwn(value, '$one_of') ? `(${words})` : words;
  };
}
