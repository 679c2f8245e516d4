import { cutDepth } from '#common/cut-depth.ts';
import { isJsonObject, type Json, type JsonObject } from '#common/json.ts';
import { contentText, objectsOf } from '#trials/messages/content-text.ts';
import { ollama } from '#trials/messages/ollama.ts';
import {
  eventsOf,
  isUnreadList,
  knownCalls,
  objectOf,
  wireAnswer,
  wireRequest,
  wireUsage,
} from '../format/read-body.ts';
import { type BodyBuilder, streamReader } from '../format/stream-reader.ts';
import type { WireFormat } from '../format/wire-format.ts';

/** Ollama's own chat. It streams (JSON lines) unless the request disables it, and its calls need no ids. */
export const ollamaChat: WireFormat = {
  readRequest: (body, retryCount) =>
    wireRequest(body, retryCount, ({ messages }) => eventsOf(ollama, objectsOf(messages)), true),
  readAnswer(raw) {
    const body = objectOf(cutDepth(raw));
    const { message } = body;
    if (!isJsonObject(message) || body['done'] === false) return null;
    const answer = wireAnswer(body, ollama.read({ message }) ?? [], readUsage(body));
    return knownCalls(answer, false, isUnreadList(message['tool_calls']));
  },
  readUsage,
  stream: () => streamReader(chatBody(), ollamaChat),
};

function readUsage(body: Json) {
  const { model, ...counts } = objectOf(body);
  return wireUsage(counts, model);
}

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
