import type { Json, JsonObject } from '#domain/json.ts';
import type { AnswerCall, ScriptMessage, ScriptRequest } from './script.ts';

/** What the user said last; empty when the user said nothing. */
export function lastUser({ messages }: ScriptRequest): string {
  return messages.findLast(({ role }) => role === 'user')?.text ?? '';
}

/** What came after the user spoke last: the agent's own steps in this turn. */
export function sinceUser({ messages }: ScriptRequest): readonly ScriptMessage[] {
  return messages.slice(messages.findLastIndex(({ role }) => role === 'user') + 1);
}

/** The last result of a tool in this turn, as text; `null` when there is none. */
export function resultOf(request: ScriptRequest, tool: string): string | null {
  return resultMessage(request, tool)?.text ?? null;
}

/** The last result of a tool in this turn, as JSON; `null` when there is none or it is no JSON. */
export function jsonResultOf(request: ScriptRequest, tool: string): Json {
  try {
    return JSON.parse(resultOf(request, tool) ?? 'null');
  } catch {
    return null;
  }
}

/** Whether the last result of a tool in this turn was told to be an error (Anthropic's `is_error`). */
export function failed(request: ScriptRequest, tool: string): boolean {
  return resultMessage(request, tool)?.is_error === true;
}

/** How often a tool was called in this turn. */
export function called(request: ScriptRequest, tool: string): number {
  return callsIn(sinceUser(request), tool).length;
}

/** Arguments of the last call of a tool in the whole conversation; `null` when there is none. */
export function argumentsOf(request: ScriptRequest, tool: string): JsonObject | null {
  return callsIn(request.messages, tool).at(-1)?.arguments ?? null;
}

/** The n-th answer in this turn that is being asked for, from 1. */
export function step(request: ScriptRequest): number {
  return sinceUser(request).filter(({ role }) => role === 'assistant').length + 1;
}

/** A call to be requested. */
export function call(name: string, args: JsonObject = {}): AnswerCall {
  return { name, arguments: args };
}

function resultMessage(request: ScriptRequest, tool: string): ScriptMessage | undefined {
  return sinceUser(request).findLast((message) => message.role === 'tool' && message.tool_name === tool);
}

function callsIn(messages: readonly ScriptMessage[], tool: string) {
  return messages.flatMap(({ calls }) => calls).filter(({ name }) => name === tool);
}
