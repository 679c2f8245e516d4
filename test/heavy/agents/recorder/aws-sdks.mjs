/** AWS's and Anthropic's JavaScript clients of Bedrock, built without arguments: the environment says where models are. */
import AnthropicBedrock from '@anthropic-ai/bedrock-sdk';
import {
  BedrockRuntimeClient,
  ConverseCommand,
  ConverseStreamCommand,
  InvokeModelCommand,
  InvokeModelWithResponseStreamCommand,
} from '@aws-sdk/client-bedrock-runtime';
import { joinedBlocks, messages, model } from './asking.mjs';
import { runTool, SCHEMAS, serve } from './shop.mjs';

const client = new BedrockRuntimeClient({});
const claude = new AnthropicBedrock();
const tools = Object.entries(SCHEMAS).map(([name, json]) => ({
  toolSpec: { name, description: name, inputSchema: { json } },
}));

/** The loop written by hand: a conversation is a list of messages with blocks that name themselves. */
function converse(ask) {
  return async (conversation, text, heard) => {
    conversation.push({ role: 'user', content: [{ text }] });
    for (;;) {
      const content = await ask({ modelId: model, messages: conversation, toolConfig: { tools } }, heard);
      conversation.push({ role: 'assistant', content });
      const results = content.flatMap(({ toolUse }) => (toolUse ? [resultOf(toolUse)] : []));
      if (results.length === 0) return content.map((block) => block.text ?? '').join('');
      conversation.push({ role: 'user', content: results });
    }
  };
}

function resultOf({ toolUseId, name, input }) {
  const { text, failed } = runTool(name, input);
  return { toolResult: { toolUseId, content: [{ text }], status: failed ? 'error' : 'success' } };
}

async function converseStreamed(request, heard) {
  const blocks = [];
  for await (const { contentBlockStart, contentBlockDelta } of (await client.send(new ConverseStreamCommand(request)))
    .stream) {
    if (contentBlockStart) {
      const { contentBlockIndex, start } = contentBlockStart;
      blocks[contentBlockIndex] = { toolUse: { ...start.toolUse, input: '' } };
    }
    if (!contentBlockDelta) continue;
    const { contentBlockIndex, delta } = contentBlockDelta;
    blocks[contentBlockIndex] ??= { text: '' };
    if (delta.text !== undefined) {
      blocks[contentBlockIndex].text += delta.text;
      await heard();
    }
    if (delta.toolUse) blocks[contentBlockIndex].toolUse.input += delta.toolUse.input;
  }
  return blocks.map(({ text, toolUse }) =>
    toolUse ? { toolUse: { ...toolUse, input: JSON.parse(toolUse.input) } } : { text },
  );
}

function bodyOf({ model: _, ...request }) {
  return { modelId: model, body: JSON.stringify({ anthropic_version: 'bedrock-2023-05-31', ...request }) };
}

async function invoked(request) {
  const { body } = await client.send(new InvokeModelCommand(bodyOf(request)));
  return JSON.parse(new TextDecoder().decode(body)).content;
}

async function* invokedEvents(request) {
  const { body } = await client.send(new InvokeModelWithResponseStreamCommand(bodyOf(request)));
  for await (const { chunk } of body) yield JSON.parse(new TextDecoder().decode(chunk.bytes));
}

await serve({
  'sdk-converse': converse(async (request) => (await client.send(new ConverseCommand(request))).output.message.content),
  'sdk-converse-stream': converse(converseStreamed),
  'sdk-invoke': messages(invoked),
  'sdk-invoke-stream': messages((request, heard) => joinedBlocks(invokedEvents(request), heard)),
  'anthropic-bedrock': messages(async (request) => (await claude.messages.create(request)).content),
  'anthropic-bedrock-stream': messages(async (request, heard) =>
    joinedBlocks(await claude.messages.create({ ...request, stream: true }), heard),
  ),
});
