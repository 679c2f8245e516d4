import { cutDepth } from '#domain/cut-depth.ts';
import { isJsonObject, type Json, type JsonObject } from '#domain/json.ts';
import { objectsOf } from '#domain/messages/content-text.ts';
import { openaiChat } from '#domain/messages/openai-chat.ts';
import { eventsOf, objectOf, wireAnswer, wireRequest, wireUsage } from '../read-body.ts';
import { streamReader } from '../stream-reader.ts';
import type { WireFormat } from '../wire-format.ts';
import { withDeployment } from './deployment.ts';
import { chatBody } from './openai-chat-stream.ts';

/** Chat Completions, also of compatible servers. With several choices the first one (`index` 0) is the answer. */
export const openaiChatCompletions: WireFormat = {
  inCommonNames: withDeployment,
  readRequest: (body, retryCount) =>
    wireRequest(body, retryCount, ({ messages }) => eventsOf(openaiChat, objectsOf(messages))),
  readAnswer(given) {
    const body = objectOf(cutDepth(given));
    const message = firstChoice(body)?.['message'];
    if (!isJsonObject(message)) return null;
    return wireAnswer(body, openaiChat.read({ choices: [{ message }] }) ?? [], readUsage(body));
  },
  readUsage,
  stream: () => streamReader(chatBody(), openaiChatCompletions),
};

function readUsage(body: Json) {
  const { usage, model } = objectOf(body);
  return wireUsage(usage, model);
}

function firstChoice({ choices }: JsonObject): JsonObject | undefined {
  const given = objectsOf(choices);
  return given.find(({ index }) => index === 0) ?? given[0];
}
