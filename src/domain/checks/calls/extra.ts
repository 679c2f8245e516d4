import type { ToolCall } from '#domain/trial/trajectory.ts';
import { plural } from '#domain/words.ts';
import { fails, holds } from '../judgement.ts';
import { shown, shownList, shownName } from '../shown.ts';
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
    const wanted = new Set(align('any', 'arguments').map(([, a]) => a));
    const count = `${wanted.size} of ${plural(actual.length, 'call')} made ${wanted.size === 1 ? 'was' : 'were'} expected`;
    const extra = actual.filter((_, a) => !wanted.has(a));
    if (extra.length === 0) return holds(1, count);
    const names = new Set(expected.map(({ name }) => name));
    const told = shownList(extra.map((call) => (names.has(call.name) ? withArguments(call) : shownName(call.name))));
    return fails('unexpected_call', wanted.size / actual.length, `${count}; unexpected: ${told}`);
  },
};

/** Calls of an expected name are shown with their arguments. */
function withArguments({ name, arguments: args }: ToolCall): string {
  return `${shownName(name)} ${shown(args)}`;
}
