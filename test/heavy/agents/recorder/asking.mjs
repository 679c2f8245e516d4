/** What the ways of asking share: loops around a model that knows the tools, streams put together by hand. */
import { runTool, SCHEMAS } from './shop.mjs';

export const model = 'story-1';
export const functions = Object.entries(SCHEMAS).map(([name, parameters]) => ({ name, description: name, parameters }));
export const chatTools = functions.map((one) => ({ type: 'function', function: one }));
export const blockTools = functions.map(({ parameters, ...one }) => ({ ...one, input_schema: parameters }));

/** OpenAI's chat: a conversation is a list of messages. */
export function chat(ask) {
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

/** Anthropic: a conversation is a list of messages with blocks. */
export function messages(ask) {
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

/** Calls it the first time only. */
export function once(heard) {
  let told = null;
  return () => {
    told ??= heard();
    return told;
  };
}

/** Put together by hand from chunks that all have a choice, as those of a request without usage do. */
export function builtMessage(heard) {
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

/** Anthropic's blocks from the events of their stream. */
export async function joinedBlocks(events, heard) {
  const blocks = [];
  for await (const event of events) {
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
