import OpenAI from 'openai';
import { runTool, SCHEMAS } from './tools.mjs';

const client = new OpenAI({ apiKey: 'none', baseURL: `${process.env.PROVIDERS}/v1`, maxRetries: 0 });
const model = 'gpt-story';
const chatTools = Object.entries(SCHEMAS).map(([name, parameters]) => ({
  type: 'function',
  function: { name, description: name, parameters },
}));
const responseTools = chatTools.map((tool) => ({ type: 'function', strict: false, ...tool.function }));

/** Each way answers one turn: it gets the conversation so far and gives it longer, with what it says beside it. */
export const OPENAI_WAYS = {
  /** The messages that go to the API and come from it; tokens added up by hand. */
  async 'chat messages'(conversation, input) {
    const used = { prompt_tokens: 0, completion_tokens: 0 };
    const sent = [...conversation, { role: 'user', content: input }];
    for (;;) {
      const { choices, usage } = await client.chat.completions.create({ model, messages: sent, tools: chatTools });
      used.prompt_tokens += usage.prompt_tokens;
      used.completion_tokens += usage.completion_tokens;
      sent.push(choices[0].message, ...toolMessages(choices[0].message));
      if (!choices[0].message.tool_calls) return { conversation: sent, messages: sent, usage: used };
    }
  },

  /** Whole answers instead of their messages: they carry the tokens. */
  async 'chat bodies'(conversation, input) {
    return chatBodies(conversation, input, (request) => client.chat.completions.create(request));
  },

  async 'chat streamed'(conversation, input) {
    return chatBodies(conversation, input, (request) =>
      client.chat.completions.stream({ ...request, stream_options: { include_usage: true } }).finalChatCompletion(),
    );
  },

  async 'chat parsed'(conversation, input) {
    return chatBodies(conversation, input, (request) =>
      client.chat.completions.parse({ ...request, tools: request.tools.map(strict) }),
    );
  },

  /** The SDK's own loop. */
  async 'chat runner'(conversation, input) {
    const runner = client.chat.completions.runTools({
      model,
      messages: [...conversation, { role: 'user', content: input }],
      tools: Object.entries(SCHEMAS).map(([name, parameters]) => ({
        type: 'function',
        function: {
          name,
          description: name,
          parameters,
          parse: JSON.parse,
          function: (args) => runTool(name, args).text,
        },
      })),
    });
    await runner.finalContent();
    const messages = runner.messages;
    return { conversation: messages, messages, usage: await runner.totalUsage() };
  },

  /** Input and output items, as they go to the API; tokens added up by hand. */
  async 'responses items'(conversation, input) {
    const used = { input_tokens: 0, output_tokens: 0 };
    const items = [...conversation, { role: 'user', content: input }];
    for (;;) {
      const response = await client.responses.create({ model, input: items, tools: responseTools });
      used.input_tokens += response.usage.input_tokens;
      used.output_tokens += response.usage.output_tokens;
      const outputs = outputItems(response);
      items.push(...response.output, ...outputs);
      if (outputs.length === 0) return { conversation: items, messages: items, usage: used };
    }
  },

  /** Whole responses between what the agent sent. */
  async 'responses bodies'(conversation, input) {
    return responseBodies(conversation, input, (request) => client.responses.create(request));
  },

  async 'responses streamed'(conversation, input) {
    return responseBodies(conversation, input, (request) => client.responses.stream(request).finalResponse());
  },

  async 'responses parsed'(conversation, input) {
    return responseBodies(conversation, input, (request) =>
      client.responses.parse({ ...request, tools: responseTools.map((tool) => ({ ...tool, strict: true })) }),
    );
  },
};

async function chatBodies(conversation, input, create) {
  const told = [...conversation, { role: 'user', content: input }];
  for (;;) {
    const messages = told.map((one) => (one.choices ? one.choices[0].message : one));
    const completion = await create({ model, messages, tools: chatTools });
    const outputs = toolMessages(completion.choices[0].message);
    told.push(completion, ...outputs);
    if (outputs.length === 0) return { conversation: told, messages: told };
  }
}

/** The SDK parses arguments of strict tools only. */
function strict(tool) {
  return { ...tool, function: { ...tool.function, strict: true } };
}

function toolMessages(message) {
  return (message.tool_calls ?? []).map((call) => ({
    role: 'tool',
    tool_call_id: call.id,
    content: runTool(call.function.name, JSON.parse(call.function.arguments)).text,
  }));
}

async function responseBodies(conversation, input, create) {
  const told = [...conversation, { role: 'user', content: input }];
  for (;;) {
    const items = told.flatMap((one) => (one.object === 'response' ? one.output : [one]));
    const response = await create({ model, input: items, tools: responseTools });
    const outputs = outputItems(response);
    told.push(response, ...outputs);
    if (outputs.length === 0) return { conversation: told, messages: told };
  }
}

function outputItems(response) {
  return response.output
    .filter((item) => item.type === 'function_call')
    .map((item) => ({
      type: 'function_call_output',
      call_id: item.call_id,
      output: runTool(item.name, JSON.parse(item.arguments)).text,
    }));
}
