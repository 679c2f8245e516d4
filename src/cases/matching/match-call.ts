import { canonicalJson, type JsonObject } from '#common/json.ts';
import { type Difference, matchArguments } from './match-value.ts';
import { isSameText } from './texts/fold-text.ts';

/** The expectation of one call. `args: null` compares the name only, `status: null` accepts any. */
export interface CallPattern {
  readonly name: string;
  readonly args: JsonObject | null;
  readonly args_match: 'exact' | 'includes' | 'ignore';
  readonly status: 'ok' | 'error' | null;
}

/** One actual call. */
export interface CallMade {
  readonly name: string;
  readonly arguments: JsonObject;
  readonly status: 'ok' | 'error' | null;
}

/** The first difference of a call from the expected one. `path` is that of the argument, '' for name and status. */
export type CallDifference = Omit<Difference, 'code'> & {
  readonly code: Difference['code'] | 'wrong_name' | 'wrong_status';
};

/** Compares name, then arguments, then status; `null` if all match. */
export function matchCall(expected: CallPattern, actual: CallMade): CallDifference | null {
  if (!isSameText(expected.name, actual.name)) {
    return { path: '', code: 'wrong_name', expected: expected.name, actual: actual.name };
  }
  const difference =
    expected.args === null || expected.args_match === 'ignore'
      ? null
      : matchArguments(expected.args, actual.arguments, expected.args_match);
  if (difference !== null) return difference;
  if (expected.status !== null && expected.status !== actual.status) {
    return { path: '', code: 'wrong_status', expected: expected.status, actual: actual.status };
  }
  return null;
}

/** Of all missing and unexpected arguments exactly one pair has the same value, and it is the missing one that differs. */
export function renamedArgument(
  expected: JsonObject,
  made: JsonObject,
  { code, path }: CallDifference,
): { readonly from: string; readonly to: string } | null {
  if (code !== 'missing_argument') return null;
  const without = (from: JsonObject, other: JsonObject) =>
    Object.entries(from).filter(([name]) => !Object.hasOwn(other, name));
  const pairs = without(expected, made).flatMap(([from, value]) =>
    without(made, expected).flatMap(([to, other]) =>
      canonicalJson(value) === canonicalJson(other) ? [{ from, to }] : [],
    ),
  );
  const [pair] = pairs;
  return pairs.length === 1 && pair?.from === path ? pair : null;
}
