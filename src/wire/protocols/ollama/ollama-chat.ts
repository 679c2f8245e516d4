import { isJsonObject, type JsonObject } from '#common/json.ts';
import { contentText, objectsOf } from '#trials/messages/content-text.ts';
import { ollama } from '#trials/messages/ollama.ts';
import { endpointFormat } from '../format/endpoint-format.ts';
import { eventsOf, isUnreadList, objectOf, wireUsage } from '../format/read-body.ts';
import type { BodyBuilder } from '../format/stream-reader.ts';

/** Ollama's own chat. It streams (JSON lines) unless the request disables it, and its calls need no ids. */
export const ollamaChat = endpointFormat({
  messages: ({ messages }) => eventsOf(ollama, objectsOf(messages)),
  streams: true,
  answer(body) {
    const { message, done } = body;
    if (!isJsonObject(message) || done === false) return null;
    return { named: body, events: ollama.read({ message }) ?? [], hides: isUnreadList(message['tool_calls']) };
  },
  usage: ({ model, ...counts }) => wireUsage(counts, model),
  builder: chatBody,
});

/** Every line has a piece of the text and complete calls; the one with `done` has the counts. */
function chatBody(): BodyBuilder {
  const calls: JsonObject[] = [];
  let content = '';
  let last: JsonObject = {};
  let ended = false;
  let hides = false;
  return {
    take(line) {
      const message = objectOf(line['message']);
      content += contentText(message['content']);
      hides ||= isUnreadList(message['tool_calls']);
      calls.push(...objectsOf(message['tool_calls']));
      last = { ...last, ...line };
      ended ||= line['done'] === true;
    },
    body: () => ({ ...last, message: { role: 'assistant', content, tool_calls: calls } }),
    state: () => (ended ? 'ended' : 'open'),
    mixesCalls: () => hides,
  };
}
