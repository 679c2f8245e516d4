// The trip planner as a worker: reads one JSON line per turn, prints one JSON line per answer. It gives its plan; tool calls and
// tokens are not reported: `record: true` reads them on their way to the model.
import { createInterface } from 'node:readline';
import { execute, type Finding } from './executor.ts';
import { makePlan } from './planner.ts';

interface Turn {
  type: string;
  id: string;
  input: string;
  messages: { role: string; content: string }[];
  context: { today: string };
  /** What was found in earlier turns, `null` in the first. */
  session: Finding[] | null;
}

console.log(JSON.stringify({ type: 'ready' })); // loading is no part of the first turn's time
for await (const line of createInterface({ input: process.stdin })) {
  const turn: Turn = JSON.parse(line);
  if (turn.type === 'turn') console.log(JSON.stringify({ id: turn.id, ...(await answer(turn)) }));
}

async function answer({ messages, context, session }: Turn) {
  const earlier = session ?? [];
  const { reply, steps, act } = await makePlan(messages, context.today, earlier);
  if (!act || steps.length === 0) return { output: reply, plan: steps, session: earlier };
  const { output, findings } = await execute(messages, steps, context.today, earlier);
  return {
    output,
    plan: steps,
    session: findings,
    metadata: { planned: steps.length, run: findings.length - earlier.length },
  };
}
