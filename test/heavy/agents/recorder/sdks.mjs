/** The official JavaScript SDKs and plain HTTP, each built without arguments: the environment says where models are. */
import { execFile, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import Anthropic from '@anthropic-ai/sdk';
import { Ollama } from 'ollama';
import OpenAI from 'openai';
import { runTool, SCHEMAS, serve, TOOLS } from './shop.mjs';

const { OPENAI_BASE_URL, OPENAI_API_KEY, ANTHROPIC_BASE_URL, ANTHROPIC_API_KEY, OLLAMA_HOST } = process.env;
const model = 'story-1';
const functions = Object.entries(SCHEMAS).map(([name, parameters]) => ({ name, description: name, parameters }));
const chatTools = functions.map((one) => ({ type: 'function', function: one }));
const responseTools = functions.map((one) => ({ type: 'function', strict: false, ...one }));
const blockTools = functions.map(({ parameters, ...one }) => ({ ...one, input_schema: parameters }));

const openai = new OpenAI();
const anthropic = new Anthropic();
// The one client that reads no environment.
const ollama = new Ollama({ host: OLLAMA_HOST });

/** OpenAI's chat: a conversation is a list of messages. */
function chat(ask) {
  return async (messages, text, heard) => {
    messages.push({ role: 'user', content: text });
    for (;;) {
      const { content, tool_calls } = await ask({ model, messages, tools: chatTools }, once(heard));
      messages.push({ role: 'assistant', content, ...(tool_calls?.length ? { tool_calls } : {}) });
      if (!tool_calls?.length) return content;
      for (const call of tool_calls) {
        const { text } = runTool(call.function.name, JSON.parse(call.function.arguments));
        messages.push({ role: 'tool', tool_call_id: call.id, content: text });
      }
    }
  };
}

/** Calls it the first time only. */
function once(heard) {
  let told = null;
  return () => {
    told ??= heard();
    return told;
  };
}

async function chatWhole(request) {
  return (await openai.chat.completions.create(request)).choices[0].message;
}

async function chatStreamed(request, heard) {
  const built = builtMessage(heard);
  for await (const chunk of await openai.chat.completions.create({ ...request, stream: true })) await built.add(chunk);
  return built.message();
}

/** Put together by hand from chunks that all have a choice, as those of a request without usage do. */
function builtMessage(heard) {
  let content = '';
  const tool_calls = [];
  return {
    async add({ choices: [{ delta }] }) {
      content += delta.content ?? '';
      if (delta.content) await heard();
      for (const part of delta.tool_calls ?? []) {
        tool_calls[part.index] ??= { id: part.id, type: 'function', function: { name: '', arguments: '' } };
        const { function: own } = tool_calls[part.index];
        own.name += part.function.name ?? '';
        own.arguments += part.function.arguments ?? '';
      }
    },
    message: () => ({ content, tool_calls }),
  };
}

async function chatHelper(request, heard) {
  const stream = openai.chat.completions.stream(request);
  stream.on('content', heard);
  return (await stream.finalChatCompletion()).choices[0].message;
}

/** The SDK's own loop. */
function chatRunner(options) {
  return async (messages, text, heard) => {
    messages.push({ role: 'user', content: text });
    const tools = functions.map((one) => ({
      type: 'function',
      function: { ...one, parse: JSON.parse, function: (given) => runTool(one.name, given).text },
    }));
    const runner = openai.chat.completions.runTools({ model, messages: [...messages], tools, ...options });
    if (options.stream) runner.on('content', heard);
    const output = await runner.finalContent();
    messages.splice(
      0,
      messages.length,
      ...runner.messages.map(({ parsed: _, refusal: _r, annotations: _a, ...one }) => one),
    );
    return output;
  };
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

async function responseHelper(request, heard) {
  const stream = openai.responses.stream(request);
  stream.on('response.output_text.delta', heard);
  return stream.finalResponse();
}

/** Anthropic: a conversation is a list of messages with blocks. */
function messages(ask) {
  return async (conversation, text, heard) => {
    conversation.push({ role: 'user', content: text });
    for (;;) {
      const request = { model, max_tokens: 1000, messages: conversation, tools: blockTools };
      const content = await ask(request, once(heard));
      conversation.push({ role: 'assistant', content });
      const results = content.flatMap(resultBlocks);
      if (results.length === 0) return content.map((block) => block.text).join('');
      conversation.push({ role: 'user', content: results });
    }
  };
}

function resultBlocks(block) {
  if (block.type !== 'tool_use') return [];
  const { text, failed } = runTool(block.name, block.input);
  return [{ type: 'tool_result', tool_use_id: block.id, content: text, is_error: failed }];
}

async function messageHelper(request, heard) {
  const stream = anthropic.messages.stream(request);
  stream.on('text', heard);
  return (await stream.finalMessage()).content;
}

async function messageStreamed(request, heard) {
  const blocks = [];
  for await (const event of await anthropic.messages.create({ ...request, stream: true })) {
    if (event.type === 'content_block_start') blocks.push({ ...event.content_block, json: '' });
    if (event.type !== 'content_block_delta') continue;
    const block = blocks[event.index];
    if (event.delta.type === 'text_delta') {
      block.text += event.delta.text;
      await heard();
    }
    if (event.delta.type === 'input_json_delta') block.json += event.delta.partial_json;
  }
  return blocks.map(({ json, ...block }) =>
    block.type === 'tool_use' ? { ...block, input: JSON.parse(json || '{}') } : block,
  );
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

// No SDK at all.

async function post(url, body, headers = {}) {
  const init = {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  };
  const response = await fetch(url, init);
  if (!response.ok) throw new Error(await response.text());
  return response;
}

async function fetchChat(request) {
  const headers = { authorization: `Bearer ${OPENAI_API_KEY}` };
  return (await (await post(`${OPENAI_BASE_URL}/chat/completions`, request, headers)).json()).choices[0].message;
}

async function fetchStreamed(request, heard) {
  const headers = { authorization: `Bearer ${OPENAI_API_KEY}` };
  const { body } = await post(`${OPENAI_BASE_URL}/chat/completions`, { ...request, stream: true }, headers);
  const built = builtMessage(heard);
  let rest = '';
  for await (const piece of body.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + piece).split('\n');
    rest = lines.pop();
    for (const line of lines) if (line.startsWith('data: {')) await built.add(JSON.parse(line.slice(6)));
  }
  return built.message();
}

async function fetchMessages(request) {
  const headers = { 'x-api-key': ANTHROPIC_API_KEY, 'anthropic-version': '2023-06-01' };
  return (await (await post(`${ANTHROPIC_BASE_URL}/v1/messages`, request, headers)).json()).content;
}

const curl = ['--silent', '--show-error', '--fail-with-body', '--compressed', '-H', 'content-type: application/json'];

async function curlChat(request) {
  const args = [...curl, '-H', `Authorization: Bearer ${OPENAI_API_KEY}`, '-d', JSON.stringify(request)];
  const { stdout } = await promisify(execFile)('curl', [...args, `${OPENAI_BASE_URL}/chat/completions`]);
  return JSON.parse(stdout).choices[0].message;
}

async function curlStreamed(request, heard) {
  const args = [...curl, '-N', '-d', JSON.stringify({ ...request, stream: true })];
  const child = spawn('curl', [...args, `${OPENAI_BASE_URL}/chat/completions`]);
  const built = builtMessage(heard);
  for await (const line of createInterface({ input: child.stdout }))
    if (line.startsWith('data: {')) await built.add(JSON.parse(line.slice(6)));
  return built.message();
}

await serve({
  'openai-chat': chat(chatWhole),
  'openai-chat-stream': chat(chatStreamed),
  'openai-chat-stream-helper': chat(chatHelper),
  'openai-chat-runner': chatRunner({}),
  'openai-chat-runner-stream': chatRunner({ stream: true }),
  'openai-responses': responses((request) => openai.responses.create(request)),
  'openai-responses-stream': responses(responseStreamed),
  'openai-responses-stream-helper': responses(responseHelper),
  'anthropic-messages': messages(async (request) => (await anthropic.messages.create(request)).content),
  'anthropic-stream': messages(messageStreamed),
  'anthropic-stream-helper': messages(messageHelper),
  'anthropic-runner': messageRunner({}),
  'anthropic-runner-without-thread': messageRunner({ thread: false }),
  'ollama-chat': ollamas(async (request) => (await ollama.chat(request)).message),
  'ollama-stream': ollamas(ollamaStreamed),
  'fetch-chat': chat(fetchChat),
  'fetch-chat-stream': chat(fetchStreamed),
  'fetch-messages': messages(fetchMessages),
  'curl-chat': chat(curlChat),
  'curl-chat-stream': chat(curlStreamed),
});
