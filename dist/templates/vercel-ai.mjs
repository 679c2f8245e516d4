// Reads one JSON line per turn, prints one JSON line per answer: call your own code in `answer`.
import { createInterface } from 'node:readline';
import { openai } from '@ai-sdk/openai';
import { generateText, isStepCount, jsonSchema, tool } from 'ai';

const prompt = 'You answer questions about the weather. Look it up with get_weather.';
const schema = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] };
const get_weather = tool({
  description: 'The weather of a city.',
  inputSchema: jsonSchema(schema),
  execute: async ({ city }) => `It is sunny in ${city}.`,
});

/** turn.input is the user's text, turn.messages the conversation so far, turn.context the case's state. */
async function answer({ messages }) {
  const { text } = await generateText({
    // Its address and its key come from the environment, so its calls are recorded.
    model: openai('__MODEL__'),
    instructions: prompt,
    messages,
    tools: { get_weather },
    stopWhen: isStepCount(8),
  });
  return text;
}

// Loading before this line does not count towards the first answer's latency.
console.log(JSON.stringify({ type: 'ready' }));
for await (const line of createInterface({ input: process.stdin })) {
  const turn = JSON.parse(line);
  if (turn.type === 'turn') console.log(JSON.stringify({ id: turn.id, output: await answer(turn) }));
}
