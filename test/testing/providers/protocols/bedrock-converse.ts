import { isJsonObject, type JsonObject } from '../json.ts';
import { numberOrNull, objectOr, objects, stringOr, stringOrNull, textOf } from '../read-json.ts';
import { Refusal } from '../refusal.ts';
import type { ScriptMessage } from '../script.ts';
import { awsFrame, padded } from './bedrock-frames.ts';
import { nameResults, userMessage } from './call-names.ts';
import { pieces } from './frames.ts';
import type { ChatRequest, Protocol, Reply } from './protocol.ts';

/** Bedrock's `Converse` and `ConverseStream`. */
export const bedrockConverse: Protocol = {
  endpoint: 'bedrock_converse',
  read: (body, { path }) => readConversation(body, path),
  whole: (reply) => ({
    output: { message: { role: 'assistant', content: contentBlocks(reply) } },
    stopReason: stopReason(reply),
    usage: usage(reply),
    metrics: { latencyMs: 1 },
  }),
  stream: streamFrames,
  unended: (reply) => streamFrames(reply).slice(0, -2),
  streamError: (type, message) => awsFrame(type, { message }),
  streamType: 'application/vnd.amazon.eventstream',
  callId: ['tooluse_', 22],
};

function streamFrames(reply: Reply): readonly Uint8Array[] {
  return [
    awsFrame('messageStart', padded({ role: 'assistant' })),
    ...contentBlocks(reply).flatMap((block, contentBlockIndex) => blockFrames(block, contentBlockIndex, reply)),
    awsFrame('messageStop', padded({ stopReason: stopReason(reply) })),
    awsFrame('metadata', padded({ usage: usage(reply), metrics: { latencyMs: 1 } })),
  ];
}

/** The model that the path names. */
export function modelOf(path: string): string {
  return decodeURIComponent(/^\/model\/([^/]+)\//.exec(path)?.[1] ?? '');
}

function readConversation(body: JsonObject, path: string): ChatRequest {
  const unknown = Object.keys(body).find((name) => !FIELDS.has(name));
  if (unknown !== undefined)
    throw new Refusal(400, `Unexpected field type: ${unknown}`, { type: 'SerializationException' });
  const messages = objects(body['messages']);
  if (messages[0]?.['role'] !== 'user')
    throw new Refusal(
      400,
      'A conversation must start with a user message. Try again with a conversation that starts with a user message.',
    );
  for (const { role, content } of messages) {
    if (role !== 'user' && role !== 'assistant')
      throw new Refusal(
        400,
        `1 validation error detected: Value '${role}' at 'messages.1.member.role' failed to satisfy constraint: Member must satisfy enum value set: [user, assistant]`,
      );
    if (objects(content).length === 0)
      throw new Refusal(
        400,
        'The content field in the Message object is empty. Add a ContentBlock object to the content field and try again.',
      );
    for (const block of objects(content))
      if (block['text'] !== undefined && stringOr(block['text'], '').trim() === '')
        throw new Refusal(
          400,
          'The text field in the ContentBlock object is blank. Add text to the text field, and try again.',
        );
  }
  const tools = objects(objectOr(body['toolConfig'])['tools']).flatMap(({ toolSpec }) =>
    isJsonObject(toolSpec) ? [toolSpec] : [],
  );
  return {
    model: modelOf(path),
    system: body['system'] === undefined ? null : textOf(body['system']),
    messages: nameResults(messages.flatMap(readMessage)),
    tool_schemas: tools.map((tool) => ({
      name: stringOr(tool['name'], ''),
      description: stringOr(tool['description'], ''),
      schema: objectOr(objectOr(tool['inputSchema'])['json']),
    })),
    stream: path.endsWith('/converse-stream'),
    temperature: numberOrNull(objectOr(body['inferenceConfig'])['temperature']),
    seed: null,
    parallel: true,
  };
}

const FIELDS = new Set([
  ...['messages', 'system', 'inferenceConfig', 'toolConfig', 'guardrailConfig', 'additionalModelRequestFields'],
  ...['promptVariables', 'additionalModelResponseFieldPaths', 'requestMetadata', 'performanceConfig'],
  ...['serviceTier', 'outputConfig'],
]);

function readMessage({ role, content }: JsonObject): readonly ScriptMessage[] {
  const blocks = objects(content);
  const text = blocks.map((block) => stringOr(block['text'], '')).join('');
  if (role === 'assistant') {
    const calls = blocks.flatMap(({ toolUse }) => {
      if (!isJsonObject(toolUse)) return [];
      const { toolUseId, name, input } = toolUse;
      return [{ id: stringOrNull(toolUseId), name: stringOr(name, ''), arguments: objectOr(input) }];
    });
    return [{ ...userMessage(text), role: 'assistant', calls }];
  }
  const results = blocks.flatMap(({ toolResult }): readonly ScriptMessage[] => {
    if (!isJsonObject(toolResult)) return [];
    const texts = objects(toolResult['content']).map(({ text: told, json }) => told ?? JSON.stringify(json));
    return [
      {
        ...userMessage(texts.join('')),
        role: 'tool',
        call_id: stringOrNull(toolResult['toolUseId']),
        is_error: toolResult['status'] === 'error',
      },
    ];
  });
  return [...results, ...(text === '' && results.length > 0 ? [] : [userMessage(text)])];
}

function contentBlocks(reply: Reply): readonly JsonObject[] {
  return [
    ...(reply.reasoning === '' ? [] : [{ reasoningContent: { reasoningText: { text: reply.reasoning } } }]),
    ...(reply.text === '' ? [] : [{ text: reply.text }]),
    ...reply.calls.map(({ id, name, parsed, raw }) => ({
      toolUse: { toolUseId: id, name, input: parsed ?? { invalid: raw } },
    })),
  ];
}

/** Only a tool's block has a start of its own. */
function blockFrames(block: JsonObject, contentBlockIndex: number, reply: Reply): readonly Uint8Array[] {
  const { text, toolUse } = block;
  const frame = (type: string, data: JsonObject) => awsFrame(type, padded({ contentBlockIndex, ...data }));
  const delta = (content: JsonObject) => frame('contentBlockDelta', { delta: content });
  const end = frame('contentBlockStop', {});
  if (isJsonObject(toolUse)) {
    const { input: _, ...start } = toolUse;
    const raw = reply.calls.find(({ id }) => id === toolUse['toolUseId'])?.raw ?? '';
    const parts = pieces(raw).map((input) => delta({ toolUse: { input } }));
    return [frame('contentBlockStart', { start: { toolUse: start } }), ...parts, end];
  }
  if (typeof text === 'string') return [...pieces(text).map((part) => delta({ text: part })), end];
  return [...pieces(reply.reasoning).map((part) => delta({ reasoningContent: { text: part } })), end];
}

function stopReason({ finish }: Reply): string {
  return { stop: 'end_turn', tool_calls: 'tool_use', length: 'max_tokens', refusal: 'guardrail_intervened' }[finish];
}

/** What came from and went to a cache is counted beside the input, and in the total. */
function usage({ usage: counts }: Reply): JsonObject {
  return {
    inputTokens: Math.max(0, counts.input - counts.cache_read - counts.cache_write),
    outputTokens: counts.output,
    totalTokens: counts.input + counts.output,
    cacheReadInputTokens: counts.cache_read,
    cacheWriteInputTokens: counts.cache_write,
  };
}
