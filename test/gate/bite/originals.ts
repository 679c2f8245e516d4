import type { Case } from '#cases/suite/case.ts';
import { idleTrial } from '#gate/bite/idle-trial.ts';
import { type GradedMutant, gradeForm, gradeMutant } from '#gate/bite/mutants/grade-mutant.ts';
import { mutantsOf } from '#gate/bite/mutants/operators.ts';
import { type MutationContext, originalsOf } from '#gate/bite/mutants/original.ts';
import type { ToolCall, TurnRecord } from '#trials/trial/trajectory.ts';
import type { Trial } from '#trials/trial/trial.ts';
import { validCase } from '../../cases/suite/read-case.ts';

/** What a trial did, in each of its turns; what is left out was not done. */
export type Work = Partial<TurnRecord>;

/** A call that ended well. */
export function call(name: string, args: ToolCall['arguments'] = {}, result: ToolCall['result'] = 'done'): ToolCall {
  return { name, arguments: args, status: 'ok', result, step: null };
}

/** A trial of a case with this work in its last turn. */
export function trialOf(evalCase: Case, work: Work): Trial {
  const idle = idleTrial(evalCase, () => 'Fine.');
  const turns = idle.trajectory.turns.map((turn, at, all) => ({
    ...turn,
    state: null,
    ...(at === all.length - 1 && work),
  }));
  return { ...idle, trajectory: { ...idle.trajectory, turns } };
}

/** Another case of the suite. */
export const OTHER = validCase('{id: other, input: else, expect: {completes: true}}');

/** The graded mutants of a case with some passing trials. */
export function mutantsOfCase(
  text: string,
  work: readonly Work[],
  facts: Partial<MutationContext> = {},
): readonly GradedMutant[] {
  const evalCase = validCase(text);
  const passing = work.map((turn) => trialOf(evalCase, turn));
  for (const trial of passing) if (gradeForm(evalCase, trial) === 'noticed') throw new Error(`does not pass: ${text}`);
  const mutants = mutantsOf(originalsOf(evalCase, passing, { ...AROUND, ...facts }));
  return mutants.map((mutant) => gradeMutant(evalCase, mutant));
}

/** A suite with another case, which says "Nothing of that." and calls nothing. */
export const AROUND: MutationContext = {
  others: [trialOf(OTHER, { output: 'Nothing of that.' })],
  tools: ['look_up', 'pay', 'delete_all'],
  usual: {},
};
