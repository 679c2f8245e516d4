// Reads one JSON line per turn, prints one JSON line per answer. Call your own agent in `answer`.
import { createInterface } from 'node:readline';
import OpenAI from 'openai';

const client = new OpenAI(); // its address and its key come from the environment, so its calls are recorded
const prompt = 'You answer questions about the weather. Look it up with get_weather.';
const parameters = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] };
const tools = [
  { type: 'function', function: { name: 'get_weather', description: 'The weather of a city.', parameters } },
];

const getWeather = ({ city }) => `It is sunny in ${city}.`;

/** turn.input is the user's text, turn.messages the conversation so far, turn.context the case's state. */
async function answer(turn) {
  const messages = [{ role: 'system', content: prompt }, ...turn.messages];
  for (;;) {
    const { choices } = await client.chat.completions.create({ model: '__MODEL__', messages, tools });
    const { message } = choices[0];
    if (!message.tool_calls?.length) return message.content ?? '';
    messages.push(message);
    for (const call of message.tool_calls) {
      const content = getWeather(JSON.parse(call.function.arguments));
      messages.push({ role: 'tool', tool_call_id: call.id, content });
    }
  }
}

// Loading before this line does not count towards the first answer's latency.
console.log(JSON.stringify({ type: 'ready' }));
for await (const line of createInterface({ input: process.stdin })) {
  const turn = JSON.parse(line);
  if (turn.type === 'turn') console.log(JSON.stringify({ id: turn.id, output: await answer(turn) }));
}
