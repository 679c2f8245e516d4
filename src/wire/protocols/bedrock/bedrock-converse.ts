import { isJsonObject, type Json, type JsonObject } from '#common/json.ts';
import { bedrock, bedrockUsage } from '#trials/messages/bedrock.ts';
import { objectsOf } from '#trials/messages/content-text.ts';
import { endpointFormat } from '../format/endpoint-format.ts';
import { eventsOf, objectOf, withModel } from '../format/read-body.ts';
import { converseBody } from './bedrock-converse-stream.ts';

/** `Converse` and `ConverseStream`. The path names the model, and says whether the answer streams. */
export const bedrockConverse = endpointFormat({
  inCommonNames: (body, path) => ({ ...conversation(body), ...askedIn(path) }),
  messages: ({ messages }) => eventsOf(bedrock, objectsOf(messages)),
  answer({ output, stopReason }) {
    const { message } = objectOf(output);
    if (!isJsonObject(message)) return null;
    const events = bedrock.read({ ...message, role: 'assistant' }) ?? [];
    return { events, requests: stopReason === 'tool_use' };
  },
  usage({ usage }) {
    const read = bedrockUsage(usage);
    return read && withModel(read, undefined);
  },
  builder: converseBody,
});

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
