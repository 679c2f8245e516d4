import { isJsonObject, type Json, type JsonObject } from '#common/json.ts';

/** Conversations that Anthropic's server keeps: a request with `thread` holds what is new since the message it continues. */
export interface MessageThreads {
  /** The request with the whole conversation, which any server understands; the same text where there is no thread. */
  readonly whole: (body: string) => string;
  /** Keeps an answer with the conversation that led to it. */
  readonly keep: (whole: string, answer: string) => void;
}

/** No conversation yet. */
export function createMessageThreads(): MessageThreads {
  const kept = new Map<Json, readonly Json[]>();
  return {
    whole(text) {
      const body = read(text);
      const { thread, ...request } = body;
      if (!isJsonObject(thread)) return text;
      const before = kept.get(thread['previous_message_id'] ?? null) ?? [];
      return JSON.stringify({ ...request, messages: [...before, ...listIn(body, 'messages')] });
    },
    keep(whole, answer) {
      const { id, type, content } = read(answer);
      if (type !== 'message' || id === undefined || content === undefined) return;
      kept.set(id, [...listIn(read(whole), 'messages'), { role: 'assistant', content }]);
    },
  };
}

function read(text: string): JsonObject {
  const value: Json = text.startsWith('{') ? JSON.parse(text) : null;
  return isJsonObject(value) ? value : {};
}

function listIn(body: JsonObject, name: string): readonly Json[] {
  const value = body[name];
  return Array.isArray(value) ? value : [];
}
