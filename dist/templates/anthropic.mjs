// Reads one JSON line per turn, prints one JSON line per answer. Call your own agent in `answer`.
import { createInterface } from 'node:readline';
import Anthropic from '@anthropic-ai/sdk';

const client = new Anthropic(); // its address and its key come from the environment, so its calls are recorded
const system = 'You answer questions about the weather. Look it up with get_weather.';
const schema = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] };
const tools = [{ name: 'get_weather', description: 'The weather of a city.', input_schema: schema }];

const getWeather = ({ city }) => `It is sunny in ${city}.`;

/** turn.input is the user's text, turn.messages the conversation so far, turn.context the case's state. */
async function answer(turn) {
  const messages = [...turn.messages];
  for (;;) {
    const message = await client.messages.create({
      model: '__MODEL__',
      max_tokens: 1000,
      system,
      messages,
      tools,
    });
    const calls = message.content.filter(({ type }) => type === 'tool_use');
    if (calls.length === 0) return message.content.map(({ text }) => text ?? '').join('');
    messages.push({ role: 'assistant', content: message.content });
    const content = calls.map(({ id, input }) => ({
      type: 'tool_result',
      tool_use_id: id,
      content: getWeather(input),
    }));
    messages.push({ role: 'user', content });
  }
}

// Loading before this line does not count towards the first answer's latency.
console.log(JSON.stringify({ type: 'ready' }));
for await (const line of createInterface({ input: process.stdin })) {
  const turn = JSON.parse(line);
  if (turn.type === 'turn') console.log(JSON.stringify({ id: turn.id, output: await answer(turn) }));
}
