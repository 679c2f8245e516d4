import { isJsonObject, type Json, type JsonObject } from '#common/json.ts';
import type { ScriptAnswer, ScriptMessage, ScriptRequest } from '../../testing/providers/script.ts';

/** What a tool gave, beside the call that asked for it. */
export interface ToolResult {
  readonly name: string;
  readonly arguments: JsonObject;
  readonly text: string;
  /** The text as a JSON object or array; `null` when it is none. */
  readonly value: Json;
  /** As the wire says; OpenAI's has no word for it. */
  readonly is_error: boolean;
}

/** A call that the model wants to make. */
export interface Wish {
  readonly name: string;
  readonly arguments: JsonObject;
}

/** What the user said, oldest first. */
export function userTexts({ messages }: ScriptRequest): readonly string[] {
  return messages.filter(({ role }) => role === 'user').map(({ text }) => text);
}

/** The messages since the user spoke last: the model's own calls, and their results. */
export function thisTurn({ messages }: ScriptRequest): readonly ScriptMessage[] {
  return messages.slice(messages.findLastIndex(({ role }) => role === 'user') + 1);
}

/** The results among these messages. */
export function resultsIn(messages: readonly ScriptMessage[]): readonly ToolResult[] {
  const calls = messages.flatMap((message) => message.calls);
  return messages
    .filter(({ role }) => role === 'tool')
    .map(({ call_id, tool_name, text, is_error }) => {
      const call = calls.find(({ id }) => id !== null && id === call_id);
      const name = call?.name ?? tool_name ?? '';
      return { name, arguments: call?.arguments ?? {}, text, value: parse(text), is_error };
    });
}

/** Whether a rule stands in the system prompt: models of these scripts follow what they are told, and nothing else. */
export function isTold({ system }: ScriptRequest, rule: RegExp): boolean {
  return rule.test((system ?? '').replace(/\s+/g, ' '));
}

/** The first of the wishes that were not fulfilled yet in this turn, all at once or, now and then, one at a time; `null` when none is left. */
export function nextCalls(request: ScriptRequest, wishes: readonly Wish[], oneAtATime = 0): ScriptAnswer | null {
  const made = thisTurn(request).flatMap(({ calls }) => calls.map(({ name, arguments: args }) => key(name, args)));
  const open = wishes.filter(({ name, arguments: args }) => !made.includes(key(name, args)));
  if (open.length === 0) return null;
  return { calls: request.random() < oneAtATime ? open.slice(0, 1) : open };
}

function key(name: string, args: JsonObject | null): string {
  const sorted = Object.entries(args ?? {}).sort(([left], [right]) => (left < right ? -1 : 1));
  return JSON.stringify([name, sorted]);
}

function parse(text: string): Json {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) || Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}
