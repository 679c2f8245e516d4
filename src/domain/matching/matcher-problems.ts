import { isJsonObject, type Json, type JsonObject } from '#domain/json.ts';
import type { Matcher } from './matchers/matcher.ts';
import { matchers } from './matchers/registry.ts';
import { joinPath } from './paths.ts';

/** What is wrong with a matcher; `path` is dotted and leads from the examined value to the key that is wrong. */
export interface MatcherProblem {
  readonly path: string;
  readonly message: string;
}

/**
 * Everything that is wrong with the matchers inside an expected value. To be asked when cases are read, for the value of each argument,
 * metadata field and state path (the keys of such mappings are names, not matchers).
 */
export function matcherProblems(value: Json, path = ''): readonly MatcherProblem[] {
  if (Array.isArray(value)) {
    return value.flatMap((item: Json, index) => matcherProblems(item, joinPath(path, String(index))));
  }
  if (!isJsonObject(value)) return [];
  const keys = Object.keys(value);
  if (keys.some((key) => key.startsWith('$'))) return problemsOfMatchers(value, keys, path);
  return keys.flatMap((key) => matcherProblems(value[key] ?? null, joinPath(path, key)));
}

function problemsOfMatchers(value: JsonObject, keys: readonly string[], path: string): readonly MatcherProblem[] {
  const used = keys.map((key) => matchers.get(key)).filter((matcher) => matcher !== undefined);
  const strange = keys.flatMap((key): MatcherProblem[] => {
    const message = strangeKey(key, used);
    return message === null ? [] : [{ path: joinPath(path, key), message }];
  });
  return [...strange, ...used.flatMap((matcher) => problemsOf(matcher, value, joinPath(path, matcher.key)))];
}

function problemsOf(matcher: Matcher, value: JsonObject, path: string): readonly MatcherProblem[] {
  const message = matcher.problem(value);
  const inner = matcher.inner(value).flatMap((operand) => matcherProblems(operand, path));
  return message === null ? inner : [{ path, message }, ...inner];
}

function strangeKey(key: string, used: readonly Matcher[]): string | null {
  if (matchers.has(key) || used.some(({ options }) => options.includes(key))) return null;
  if (!key.startsWith('$'))
    return 'stands beside a matcher and would not be compared; give the matcher an object of its own';
  const known = [...matchers.keys()].join(', ');
  return `unknown matcher; known are ${known}; for an object that has this very key write {$literal: {${key}: …}}`;
}
