import { cutDepth } from '#common/cut-depth.ts';
import { isJsonObject, type Json, type JsonObject } from '#common/json.ts';
import { objectsOf } from '#trials/messages/content-text.ts';
import { openaiChat } from '#trials/messages/openai-chat.ts';
import {
  eventsOf,
  isUnreadList,
  knownCalls,
  objectOf,
  wireAnswer,
  wireRequest,
  wireUsage,
} from '../format/read-body.ts';
import { streamReader } from '../format/stream-reader.ts';
import type { WireFormat } from '../format/wire-format.ts';
import { withDeployment } from './deployment.ts';
import { callsTools, chatBody } from './openai-chat-stream.ts';

/**
 * Chat Completions, also of compatible servers. With several choices the first one (`index` 0) is the answer; if another one
 * requests tools, it is unknown which calls the agent makes.
 */
export const openaiChatCompletions: WireFormat = {
  inCommonNames: withDeployment,
  readRequest: (body, retryCount) =>
    wireRequest(body, retryCount, ({ messages }) => eventsOf(openaiChat, objectsOf(messages))),
  readAnswer(raw) {
    const body = objectOf(cutDepth(raw));
    const first = firstChoice(body);
    const message = first?.['message'];
    if (!isJsonObject(message)) return null;
    const answer = wireAnswer(body, openaiChat.read({ choices: [{ message }] }) ?? [], readUsage(body));
    const others = objectsOf(body['choices']).filter((choice) => choice !== first);
    const hides =
      isUnreadList(message['tool_calls']) || others.some((choice) => callsTools(objectOf(choice['message'])));
    return knownCalls(answer, CALLS.has(first?.['finish_reason'] ?? null), hides);
  },
  readUsage,
  stream: () => streamReader(chatBody(), openaiChatCompletions),
};

const CALLS: ReadonlySet<Json> = new Set(['tool_calls', 'function_call']);

function readUsage(body: Json) {
  const { usage, model } = objectOf(body);
  return wireUsage(usage, model);
}

function firstChoice({ choices }: JsonObject): JsonObject | undefined {
  const items = objectsOf(choices);
  return items.find(({ index }) => index === 0) ?? items[0];
}
