import type { Trial } from '#trials/trial/trial.ts';
import { idleTrial, NO_FACTS } from '../idle-trial.ts';
import { type Mutant, mutant } from './fault.ts';
import { type Original, placedCalls, withTurns } from './original.ts';

const REFUSAL = "I'm sorry, but I can't help with that.";

/** Agents that do not do their work: silent, echoing, busy with another case, refusing. */
export function wholeAgent({ evalCase, trial, passing, others, usual }: Original): readonly Mutant[] {
  // A simulated user says what it said then.
  const turns = trial.trajectory.turns.map(({ input }) => ({ input, expect: null }));
  const dull = { metadata: usual, state: evalCase.context };
  const idle = (answerTo: (input: string) => string | null, facts = [NO_FACTS, dull]): readonly Trial[] =>
    facts.map((own) => ({ ...trial, trajectory: idleTrial({ ...evalCase, turns }, answerTo, own).trajectory }));
  const busy = others.map(({ trajectory }) =>
    withTurns(trial, ({ turn, input }) => ({
      ...(trajectory.turns[turn - 1] ?? trajectory.turns.at(-1)),
      turn,
      input,
    })),
  );
  const callsInAll = passing.every((each) => placedCalls(each).length > 0);
  return [
    mutant('whole agent', { kind: 'silent' }, ...idle(() => null)),
    mutant('whole agent', { kind: 'echo' }, ...idle((input) => input)),
    ...(busy.length > 0 ? [mutant('whole agent', { kind: 'other_case' }, ...busy)] : []),
    ...(callsInAll ? [mutant('whole agent', { kind: 'refusal' }, ...idle(() => REFUSAL, [NO_FACTS]))] : []),
  ];
}
