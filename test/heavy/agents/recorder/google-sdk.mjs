/** Google's JavaScript SDK, built without arguments: the environment says where models are. */
import { GoogleGenAI } from '@google/genai';
import { runTool, SCHEMAS, serve } from './shop.mjs';

const model = 'story-1';
const functionDeclarations = Object.entries(SCHEMAS).map(([name, parametersJsonSchema]) => ({
  name,
  description: name,
  parametersJsonSchema,
}));
const config = { tools: [{ functionDeclarations }] };
const client = new GoogleGenAI({});

/** The loop written by hand: the conversation is a list of contents. */
function contents(ask) {
  return async (conversation, text, heard) => {
    conversation.push({ role: 'user', parts: [{ text }] });
    for (;;) {
      const parts = await ask({ model, contents: conversation, config }, heard);
      conversation.push({ role: 'model', parts });
      const calls = parts.flatMap(({ functionCall }) => functionCall ?? []);
      if (calls.length === 0) return parts.map((part) => (part.thought ? '' : (part.text ?? ''))).join('');
      conversation.push({ role: 'user', parts: calls.map(resultOf) });
    }
  };
}

function resultOf({ id, name, args }) {
  const { text, failed } = runTool(name, args);
  return { functionResponse: { id, name, response: failed ? { error: text } : { output: text } } };
}

async function streamed(request, heard) {
  const parts = [];
  for await (const { candidates } of await client.models.generateContentStream(request)) {
    for (const part of candidates[0].content.parts ?? []) {
      if (part.text) await heard();
      parts.push(part);
    }
  }
  return parts;
}

/** The SDK keeps the conversation. */
async function chat(conversation, text) {
  conversation[0] ??= client.chats.create({ model, config });
  let answer = await conversation[0].sendMessage({ message: text });
  while (answer.functionCalls?.length > 0)
    answer = await conversation[0].sendMessage({ message: answer.functionCalls.map(resultOf) });
  return answer.text;
}

const tools = Object.entries(SCHEMAS).map(([name, parameters]) => ({
  type: 'function',
  name,
  description: name,
  parameters,
}));

/** Google keeps the conversation: each request holds what is new. */
async function interactions(conversation, text) {
  for (let input = text; ; ) {
    const previous = conversation.length > 0 ? { previous_interaction_id: conversation.at(-1) } : {};
    const { id, steps } = await client.interactions.create({ model, input, tools, ...previous });
    conversation.push(id);
    const calls = steps.filter(({ type }) => type === 'function_call');
    const said = steps.flatMap((step) => (step.type === 'model_output' ? step.content : []));
    if (calls.length === 0) return said.map((part) => part.text).join('');
    input = calls.map((call) => {
      const told = runTool(call.name, call.arguments);
      return { type: 'function_result', call_id: call.id, name: call.name, result: told.text, is_error: told.failed };
    });
  }
}

await serve({
  'gemini-generate': contents(
    async (request) => (await client.models.generateContent(request)).candidates[0].content.parts,
  ),
  'gemini-generate-stream': contents(streamed),
  'gemini-chat': chat,
  'gemini-interactions': interactions,
});
