import type { ToolCall } from '#trials/trial/trajectory.ts';
import { fails, holds } from '../terms/judgement.ts';
import { firstFew, shownName, shownValue } from '../terms/shown.ts';
import type { CallsPart } from './calls-part.ts';

/**
 * No call beyond the expected ones: each actual call matches an expected one by name and by arguments, as that expected call
 * compares them. The rest is extra, so `delete_file {path: b}` is extra if `delete_file {path: a}` was expected. Score:
 * expected calls made / calls made, 1 without any.
 */
export const extraPart: CallsPart = {
  name: 'extra',
  demanded: ({ allow_extra, order }) => !allow_extra || order === 'exact',
  judge: ({ align, actual, expected }) => {
    const matches = new Set(align('any', 'arguments').map(([, a]) => a));
    const fact = { kind: 'extra', expected: matches.size, made: actual.length, unexpected: [] } as const;
    const extra = actual.filter((_, a) => !matches.has(a));
    if (extra.length === 0) return holds(1, fact);
    const names = new Set(expected.map(({ name }) => name));
    return fails('unexpected_call', matches.size / actual.length, {
      ...fact,
      unexpected: firstFew(extra.map((call) => (names.has(call.name) ? withArguments(call) : shownName(call.name)))),
      wrong: { expected: null, made: actual.findIndex((_, a) => !matches.has(a)) },
    });
  },
};

/** Calls of an expected name are shown with their arguments. */
function withArguments({ name, arguments: args }: ToolCall): string {
  return `${shownName(name)} ${shownValue(args)}`;
}
