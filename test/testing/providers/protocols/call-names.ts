import type { ScriptCall, ScriptMessage } from '../script.ts';

/** The messages, with the name of the tool put into results that do not tell it: found by id, or where there is none, by order. */
export function nameResults(messages: readonly ScriptMessage[]): readonly ScriptMessage[] {
  const names = new Map<string | null, string>();
  let waiting: ScriptCall[] = [];
  return messages.map((message) => {
    if (message.role === 'assistant') waiting = [...message.calls];
    for (const { id, name } of message.calls) if (id !== null) names.set(id, name);
    if (message.role !== 'tool' || message.tool_name !== null) return message;
    const next = waiting.shift();
    const name = message.call_id === null ? next?.name : names.get(message.call_id);
    return { ...message, tool_name: name ?? null };
  });
}

/** A message of the user. */
export function userMessage(text: string): ScriptMessage {
  return { role: 'user', text, calls: [], call_id: null, tool_name: null, is_error: false };
}
