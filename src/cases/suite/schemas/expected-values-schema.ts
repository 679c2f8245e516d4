import { type MatcherProblem, matcherProblems } from '#cases/matching/matcher-problems.ts';
import { matchers } from '#cases/matching/matchers/registry.ts';
import { jsonMapping } from '#common/document/json-mapping.ts';
import type { JsonObject } from '#common/json.ts';

/** A mapping of expected values, in which values at any depth may be matchers such as `{$approx: 19.99}`. Its own keys are names. */
export function expectedValues(words?: string) {
  return jsonMapping(words).superRefine((values, context) => {
    for (const { path, message } of problemsOf(values)) context.addIssue({ code: 'custom', path: [...path], message });
  });
}

function problemsOf(values: JsonObject): readonly MatcherProblem[] {
  return Object.keys(values).flatMap((key): readonly MatcherProblem[] => {
    if (matchers.has(key)) return [{ path: [key], message: MATCHER_AS_MAPPING }];
    if (key.startsWith('$.')) return [{ path: [key], message: 'paths start with a key; write it without "$."' }];
    return matcherProblems(values[key] ?? null, [key]);
  });
}

const MATCHER_AS_MAPPING =
  'a matcher stands for one value, not for the whole mapping; put it below the key that it judges';
