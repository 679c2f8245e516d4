import type { DocumentPath } from '#common/document/located-document.ts';
import { nearestName } from '#common/document/nearest-name.ts';
import { isJsonObject, type Json, type JsonObject } from '#common/json.ts';
import { matchers } from './matchers/registry.ts';

/** A malformed matcher; `path` leads from the examined value to it. */
export interface MatcherProblem {
  readonly path: DocumentPath;
  readonly message: string;
}

/** Problems of every matcher in an expected value, at any depth. An object with a key that starts with `$` is a matcher. */
export function matcherProblems(value: Json, path: DocumentPath = []): readonly MatcherProblem[] {
  if (Array.isArray(value)) return value.flatMap((item: Json, index) => matcherProblems(item, [...path, index]));
  if (!isJsonObject(value)) return [];
  const keys = Object.keys(value);
  if (keys.some((key) => key.startsWith('$'))) return keys.flatMap((key) => keyProblems(value, key, path));
  return keys.flatMap((key) => matcherProblems(value[key] ?? null, [...path, key]));
}

function keyProblems(mapping: JsonObject, key: string, path: DocumentPath): readonly MatcherProblem[] {
  const at = [...path, key];
  const matcher = matchers.get(key);
  if (matcher === undefined) {
    const message = foreignKeyMessage(mapping, key);
    return message === null ? [] : [{ path: at, message }];
  }
  const message = matcher.problem(mapping);
  if (message !== null) return [{ path: at, message }];
  return (matcher.inner?.(mapping) ?? []).length === 0 ? [] : matcherProblems(mapping[key] ?? null, at);
}

function foreignKeyMessage(mapping: JsonObject, key: string): string | null {
  const used = Object.keys(mapping).flatMap((other) => matchers.get(other) ?? []);
  if (used.some((matcher) => matcher.options?.includes(key))) return null;
  if (!key.startsWith('$')) {
    return 'is next to a matcher and would not be compared; give the matcher a mapping of its own, or write {$literal: {…}}';
  }
  const known = [...matchers.keys()];
  const near = nearestName(key, known);
  const hint = near === null ? `known matchers: ${known.join(', ')}` : `did you mean ${near}`;
  return `unknown matcher; ${hint}; for a mapping with this very key write {$literal: {…}}`;
}
