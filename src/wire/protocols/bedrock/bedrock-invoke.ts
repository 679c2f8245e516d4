import { given, isJsonObject, type Json, type JsonObject } from '#common/json.ts';
import { bedrockUsage } from '#trials/messages/bedrock.ts';
import { objectsOf, stringOrNull } from '#trials/messages/content-text.ts';
import type { RequestedCall } from '#trials/messages/message-shape.ts';
import type { Usage } from '#trials/trial/trajectory.ts';
import { anthropicMessages } from '../anthropic/anthropic-messages.ts';
import { endpointFormat } from '../format/endpoint-format.ts';
import { objectOf, wireUsage, withModel } from '../format/read-body.ts';
import { streamReader } from '../format/stream-reader.ts';
import type { WireFormat } from '../format/wire-format.ts';
import { openaiChatCompletions } from '../openai/openai-chat.ts';
import { askedIn, bedrockConverse, conversation } from './bedrock-converse.ts';
import { INVOCATION_METRICS, invokedBody, textIn } from './bedrock-invoke-stream.ts';

/** A body with a `prompt` and one text. */
const plain = endpointFormat({
  inCommonNames: (body, path) => ({
    ...(isConverse(body) ? conversation(body) : body),
    ...askedIn(path),
  }),
  withHeaders: countedInHeaders,
  answer(body) {
    const text = textIn(body);
    const calls = callsOf(body);
    if (text === null && calls.length === 0) return null;
    return { events: [{ kind: 'model', text: text ?? '', calls, usage: null, group: null }] };
  },
  usage: usageIn,
  builder: invokedBody,
});

/**
 * `InvokeModel` and `InvokeModelWithResponseStream`: the body is the model's own. Bodies of Anthropic, of Amazon's Nova and of
 * OpenAI's shape are read as those are; of others (a `prompt` and one text) the text, the calls and Bedrock's own counts.
 */
export const bedrockInvoke: WireFormat = {
  ...plain,
  readRequest: (body, retryCount) => shapeOfRequest(body).readRequest(body, retryCount),
  readAnswer: (raw) => (shapeOfAnswer(objectOf(raw)) ?? plain).readAnswer(raw),
  stream: () => streamReader(invokedBody(), bedrockInvoke),
};

/** A body in one piece with the counts that only its headers tell. */
export function countedInHeaders(body: Json, headers: { readonly [name: string]: string }): Json {
  const counts = Object.entries(COUNT_HEADERS).flatMap(([name, header]) => {
    const count = headers[header];
    return count !== undefined && /^\d{1,15}$/.test(count) ? [[name, Number(count)] as const] : [];
  });
  return counts.length === 0 || !isJsonObject(body)
    ? body
    : { ...body, [INVOCATION_METRICS]: Object.fromEntries(counts) };
}

const COUNT_HEADERS = {
  inputTokenCount: 'x-amzn-bedrock-input-token-count',
  outputTokenCount: 'x-amzn-bedrock-output-token-count',
  cacheReadInputTokenCount: 'x-amzn-bedrock-cache-read-input-token-count',
  cacheWriteInputTokenCount: 'x-amzn-bedrock-cache-write-input-token-count',
};

function isConverse(body: JsonObject): boolean {
  return body['schemaVersion'] === 'messages-v1' || isJsonObject(body['inferenceConfig']) || 'toolConfig' in body;
}

function shapeOfRequest(body: JsonObject): WireFormat {
  if (body['anthropic_version'] !== undefined) return anthropicMessages;
  return objectsOf(body['messages']).some(({ content }) =>
    objectsOf(content).some((block) => block['type'] === undefined),
  )
    ? bedrockConverse
    : openaiChatCompletions;
}

function shapeOfAnswer(body: JsonObject): WireFormat | null {
  if (Array.isArray(body['content'])) return anthropicMessages;
  if (isJsonObject(objectOf(body['output'])['message'])) return bedrockConverse;
  return isJsonObject(objectsOf(body['choices'])[0]?.['message']) ? openaiChatCompletions : null;
}

/** Cohere's calls. */
function callsOf(body: JsonObject): readonly RequestedCall[] {
  return objectsOf(body['tool_calls']).map(({ id, name, parameters }) => ({
    id: stringOrNull(id),
    name: stringOrNull(name) ?? '',
    arguments: objectOf(parameters),
  }));
}

function usageIn(body: JsonObject): Usage | null {
  const own = shapeOfAnswer(body)?.readUsage(body) ?? null;
  if (own !== null) return own;
  const { inputTokenCount, outputTokenCount, cacheReadInputTokenCount, cacheWriteInputTokenCount } = objectOf(
    body[INVOCATION_METRICS],
  );
  const metrics = bedrockUsage(
    given({
      inputTokens: inputTokenCount,
      outputTokens: outputTokenCount,
      cacheReadInputTokens: cacheReadInputTokenCount,
      cacheWriteInputTokens: cacheWriteInputTokenCount,
    }),
  );
  if (metrics !== null) return withModel(metrics, undefined);
  const { prompt_token_count, generation_token_count } = body;
  if (prompt_token_count === undefined && generation_token_count === undefined) return null;
  return wireUsage(
    { prompt_tokens: prompt_token_count ?? null, completion_tokens: generation_token_count ?? null },
    undefined,
  );
}
