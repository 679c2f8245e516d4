import type { ToolCall } from '#domain/trial/trajectory.ts';
import { plural } from '#domain/words.ts';
import { fails, holds } from '../judgement.ts';
import { shown, shownList, shownName } from '../shown.ts';
import type { CallsPart } from './calls-part.ts';

/**
 * No call beyond the expected ones: each actual call is one that was expected, by name and by arguments as that expected call
 * compares them. What is left over is extra, so `delete_file {path: b}` is extra where `delete_file {path: a}` was expected.
 * Score: expected calls made / calls made, 1 without any.
 */
export const extraPart: CallsPart = {
  name: 'extra',
  demanded: ({ allow_extra, order }) => !allow_extra || order === 'exact',
  judge: ({ align, actual, expected }) => {
    const wanted = new Set(align('any', 'arguments').map(([, a]) => a));
    const count = `${wanted.size} of ${plural(actual.length, 'call')} made ${wanted.size === 1 ? 'was' : 'were'} expected`;
    const extra = actual.filter((_, a) => !wanted.has(a));
    if (extra.length === 0) return holds(1, count);
    const names = new Set(expected.map(({ name }) => name));
    const told = shownList(extra.map((call) => (names.has(call.name) ? withArguments(call) : shownName(call.name))));
    return fails('unexpected_call', wanted.size / actual.length, `${count}; unexpected: ${told}`);
  },
};

/** A call of an expected name is told apart by its arguments. */
function withArguments({ name, arguments: args }: ToolCall): string {
  return `${shownName(name)} ${shown(args)}`;
}
