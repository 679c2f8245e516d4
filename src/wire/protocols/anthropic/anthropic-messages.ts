import { anthropic } from '#trials/messages/anthropic.ts';
import { objectsOf } from '#trials/messages/content-text.ts';
import { endpointFormat } from '../format/endpoint-format.ts';
import { eventsOf, wireUsage } from '../format/read-body.ts';
import { messageBody } from './anthropic-messages-stream.ts';

/** Messages. Blocks of tools that the provider runs (`server_tool_use`) are calls; their results come in the same answer. */
export const anthropicMessages = endpointFormat({
  messages: ({ messages }) => eventsOf(anthropic, objectsOf(messages)),
  answer(body) {
    const { content, type, stop_reason } = body;
    if (!Array.isArray(content) || type === 'error') return null;
    const events = anthropic.read({ role: 'assistant', content }) ?? [];
    return { named: body, events, requests: stop_reason === 'tool_use' };
  },
  usage: ({ usage, model }) => wireUsage(usage, model),
  builder: messageBody,
});
