import { matchValue } from '#domain/matching/match-value.ts';
import type { ExpectedCall } from '#domain/suite/expectation.ts';
import type { ToolCall } from '#domain/trial/trajectory.ts';

/** How many arguments of an expected call a made one has right; only for choosing which call to show beside it. */
export function likeness({ args, args_match }: ExpectedCall, made: ToolCall): number {
  if (args === null || args_match === 'ignore') return 0;
  return Object.entries(args).filter(([name, value]) => {
    const actual = Object.hasOwn(made.arguments, name) ? made.arguments[name] : undefined;
    return matchValue(value, actual, args_match) === null;
  }).length;
}
