import Anthropic from '@anthropic-ai/sdk';
import { runTool, SCHEMAS, TOOLS } from './tools.mjs';

const client = new Anthropic({ apiKey: 'none', baseURL: process.env.PROVIDERS, maxRetries: 0 });
const base = { model: 'claude-story', max_tokens: 1000 };
const tools = Object.entries(SCHEMAS).map(([name, input_schema]) => ({ name, description: name, input_schema }));

/** Each way answers one turn: it gets the conversation so far and gives it longer, with what it says beside it. */
export const ANTHROPIC_WAYS = {
  /** The messages that go to the API; tokens added up by hand, as the API counts them. */
  async 'anthropic messages'(conversation, input) {
    const used = { input_tokens: 0, cache_read_input_tokens: 0, cache_creation_input_tokens: 0, output_tokens: 0 };
    const sent = [...conversation, { role: 'user', content: input }];
    for (;;) {
      const message = await client.messages.create({ ...base, messages: sent, tools });
      for (const key of Object.keys(used)) used[key] += message.usage[key];
      const results = toolResults(message);
      sent.push({ role: 'assistant', content: message.content });
      if (results.length === 0) return { conversation: sent, messages: sent, usage: used };
      sent.push({ role: 'user', content: results });
    }
  },

  /** Whole answers instead of their content: they carry the tokens. */
  async 'anthropic bodies'(conversation, input) {
    return bodies(conversation, input, (request) => client.messages.create(request));
  },

  async 'anthropic streamed'(conversation, input) {
    return bodies(conversation, input, (request) => client.messages.stream(request).finalMessage());
  },

  /** The SDK's own loop. */
  async 'anthropic runner'(conversation, input) {
    const messages = [...conversation, { role: 'user', content: input }];
    const runner = client.beta.messages.toolRunner({
      ...base,
      messages,
      // Otherwise the server keeps the conversation, which the fake one does not.
      thread: false,
      tools: tools.map((tool) => ({ ...tool, parse: (args) => args, run: (args) => TOOLS[tool.name](args) })),
    });
    const told = [...messages];
    for await (const message of runner) {
      told.push(message);
      const results = await runner.generateToolResponse();
      if (results !== null) told.push(results);
    }
    return { conversation: told.map(({ role, content }) => ({ role, content })), messages: told };
  },
};

async function bodies(conversation, input, create) {
  const told = [...conversation, { role: 'user', content: input }];
  for (;;) {
    const message = await create({ ...base, messages: told.map(({ role, content }) => ({ role, content })), tools });
    const results = toolResults(message);
    told.push(message);
    if (results.length === 0) return { conversation: told, messages: told };
    told.push({ role: 'user', content: results });
  }
}

function toolResults(message) {
  return message.content
    .filter((block) => block.type === 'tool_use')
    .map((block) => {
      const { text, failed } = runTool(block.name, block.input);
      return { type: 'tool_result', tool_use_id: block.id, content: text, is_error: failed };
    });
}
