import { isJsonObject, type Json, type JsonObject } from '#common/json.ts';
import { jsonOrUndefined } from '#common/json-text.ts';
import type { MessageEvent } from '#trials/messages/message-shape.ts';
import { openaiChat } from '#trials/messages/openai-chat.ts';

/** Messages that were read, and what could not be: sentence parts that begin with the place. */
export interface ReadMessages {
  readonly messages: readonly MessageEvent[];
  readonly problems: readonly string[];
}

/** Nothing was said. */
const NO_MESSAGES: ReadMessages = { messages: [], problems: [] };

/**
 * Reads a list of messages, or its JSON text.
 *
 * @param place the name of the attribute
 * @param read one message; `null` if it can't be read
 */
export function jsonMessages(
  value: Json | undefined,
  place: string,
  read: (message: JsonObject) => readonly MessageEvent[] | null,
): ReadMessages {
  if (value === undefined || value === null) return NO_MESSAGES;
  const list = attributeJson(value);
  if (!Array.isArray(list)) return { messages: [], problems: [`${place} is not a list of messages in JSON`] };
  const all = list.map((message: Json, index) => {
    const events = isJsonObject(message) ? read(message) : null;
    const lacksName = events?.some((event) => event.kind === 'model' && event.calls.some(({ name }) => name === ''));
    return events === null || lacksName === true
      ? { messages: [], problems: [`${place}[${index}] can't be read`] }
      : { messages: events, problems: [] };
  });
  return joinReadings(all);
}

/** Several readings as one. */
export function joinReadings(all: readonly ReadMessages[]): ReadMessages {
  return { messages: all.flatMap(({ messages }) => messages), problems: all.flatMap(({ problems }) => problems) };
}

/** Attributes hold JSON as text, some exporters as values. */
export function attributeJson(value: Json | undefined): Json | undefined {
  return typeof value === 'string' ? jsonOrUndefined(value) : value;
}

/** A message of Chat Completions whose content may be the JSON text of a list of parts. */
export function chatMessage(message: JsonObject): readonly MessageEvent[] | null {
  const { content } = message;
  const parts = typeof content === 'string' && content.startsWith('[{') ? jsonOrUndefined(content) : undefined;
  return openaiChat.read(Array.isArray(parts) ? { ...message, content: parts } : message);
}

/** What a model said, without its usage. */
export function modelEvent(
  text: string,
  calls: Extract<MessageEvent, { kind: 'model' }>['calls'],
): Extract<MessageEvent, { kind: 'model' }> {
  return { kind: 'model', text, calls, usage: null, group: null };
}
