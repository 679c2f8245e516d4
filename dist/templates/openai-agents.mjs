// Reads one JSON line per turn, prints one JSON line per answer: import your agent in the place of `agent`.
import { createInterface } from 'node:readline';
import { Agent, run, setTracingDisabled, tool } from '@openai/agents';

setTracingDisabled(true); // traces go to OpenAI, which does not know the dummy key that an agent has here

const prompt = 'You answer questions about the weather. Look it up with get_weather.';
const schema = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] };
const getWeather = tool({
  name: 'get_weather',
  description: 'The weather of a city.',
  parameters: { ...schema, additionalProperties: false },
  execute: ({ city }) => `It is sunny in ${city}.`,
});

// The model's address and key come from the environment, so its calls are recorded.
const agent = new Agent({ name: 'Weather', model: '__MODEL__', instructions: prompt, tools: [getWeather] });

const item = ({ role, content: text }) =>
  role === 'user' ? { role, content: text } : { role, status: 'completed', content: [{ type: 'output_text', text }] };

/** turn.input is the user's text, turn.messages the conversation so far, turn.context the case's state. */
async function answer(turn) {
  return (await run(agent, turn.messages.map(item))).finalOutput;
}

// Loading before this line does not count towards the first answer's latency.
console.log(JSON.stringify({ type: 'ready' }));
for await (const line of createInterface({ input: process.stdin })) {
  const turn = JSON.parse(line);
  if (turn.type === 'turn') console.log(JSON.stringify({ id: turn.id, output: await answer(turn) }));
}
