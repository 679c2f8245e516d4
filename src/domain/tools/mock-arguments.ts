import { jsonMapping } from '#domain/document/json-mapping.ts';
import type { JsonObject } from '#domain/json.ts';
import { type MatcherProblem, matcherProblems } from '#domain/matching/matcher-problems.ts';
import { matchers } from '#domain/matching/matchers/registry.ts';

/** Arguments of a call, in which values at any depth may be matchers such as `{$approx: 19.99}`. Its own keys are names. */
export const mockArguments = jsonMapping('a mapping of arguments').superRefine((args, context) => {
  for (const { path, message } of problemsOf(args)) {
    context.addIssue({ code: 'custom', path: [...path], message });
  }
});

function problemsOf(args: JsonObject): readonly MatcherProblem[] {
  return Object.keys(args).flatMap((key): readonly MatcherProblem[] => {
    if (matchers.has(key))
      return [{ path: [key], message: 'a matcher stands for one argument; put it below the key it judges' }];
    return matcherProblems(args[key] ?? null, [key]);
  });
}
