import { plural } from '#domain/words.ts';
import { fails, holds } from '../judgement.ts';
import type { CallsPart } from './calls-part.ts';
import type { ComparedCalls } from './compared-calls.ts';
import { describeDifference } from './describe-difference.ts';
import { pairCalls } from './pair-calls.ts';
import { needed, reaches } from './share.ts';

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
    const count = `${matched} of ${plural(expected.length, 'expected call')} matched by name and arguments${needed(expectation.min_matched)}`;
    if (reaches(matched, expected.length, expectation.min_matched)) return holds(score, count);
    const { code, text } = firstMiss(calls);
    return fails(code, score, `${count}; ${text}`);
  },
};

/** A wrong argument says more than a missing call, which `present` already reports. */
function firstMiss(calls: ComparedCalls): { readonly code: string; readonly text: string } {
  const { different, missing } = pairCalls(calls);
  const [pair] = different;
  const difference = pair === undefined ? null : calls.difference(pair[0], pair[1]);
  if (pair !== undefined && difference !== null) {
    return { code: difference.code, text: describeDifference(calls.expected[pair[0]]?.name ?? '', difference) };
  }
  const name = calls.expected[missing[0] ?? -1]?.name ?? '';
  return { code: 'missing_call', text: `no call remains to match ${name}` };
}
