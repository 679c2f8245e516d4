// Reads one JSON line per turn, prints one JSON line per answer. Call your own agent in `answer`.
import { createInterface } from 'node:readline';

/** turn.input is the user's text, turn.messages the conversation so far, turn.context the case's state. */
async function answer(turn) {
  const name = /in ([A-Z]\w+)/.exec(turn.input)?.[1];
  if (name === undefined) {
    return {
      output: 'Hello! Ask me about the weather.',
      tool_calls: [],
      usage: { input_tokens: 40, output_tokens: 9 },
    };
  }
  return {
    output: `It is sunny in ${name}.`,
    tool_calls: [{ name: 'get_weather', arguments: { city: name }, status: 'ok' }],
    usage: { input_tokens: Math.floor(turn.input.length / 4) + 40, output_tokens: 12 },
  };
}

// Loading before this line does not count towards the first answer's latency.
console.log(JSON.stringify({ type: 'ready' }));
for await (const line of createInterface({ input: process.stdin })) {
  const turn = JSON.parse(line);
  if (turn.type === 'turn') console.log(JSON.stringify({ id: turn.id, ...(await answer(turn)) }));
}
