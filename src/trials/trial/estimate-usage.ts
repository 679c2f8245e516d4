import type { Case } from '#cases/suite/case.ts';
import type { Trajectory, TurnRecord, Usage } from './trajectory.ts';

/**
 * The trajectory with estimated usage in every turn that reported none: max(1, ⌊characters / 4⌋) tokens, for the input over the
 * conversation up to and including the turn's input, for the output over the answer. Without an answer it is unknown. Reported
 * usage stays.
 */
export function estimateUsage({ history }: Pick<Case, 'history'>, trajectory: Trajectory): Trajectory {
  const conversation = history.map(({ content }) => content);
  const turns = trajectory.turns.map((turn): TurnRecord => {
    conversation.push(turn.input);
    const usage = turn.usage ?? estimate(conversation, turn.output);
    if (turn.output !== null) conversation.push(turn.output);
    return { ...turn, usage };
  });
  return { ...trajectory, turns };
}

function estimate(texts: readonly string[], answer: string | null): Usage {
  const input = tokens(texts);
  const output = answer === null ? null : tokens([answer]);
  return {
    input_tokens: input,
    output_tokens: output,
    total_tokens: output === null ? null : input + output,
    cost_usd: null,
    estimated: true,
  };
}

/** Characters are code points, so that text beyond the basic plane is not counted twice. */
function tokens(texts: readonly string[]): number {
  let characters = 0;
  for (const text of texts) for (const _ of text) characters++;
  return Math.max(1, Math.floor(characters / 4));
}
