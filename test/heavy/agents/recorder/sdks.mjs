/** The official JavaScript SDKs and plain HTTP, each built without arguments: the environment says where models are. */
import Anthropic from '@anthropic-ai/sdk';
import { Ollama } from 'ollama';
import OpenAI, { AzureOpenAI } from 'openai';
import {
  blockTools,
  builtMessage,
  chat,
  chatTools,
  functions,
  joinedBlocks,
  messages,
  model,
  once,
} from './asking.mjs';
import { HTTP_WAYS } from './plain-http.mjs';
import { runTool, serve, TOOLS } from './shop.mjs';

const responseTools = functions.map((one) => ({ type: 'function', strict: false, ...one }));

const openai = new OpenAI();
const azure = new AzureOpenAI();
const openrouter = new OpenAI({ baseURL: process.env.OPENROUTER_BASE_URL, apiKey: process.env.OPENROUTER_API_KEY });
const anthropic = new Anthropic();
// The one client that reads no environment.
const ollama = new Ollama({ host: process.env.OLLAMA_HOST });

async function chatWhole(request) {
  return (await openai.chat.completions.create(request)).choices[0].message;
}

async function chatStreamed(request, heard, client = openai) {
  const built = builtMessage(heard);
  for await (const chunk of await client.chat.completions.create({ ...request, stream: true })) await built.add(chunk);
  return built.message();
}

/** The SDK's own loop. */
async function chatRunner(messages, text, heard) {
  messages.push({ role: 'user', content: text });
  const tools = functions.map((one) => ({
    type: 'function',
    function: { ...one, parse: JSON.parse, function: (given) => runTool(one.name, given).text },
  }));
  const runner = openai.chat.completions.runTools({ model, messages: [...messages], tools, stream: true });
  runner.on('content', heard);
  const output = await runner.finalContent();
  messages.splice(
    0,
    messages.length,
    ...runner.messages.map(({ parsed: _, refusal: _r, annotations: _a, ...one }) => one),
  );
  return output;
}

/** OpenAI's Responses: a conversation is a list of items. */
function responses(ask) {
  return async (input, text, heard) => {
    input.push({ role: 'user', content: text });
    for (;;) {
      const response = await ask({ model, input, tools: responseTools }, once(heard));
      const calls = response.output.filter(({ type }) => type === 'function_call');
      input.push(...response.output.map(({ parsed_arguments: _, ...item }) => item));
      for (const { call_id, name, arguments: given } of calls)
        input.push({ type: 'function_call_output', call_id, output: runTool(name, JSON.parse(given)).text });
      if (calls.length === 0)
        return response.output
          .flatMap(({ content = [] }) => content)
          .map((part) => part.text)
          .join('');
    }
  };
}

async function responseStreamed(request, heard) {
  let whole;
  for await (const event of await openai.responses.create({ ...request, stream: true })) {
    if (event.type === 'response.output_text.delta') await heard();
    if (event.type === 'response.completed') whole = event.response;
  }
  return whole;
}

async function messageStreamed(request, heard) {
  return joinedBlocks(await anthropic.messages.create({ ...request, stream: true }), heard);
}

/** The SDK's own loop; by itself it leaves the keeping of the conversation to the server. */
function messageRunner(options) {
  return async (conversation, text) => {
    conversation.push({ role: 'user', content: text });
    const tools = blockTools.map((tool) => ({
      ...tool,
      parse: (given) => given,
      run: (given) => TOOLS[tool.name](given),
    }));
    const base = { model, max_tokens: 1000, messages: [...conversation], tools };
    const runner = anthropic.beta.messages.toolRunner({ ...base, ...options });
    let last;
    for await (const message of runner) {
      conversation.push({ role: 'assistant', content: message.content });
      const results = await runner.generateToolResponse();
      if (results !== null) conversation.push({ role: results.role, content: results.content });
      last = message;
    }
    return last.content[0].text;
  };
}

/** Ollama: a conversation is a list of messages; calls have no ids. */
function ollamas(ask) {
  return async (messages, text, heard) => {
    messages.push({ role: 'user', content: text });
    for (;;) {
      const message = await ask({ model, messages, tools: chatTools }, once(heard));
      messages.push(message);
      if (!message.tool_calls?.length) return message.content;
      for (const { function: own } of message.tool_calls)
        messages.push({ role: 'tool', tool_name: own.name, content: runTool(own.name, own.arguments).text });
    }
  };
}

async function ollamaStreamed(request, heard) {
  const told = { role: 'assistant', content: '', tool_calls: [] };
  for await (const { message } of await ollama.chat({ ...request, stream: true })) {
    told.content += message.content;
    if (message.content) await heard();
    told.tool_calls.push(...(message.tool_calls ?? []));
  }
  return told.tool_calls.length > 0 ? told : { role: told.role, content: told.content };
}

await serve({
  ...HTTP_WAYS,
  'openai-chat': chat(chatWhole),
  'openai-chat-stream': chat(chatStreamed),
  'openai-chat-runner-stream': chatRunner,
  'openai-responses': responses((request) => openai.responses.create(request)),
  'openai-responses-stream': responses(responseStreamed),
  'azure-chat': chat(async (request) => (await azure.chat.completions.create(request)).choices[0].message),
  'azure-chat-stream': chat((request, heard) => chatStreamed(request, heard, azure)),
  'azure-responses': responses((request) => azure.responses.create(request)),
  'openrouter-chat-stream': chat((request, heard) => chatStreamed(request, heard, openrouter)),
  'anthropic-messages': messages(async (request) => (await anthropic.messages.create(request)).content),
  'anthropic-stream': messages(messageStreamed),
  'anthropic-runner': messageRunner({}),
  'anthropic-runner-without-thread': messageRunner({ thread: false }),
  'ollama-chat': ollamas(async (request) => (await ollama.chat(request)).message),
  'ollama-stream': ollamas(ollamaStreamed),
});
