import { isJsonList, isJsonObject, isNumber, type Json, type JsonObject } from '#common/json.ts';
import type { DifferenceCode, InnerComparison } from './matchers/matcher.ts';
import { matchers } from './matchers/registry.ts';
import { joinPath } from './paths.ts';
import { distance } from './texts/distance.ts';
import { isSameText, withComposedKeys } from './texts/fold-text.ts';

/** `exact`: equal at every depth. `includes`: objects may have further keys at every depth, but no second spelling of an expected one; lists still have equal length. */
export type MatchMode = 'exact' | 'includes';

/**
 * The first place where an actual value differs from the expected one; `undefined`: no value. `path` is '' for the value
 * itself.
 */
export interface Difference {
  readonly path: string;
  readonly code: DifferenceCode;
  readonly expected: Json | undefined;
  readonly actual: Json | undefined;
}

/**
 * The first difference of an actual value from an expected one that may contain matchers, or `null`. Equality is structural: 1
 * is 1.0, absent is not `null`, texts and keys are compared after Unicode NFC. Order of the search: expected keys by name, then
 * unexpected keys by name; lists from the front.
 *
 * An object is a matcher if one of its keys is a known matcher's; all matchers in it must hold. Their syntax is checked when
 * cases are read (matcherProblems).
 */
export function matchValue(expected: Json, actual: Json | undefined, mode: MatchMode): Difference | null {
  return compare(expected, actual, { mode, literal: false }, '');
}

/** Like {@link matchValue} for the arguments of a call: the keys of the object itself are names, never matchers. */
export function matchArguments(expected: JsonObject, actual: JsonObject, mode: MatchMode): Difference | null {
  return compareObjects(expected, actual, { mode, literal: false }, '');
}

interface How {
  readonly mode: MatchMode;
  readonly literal: boolean;
}

function compare(expected: Json, actual: Json | undefined, how: How, path: string): Difference | null {
  if (!how.literal && isJsonObject(expected) && isMatcher(expected)) return compareMatcher(expected, actual, how, path);
  if (actual === undefined) return { path, code: 'missing_argument', expected, actual };
  if (typeOf(expected) !== typeOf(actual)) return { path, code: 'wrong_type', expected, actual };
  if (isJsonList(expected) && isJsonList(actual)) return compareLists(expected, actual, how, path);
  if (isJsonObject(expected) && isJsonObject(actual)) return compareObjects(expected, actual, how, path);
  return isSameScalar(expected, actual) ? null : { path, code: 'wrong_value', expected, actual };
}

/** Numbers of both kinds are equal if their values are, texts if they are in NFC. */
function isSameScalar(expected: Json, actual: Json): boolean {
  if (isNumber(expected) && isNumber(actual)) return distance(expected, actual) === 0;
  return typeof expected === 'string' && typeof actual === 'string'
    ? isSameText(expected, actual)
    : expected === actual;
}

function isMatcher(value: JsonObject): boolean {
  return Object.keys(value).some((key) => matchers.has(key));
}

function compareMatcher(expected: JsonObject, actual: Json | undefined, how: How, path: string): Difference | null {
  const inner: InnerComparison = {
    fits: (value, candidate) => compare(value, candidate, how, path) === null,
    fitsLiterally: (value, candidate) => compare(value, candidate, { ...how, literal: true }, path) === null,
  };
  for (const key of Object.keys(expected)) {
    const matcher = matchers.get(key);
    if (matcher === undefined) continue;
    const lacks = actual === undefined && matcher.takes_absent !== true;
    const code = lacks ? 'missing_argument' : matcher.match(expected, actual, inner);
    if (code !== null) return { path, code, expected, actual };
  }
  return null;
}

function compareLists(expected: readonly Json[], actual: readonly Json[], how: How, path: string): Difference | null {
  for (const [index, item] of expected.entries()) {
    const difference = compare(item, actual[index], how, joinPath(path, String(index)));
    if (difference !== null) return difference;
  }
  if (actual.length === expected.length) return null;
  const at = Math.min(actual.length, expected.length);
  const code = actual.length > expected.length ? 'unexpected_argument' : 'missing_argument';
  return { path: joinPath(path, String(at)), code, expected: expected[at], actual: actual[at] };
}

function compareObjects(demand: JsonObject, value: JsonObject, how: How, path: string): Difference | null {
  const [expected, actual] = [withComposedKeys(demand), withComposedKeys(value)];
  for (const key of Object.keys(expected).sort()) {
    const member = Object.hasOwn(actual, key) ? actual[key] : undefined;
    const difference = compare(expected[key] ?? null, member, how, joinPath(path, key));
    if (difference !== null) return difference;
  }
  const fits = (key: string): boolean =>
    Object.hasOwn(expected, key) || (how.mode === 'includes' && !Object.hasOwn(expected, key.normalize('NFC')));
  const [extra] = Object.keys(actual)
    .filter((key) => !fits(key))
    .sort();
  if (extra === undefined) return null;
  return { path: joinPath(path, extra), code: 'unexpected_argument', expected: undefined, actual: actual[extra] };
}

function typeOf(value: Json): string {
  if (value === null) return 'null';
  if (isNumber(value)) return 'number';
  return isJsonList(value) ? 'list' : typeof value;
}
