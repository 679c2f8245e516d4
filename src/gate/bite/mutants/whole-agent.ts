import type { Trial } from '#trials/trial/trial.ts';
import { type IdleFacts, idleTrial, NO_FACTS } from '../idle-trial.ts';
import type { Mutant, WholeFault } from './fault.ts';
import { type Original, placedCalls, withTurns } from './original.ts';

/** Agents that do not do their work: silent, echoing, busy with another case, refusing. */
export function wholeAgent(original: Original): readonly Mutant[] {
  const callsInAll = original.passing.every((each) => placedCalls(each).length > 0);
  return [
    idle(original, 'silent', () => null),
    idle(original, 'echo', (input) => input),
    ...(original.others.length === 0 ? [] : [otherCase(original)]),
    ...(callsInAll ? [whole('refusal', [idleLike(original, () => REFUSAL, NO_FACTS)])] : []),
  ];
}

const REFUSAL = "I'm sorry, but I can't help with that.";

function idle(original: Original, kind: 'silent' | 'echo', answerTo: (input: string) => string | null): Mutant {
  const dull: IdleFacts = { metadata: original.usual, state: original.evalCase.context };
  return whole(kind, [idleLike(original, answerTo, NO_FACTS), idleLike(original, answerTo, dull)]);
}

/** To what was said in the trial: a simulated user says what it said then. */
function idleLike({ evalCase, trial }: Original, answerTo: (input: string) => string | null, facts: IdleFacts): Trial {
  const turns = trial.trajectory.turns.map(({ input }) => ({ input, expect: null }));
  return { ...trial, trajectory: idleTrial({ ...evalCase, turns }, answerTo, facts).trajectory };
}

/** What happened in other cases, in place of what happened here. */
function otherCase({ trial, others }: Original): Mutant {
  const forms = others.map((other) => {
    const { turns } = other.trajectory;
    return withTurns(trial, ({ turn, input }) => ({ ...(turns[turn - 1] ?? turns.at(-1)), turn, input }));
  });
  return { ...whole('other_case', forms), unnoticed_if: 'most' };
}

function whole(kind: WholeFault, forms: readonly Trial[]): Mutant {
  return { group: 'whole agent', fault: { kind }, forms, unnoticed_if: 'any' };
}
