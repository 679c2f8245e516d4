import { renamedArgument } from '#cases/matching/match-call.ts';
import { fails, holds } from '../terms/judgement.ts';
import { shownName } from '../terms/shown.ts';
import type { CallsPart } from './calls-part.ts';
import type { ComparedCalls } from './compared-calls.ts';
import { type DifferenceFact, differenceFact } from './difference-fact.ts';
import { pairCalls } from './pair-calls.ts';
import { reachesShare } from './share.ts';

/**
 * Expected calls were made with the expected arguments, in the largest possible pairing. Score: matched by name and arguments /
 * expected.
 */
export const argsPart: CallsPart = {
  name: 'args',
  demanded: ({ calls }) =>
    calls.some((step) =>
      (step.kind === 'call' ? [step.call] : step.calls).some(
        ({ args, args_match }) => args !== null && args_match !== 'ignore',
      ),
    ),
  judge: (calls) => {
    const { expected, expectation } = calls;
    const matched = calls.align('any', 'arguments').length;
    const score = matched / expected.length;
    const share = expectation.min_matched;
    const fact = { kind: 'arguments', matched, of: expected.length, share, difference: null, unmatched: null } as const;
    if (reachesShare(matched, expected.length, share)) return holds(score, fact);
    const { code, ...miss } = firstMiss(calls);
    return fails(code, score, { ...fact, ...miss });
  },
};

/** A wrong argument says more than a missing call, which `present` already reports. */
function firstMiss(calls: ComparedCalls): Miss {
  const { different, missing } = pairCalls(calls);
  const [pair] = different;
  const difference = pair === undefined ? null : calls.difference(pair[0], pair[1]);
  if (pair !== undefined && difference !== null) {
    const [expected, made] = pair;
    const { name = '', args = null } = calls.expected[expected] ?? {};
    const renamed = renamedArgument(args ?? {}, calls.actual[made]?.arguments ?? {}, difference);
    const shown = renamed && { from: shownName(renamed.from), to: shownName(renamed.to) };
    const fact = { ...differenceFact(name, difference), ...(shown !== null && { renamed: shown }) };
    return { code: difference.code, difference: fact, wrong: { expected, made } };
  }
  const expected = missing[0] ?? -1;
  const unmatched = calls.expected[expected]?.name ?? '';
  return { code: 'missing_call', unmatched, wrong: { expected, made: null } };
}

interface Miss {
  readonly code: string;
  readonly difference?: DifferenceFact;
  readonly unmatched?: string;
  readonly wrong: { readonly expected: number; readonly made: number | null };
}
