import { cutDepth } from '#common/cut-depth.ts';
import type { Json } from '#common/json.ts';
import { anthropic } from '#trials/messages/anthropic.ts';
import { objectsOf } from '#trials/messages/content-text.ts';
import { eventsOf, knownCalls, objectOf, wireAnswer, wireRequest, wireUsage } from '../format/read-body.ts';
import { streamReader } from '../format/stream-reader.ts';
import type { WireFormat } from '../format/wire-format.ts';
import { messageBody } from './anthropic-messages-stream.ts';

/** Messages. Blocks of tools that the provider runs (`server_tool_use`) are calls; their results come in the same answer. */
export const anthropicMessages: WireFormat = {
  readRequest: (body, retryCount) =>
    wireRequest(body, retryCount, ({ messages }) => eventsOf(anthropic, objectsOf(messages))),
  readAnswer(raw) {
    const body = objectOf(cutDepth(raw));
    const { content } = body;
    if (!Array.isArray(content) || body['type'] === 'error') return null;
    const answer = wireAnswer(body, anthropic.read({ role: 'assistant', content }) ?? [], readUsage(body));
    return knownCalls(answer, body['stop_reason'] === 'tool_use');
  },
  readUsage,
  stream: () => streamReader(messageBody(), anthropicMessages),
};

function readUsage(body: Json) {
  const { usage, model } = objectOf(body);
  return wireUsage(usage, model);
}
