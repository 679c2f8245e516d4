import { type FrameworkAgents, NODE_LOOP } from './model-agents.ts';

/** Starter agents in JavaScript, by the framework that they are built with. */
export const NODE_FRAMEWORKS: FrameworkAgents<'LangGraph' | 'OpenAI Agents SDK' | 'Vercel AI SDK'> = {
  LangGraph: (provider) => `${worker('import your graph in the place of `graph`')}
import { tool } from '@langchain/core/tools';
import { MessagesAnnotation, START, StateGraph } from '@langchain/langgraph';
import { ToolNode, toolsCondition } from '@langchain/langgraph/prebuilt';
import { ${LANGCHAIN[provider].name} } from '@langchain/${provider}';

${PROMPT}
${SCHEMA}
const getWeather = tool(({ city }) => \`It is sunny in \${city}.\`, {
  name: 'get_weather',
  description: 'The weather of a city.',
  schema,
});

${ENVIRONMENT}
const model = new ${LANGCHAIN[provider].name}({ model: '${LANGCHAIN[provider].model}' }).bindTools([getWeather]);
const graph = new StateGraph(MessagesAnnotation)
  .addNode('model', async ({ messages }) => ({
    messages: [await model.invoke([{ role: 'system', content: prompt }, ...messages])],
  }))
  .addNode('tools', new ToolNode([getWeather]))
  .addEdge(START, 'model')
  .addConditionalEdges('model', toolsCondition)
  .addEdge('tools', 'model')
  .compile();

${TURN}
async function answer(turn) {
  const { content } = (await graph.invoke({ messages: turn.messages })).messages.at(-1);
  return typeof content === 'string' ? content : content.map(({ text }) => text ?? '').join('');
}
${NODE_LOOP}`,

  'OpenAI Agents SDK': () => `${worker('import your agent in the place of `agent`')}
import { Agent, run, setTracingDisabled, tool } from '@openai/agents';

setTracingDisabled(true); // traces go to OpenAI, which does not know the dummy key that an agent has here

${PROMPT}
${SCHEMA}
const getWeather = tool({
  name: 'get_weather',
  description: 'The weather of a city.',
  parameters: { ...schema, additionalProperties: false },
  execute: ({ city }) => \`It is sunny in \${city}.\`,
});

${ENVIRONMENT}
const agent = new Agent({ name: 'Weather', model: 'gpt-5-mini', instructions: prompt, tools: [getWeather] });

const item = ({ role, content: text }) =>
  role === 'user' ? { role, content: text } : { role, status: 'completed', content: [{ type: 'output_text', text }] };

${TURN}
async function answer(turn) {
  return (await run(agent, turn.messages.map(item))).finalOutput;
}
${NODE_LOOP}`,

  'Vercel AI SDK': (provider) => `${worker('call your own code in `answer`')}
import { ${provider} } from '@ai-sdk/${provider}';
import { generateText, jsonSchema, stepCountIs, tool } from 'ai';

${PROMPT}
${SCHEMA}
const get_weather = tool({
  description: 'The weather of a city.',
  inputSchema: jsonSchema(schema),
  execute: async ({ city }) => \`It is sunny in \${city}.\`,
});

${TURN}
async function answer({ messages }) {
  const { text } = await generateText({
    // Its address and its key come from the environment, so its calls are recorded.
    model: ${provider}('${LANGCHAIN[provider].model}'),
    system: prompt,
    messages,
    tools: { get_weather },
    stopWhen: stepCountIs(8),
  });
  return text;
}
${NODE_LOOP}`,
};

function worker(place: string): string {
  return `// Reads one JSON line per turn, prints one JSON line per answer: ${place}.
import { createInterface } from 'node:readline';`;
}

const PROMPT = "const prompt = 'You answer questions about the weather. Look it up with get_weather.';";
const SCHEMA = "const schema = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] };";
const ENVIRONMENT = "// The model's address and key come from the environment, so its calls are recorded.";
const TURN =
  "/** turn.input is the user's text, turn.messages the conversation so far, turn.context the case's state. */";

const LANGCHAIN = {
  openai: { name: 'ChatOpenAI', model: 'gpt-5-mini' },
  anthropic: { name: 'ChatAnthropic', model: 'claude-sonnet-5' },
};
