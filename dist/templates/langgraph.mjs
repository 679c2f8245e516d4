// Reads one JSON line per turn, prints one JSON line per answer: import your graph in the place of `graph`.
import { createInterface } from 'node:readline';
import { tool } from '@langchain/core/tools';
import { MessagesAnnotation, START, StateGraph } from '@langchain/langgraph';
import { ToolNode, toolsCondition } from '@langchain/langgraph/prebuilt';
import { ChatOpenAI } from '@langchain/openai';

const prompt = 'You answer questions about the weather. Look it up with get_weather.';
const schema = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] };
const getWeather = tool(({ city }) => `It is sunny in ${city}.`, {
  name: 'get_weather',
  description: 'The weather of a city.',
  schema,
});

// The model's address and key come from the environment, so its calls are recorded.
const model = new ChatOpenAI({ model: '__MODEL__' }).bindTools([getWeather]);
const graph = new StateGraph(MessagesAnnotation)
  .addNode('model', async ({ messages }) => ({
    messages: [await model.invoke([{ role: 'system', content: prompt }, ...messages])],
  }))
  .addNode('tools', new ToolNode([getWeather]))
  .addEdge(START, 'model')
  .addConditionalEdges('model', toolsCondition)
  .addEdge('tools', 'model')
  .compile();

/** turn.input is the user's text, turn.messages the conversation so far, turn.context the case's state. */
async function answer(turn) {
  const { content } = (await graph.invoke({ messages: turn.messages })).messages.at(-1);
  return typeof content === 'string' ? content : content.map(({ text }) => text ?? '').join('');
}

// Loading before this line does not count towards the first answer's latency.
console.log(JSON.stringify({ type: 'ready' }));
for await (const line of createInterface({ input: process.stdin })) {
  const turn = JSON.parse(line);
  if (turn.type === 'turn') console.log(JSON.stringify({ id: turn.id, output: await answer(turn) }));
}
