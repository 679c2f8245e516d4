/** Vercel's AI SDK with OpenAI's provider, and with its own gateway for models by name; its own loop calls the tools. */
import { openai } from '@ai-sdk/openai';
import { createGateway, generateText, jsonSchema, stepCountIs, streamText, tool } from 'ai';
import { model, once } from './asking.mjs';
import { runTool, SCHEMAS, serve } from './shop.mjs';

const tools = Object.fromEntries(
  Object.entries(SCHEMAS).map(([name, schema]) => [
    name,
    tool({ description: name, inputSchema: jsonSchema(schema), execute: (given) => runTool(name, given).text }),
  ]),
);

function looped(by, ask) {
  return async (messages, text, heard) => {
    messages.push({ role: 'user', content: text });
    const result = await ask({ model: by, messages, tools, stopWhen: stepCountIs(10) }, heard);
    messages.push(...(await result.response).messages);
    return result.text;
  };
}

async function streamed(request, heard) {
  const result = streamText(request);
  let listen = once(heard);
  for await (const part of result.fullStream) {
    if (part.type === 'start-step') listen = once(heard);
    if (part.type === 'text-delta') await listen();
  }
  return result;
}

const led = createGateway({ baseURL: process.env.AI_GATEWAY_BASE_URL });

await serve({
  'ai-chat': looped(openai.chat(model), generateText),
  'ai-responses': looped(openai(model), generateText),
  'ai-chat-stream': looped(openai.chat(model), streamed),
  // Its host is written into it.
  'gateway-name': looped(model, generateText),
  'gateway-name-stream': looped(model, streamed),
  'gateway-base-stream': looped(led(model), streamed),
});
