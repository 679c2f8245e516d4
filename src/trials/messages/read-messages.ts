import { cutEnd } from '#common/cut.ts';
import type { Json, JsonObject } from '#common/json.ts';
import { anthropic } from './anthropic.ts';
import { bedrock } from './bedrock.ts';
import { foldEvents, type MessageAccount } from './fold-events.ts';
import { gemini } from './gemini.ts';
import { langchain } from './langchain.ts';
import type { MessageEvent, MessageShape } from './message-shape.ts';
import { ollama } from './ollama.ts';
import { openaiChat } from './openai-chat.ts';
import { openaiResponses } from './openai-responses.ts';
import { ownPart, type SentConversation } from './own-part.ts';
import { boundsProblem } from './value-bounds.ts';

/** The account in the messages, or the first message that can't be read. */
export type MessagesReading =
  | { readonly kind: 'read'; readonly account: MessageAccount }
  | { readonly kind: 'unreadable'; readonly problem: string };

/**
 * Reads the agent's part of this turn from messages in a foreign format. A message that can only be of one format is read as
 * that; the others are read as the first of these is, or as plain `{role, content}` messages. A message of no known format
 * makes all of them unreadable: skipping it could hide a tool call.
 *
 * @param previous the messages that the agent returned for the turn before, `null` for the first turn or if it returned none
 */
export function readMessages(
  messages: readonly JsonObject[],
  conversation: SentConversation,
  previous: readonly JsonObject[] | null,
): MessagesReading {
  const read = readEvents(messages);
  if ('problem' in read) return { kind: 'unreadable', problem: read.problem };
  const before = previous === null ? null : readEvents(previous);
  const known = before === null || 'problem' in before ? null : before.events;
  return { kind: 'read', account: foldEvents(ownPart(read.events, conversation, known)) };
}

function readEvents(
  messages: readonly JsonObject[],
): { readonly events: readonly MessageEvent[] } | { readonly problem: string } {
  const shape = messages.map(toldShape).find((reported) => reported !== undefined) ?? openaiChat;
  const all: MessageEvent[] = [];
  for (const [index, message] of messages.entries()) {
    const events = (toldShape(message) ?? shape).read(message) ?? openaiChat.read(message);
    if (events === null) return { problem: unreadable(index, message, shape) };
    if (events.some((event) => event.kind === 'model' && event.calls.some((call) => call.name === ''))) {
      return { problem: `messages[${index}] requests a tool without a name (read as ${shape.name})` };
    }
    all.push(...events);
  }
  // Arguments given as text are parsed here for the first time, and all that follows walks them by recursion.
  const excess = boundsProblem(
    all.flatMap((event) => (event.kind === 'model' ? event.calls.map(({ arguments: args }): Json => args) : [])),
  );
  return excess === null ? { events: all } : { problem: `tool_calls, the arguments as read: ${excess}` };
}

/** Formats with distinctive marks, from the most to the least distinct. OpenAI chat is the remaining one. */
const SHAPES: readonly MessageShape[] = [langchain, openaiResponses, gemini, bedrock, anthropic, ollama, openaiChat];

function toldShape(message: JsonObject): MessageShape | undefined {
  return SHAPES.find((candidate) => candidate.tells(message));
}

function unreadable(index: number, message: JsonObject, shape: MessageShape): string {
  const keys = Object.keys(message).slice(0, 8).join(', ');
  return (
    `messages[${index}] with the keys (${cutEnd(keys, 200)}) can't be read as ${shape.name}. Known formats: ` +
    `${SHAPES.map(({ name }) => name).join(', ')}. Return one of them, or give tool_calls yourself.`
  );
}
