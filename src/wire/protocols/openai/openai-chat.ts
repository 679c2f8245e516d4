import { isJsonObject, type Json, type JsonObject } from '#common/json.ts';
import { objectsOf } from '#trials/messages/content-text.ts';
import { openaiChat } from '#trials/messages/openai-chat.ts';
import { endpointFormat } from '../format/endpoint-format.ts';
import { eventsOf, isUnreadList, objectOf, wireUsage } from '../format/read-body.ts';
import { withDeployment } from './deployment.ts';
import { callsTools, chatBody } from './openai-chat-stream.ts';

/**
 * Chat Completions, also of compatible servers. With several choices the first one (`index` 0) is the answer; if another one
 * requests tools, it is unknown which calls the agent makes.
 */
export const openaiChatCompletions = endpointFormat({
  inCommonNames: withDeployment,
  messages: ({ messages }) => eventsOf(openaiChat, objectsOf(messages)),
  answer(body) {
    const first = firstChoice(body);
    const message = first?.['message'];
    if (!isJsonObject(message)) return null;
    const others = objectsOf(body['choices']).filter((choice) => choice !== first);
    return {
      named: body,
      events: openaiChat.read({ choices: [{ message }] }) ?? [],
      requests: CALLS.has(first?.['finish_reason'] ?? null),
      hides: isUnreadList(message['tool_calls']) || others.some((choice) => callsTools(objectOf(choice['message']))),
    };
  },
  usage: ({ usage, model }) => wireUsage(usage, model),
  builder: chatBody,
});

const CALLS: ReadonlySet<Json> = new Set(['tool_calls', 'function_call']);

function firstChoice({ choices }: JsonObject): JsonObject | undefined {
  const items = objectsOf(choices);
  return items.find(({ index }) => index === 0) ?? items[0];
}
