import { fails, holds } from '../terms/judgement.ts';
import type { CallsPart } from './calls-part.ts';
import type { ComparedCalls } from './compared-calls.ts';
import { type DifferenceFact, differenceFact } from './difference-fact.ts';
import { reachesShare } from './share.ts';

/**
 * Calls that were matched by name and arguments also ended with the expected status. Score: matched with status / matched.
 * `tools.args` and `tools.present` judge calls without a match, but without any match nothing holds.
 */
export const statusPart: CallsPart = {
  name: 'status',
  demanded: ({ calls }) =>
    calls.some((step) => (step.kind === 'call' ? [step.call] : step.calls).some(({ status }) => status !== null)),
  judge: (calls) => {
    const matched = calls.align('any', 'arguments').length;
    const ended = calls.align('any', 'status').length;
    if (matched === 0)
      return fails('missing_call', 0, { kind: 'none_made', expected_calls: calls.expected.length, of: 'status' });
    const fact = { kind: 'status', ended, matched, difference: null } as const;
    if (ended === matched || reachesShare(ended, calls.expected.length, calls.expectation.min_matched))
      return holds(ended / matched, fact);
    return fails('wrong_status', ended / matched, { ...fact, ...firstMiss(calls) });
  },
};

/** Empty if no pairing of the calls gives all of them the expected arguments and the expected status. */
function firstMiss(calls: ComparedCalls): Miss {
  const fine = calls.align('any', 'status');
  const paired = new Set(fine.map(([e]) => e));
  const used = new Set(fine.map(([, a]) => a));
  for (const [e, expectedCall] of calls.expected.entries()) {
    if (paired.has(e)) continue;
    const a = calls.actual.findIndex((_, index) => !used.has(index) && calls.agree(e, index, 'arguments'));
    const difference = a === -1 ? null : calls.difference(e, a);
    if (difference !== null)
      return { difference: differenceFact(expectedCall.name, difference), wrong: { expected: e, made: a } };
  }
  return {};
}

interface Miss {
  readonly difference?: DifferenceFact;
  readonly wrong?: { readonly expected: number; readonly made: number };
}
