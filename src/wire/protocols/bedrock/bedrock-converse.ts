import { cutDepth } from '#common/cut-depth.ts';
import { isJsonObject, type Json, type JsonObject } from '#common/json.ts';
import { bedrock, bedrockUsage } from '#trials/messages/bedrock.ts';
import { objectsOf } from '#trials/messages/content-text.ts';
import { eventsOf, knownCalls, objectOf, wireAnswer, wireRequest, withModel } from '../format/read-body.ts';
import { streamReader } from '../format/stream-reader.ts';
import type { WireFormat } from '../format/wire-format.ts';
import { converseBody } from './bedrock-converse-stream.ts';

/** `Converse` and `ConverseStream`. The path names the model, and says whether the answer streams. */
export const bedrockConverse: WireFormat = {
  inCommonNames: (body, path) => ({ ...conversation(body), ...askedIn(path) }),
  readRequest: (body, retryCount) =>
    wireRequest(body, retryCount, ({ messages }) => eventsOf(bedrock, objectsOf(messages))),
  readAnswer(raw) {
    const body = objectOf(cutDepth(raw));
    const { message } = objectOf(body['output']);
    if (!isJsonObject(message)) return null;
    const answer = wireAnswer({}, bedrock.read({ ...message, role: 'assistant' }) ?? [], readUsage(body));
    return knownCalls(answer, body['stopReason'] === 'tool_use');
  },
  readUsage,
  stream: () => streamReader(converseBody(), bedrockConverse),
};

/** A body of Converse in common names. Marks for the provider's cache are left out: the model is shown none of them. */
export function conversation(body: JsonObject): JsonObject {
  const { system, messages, toolConfig, inferenceConfig, ...rest } = body;
  const { tools, ...choice } = objectOf(toolConfig);
  return {
    ...rest,
    ...objectOf(inferenceConfig),
    ...choice,
    ...(system === undefined ? {} : { system: withoutMarks(system) }),
    ...(tools === undefined ? {} : { tools: objectsOf(withoutMarks(tools)).map((tool) => tool['toolSpec'] ?? tool) }),
    messages: objectsOf(messages).map((message) => ({ ...message, content: withoutMarks(message['content'] ?? null) })),
  };
}

/** What the path of a request says: the model, as people write it, and whether the answer streams. */
export function askedIn(path: string): { readonly model: string | null; readonly stream: boolean } {
  const [, name, action = ''] = /^\/model\/([^/]+)\/([^/?]+)/.exec(path) ?? [];
  return { model: name === undefined ? null : decodeURIComponent(name), stream: action.endsWith('-stream') };
}

function withoutMarks(blocks: Json): Json {
  return Array.isArray(blocks)
    ? blocks.filter((block: Json) => !isJsonObject(block) || block['cachePoint'] === undefined)
    : blocks;
}

function readUsage(body: Json) {
  const read = bedrockUsage(objectOf(body)['usage']);
  return read === null ? null : withModel(read, undefined);
}
