import { foundValue } from '#common/document/found-value.ts';
import { isJsonObject, type Json, type JsonObject } from '#common/json.ts';
import type { DialectOptions } from './dialect.ts';
import type { Fields } from './fields.ts';
import { type Placed, place } from './placed.ts';
import { speakersOf } from './speakers.ts';

/** The parts of a case that come from a written conversation. */
export interface Conversation {
  readonly input: Placed | undefined;
  readonly history: readonly Placed[];
  /** The same as plain messages, the input last. */
  readonly messages: readonly JsonObject[];
}

/**
 * Reads a list of `{role, content}`: the last message of the user is the input, those before it are the history. Messages after
 * it (an answer already written) are not given to the agent, and a warning says so.
 */
export function readConversation(row: Fields, key: string, options: DialectOptions): Conversation {
  const messages = messagesWithRoles(row, key, options);
  if (messages === null) return NOTHING_SAID;
  const last = messages.findLastIndex((message) => message.role === 'user');
  const input = messages[last];
  if (input === undefined) {
    reportNoInput(row, key);
    return NOTHING_SAID;
  }
  reportUnused(row, key, messages.length - last - 1);
  return {
    input: place(input.content, input.fields.at('content')),
    history: messages.slice(0, last).map(({ role, content, fields }) => place({ role, content }, fields.path)),
    messages: messages.slice(0, last + 1).map(({ role, content }) => ({ role, content })),
  };
}

/** The messages with their speakers. `null`: that of one is unknown, and without it it would be another conversation. */
function messagesWithRoles(row: Fields, key: string, options: DialectOptions) {
  const entries = row.list(key)?.map(readMessage) ?? [];
  const speakers = speakersOf(
    entries.map(({ role }) => role),
    options,
  );
  for (const problem of speakers.problems) row.problems.push({ ...problem, path: row.at(key) });
  const messages = entries.flatMap((message) => {
    const role = speakers.of(message.role);
    return role === null ? [] : [{ ...message, role }];
  });
  return messages.length < entries.length ? null : messages;
}

function readMessage(message: Fields) {
  const role = message.requiredText('role') ?? '';
  const content = readContent(message);
  if (message.has('tool_calls')) {
    const text =
      'tool calls of earlier turns are not handed to the agent; say in `content` what they did if the answer depends on it';
    message.problems.push({ severity: 'warning', path: message.at('tool_calls'), message: text });
  }
  return { role, content, fields: message };
}

const NOTHING_SAID: Conversation = { input: undefined, history: [], messages: [] };

/** Text, or a list of text parts `{type: text, text}` joined by line breaks; a message that only calls tools may have none. */
function readContent(message: Fields): string {
  const content = message.raw('content');
  if (typeof content === 'string') return content;
  if (content === null && message.has('tool_calls')) return '';
  const texts = Array.isArray(content) ? content.map(textOfPart) : [null];
  if (texts.every((text) => text !== null)) return texts.join('\n');
  const kind = Array.isArray(content) ? 'a list with other parts' : foundValue(content);
  const text = `expected a text, or a list of parts {"type": "text", "text": "…"}, found ${kind}`;
  message.problems.push({ severity: 'error', path: message.at('content'), message: text });
  return '';
}

function textOfPart(part: Json): string | null {
  if (!isJsonObject(part) || part['type'] !== 'text') return null;
  return typeof part['text'] === 'string' ? part['text'] : null;
}

function reportNoInput(row: Fields, key: string): void {
  const value = row.raw(key);
  if (value !== null && !Array.isArray(value)) return;
  const message =
    value === null
      ? `\`${key}\` is missing; expected a list of {role, content}; the last message of the user is the input`
      : `no message of \`${key}\` is the user's; expected at least one, and the last one is the input`;
  row.problems.push({ severity: 'error', path: value === null ? row.path : row.at(key), message });
}

function reportUnused(row: Fields, key: string, count: number): void {
  if (count === 0) return;
  const message = `${count} of \`${key}\` after the user's last message: not handed to the agent; end the list with the message to answer`;
  row.problems.push({ severity: 'warning', path: row.at(key), message });
}
