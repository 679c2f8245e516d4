import { fails, holds } from '../judgement.ts';
import { counted, shownList, shownName } from '../shown.ts';
import type { CallsPart } from './calls-part.ts';
import { pairCalls } from './pair-calls.ts';

/**
 * No call beyond the expected ones: each actual call finds an expected call of its name that is not taken. Score: expected calls made / calls
 * made, 1 without any. Wrong arguments are `tools.args`' matter.
 */
export const extraPart: CallsPart = {
  name: 'extra',
  demanded: ({ allow_extra, order }) => !allow_extra || order === 'exact',
  judge: (calls) => {
    const { actual } = calls;
    const { extra } = pairCalls(calls);
    const wanted = actual.length - extra.length;
    const count = `${wanted} of ${counted(actual.length, 'call')} made ${wanted === 1 ? 'was' : 'were'} expected by name`;
    if (extra.length === 0) return holds(1, count);
    const names = shownList(extra.map((a) => shownName(actual[a]?.name ?? '')));
    return fails('unexpected_call', wanted / actual.length, `${count}; unexpected: ${names}`);
  },
};
