import type { JsonObject } from './json.ts';
import type { AnswerCall, ScriptMessage, ScriptRequest } from './script.ts';

/** What the user said last; empty when the user said nothing. */
export function lastUser({ messages }: ScriptRequest): string {
  return messages.findLast(({ role }) => role === 'user')?.text ?? '';
}

/** What came after the user spoke last: the agent's own steps in this turn. */
export function sinceUser({ messages }: ScriptRequest): readonly ScriptMessage[] {
  return messages.slice(messages.findLastIndex(({ role }) => role === 'user') + 1);
}

/** How often a tool was called in this turn. */
export function called(request: ScriptRequest, tool: string): number {
  return callsIn(sinceUser(request), tool).length;
}

/** The n-th answer in this turn that is being asked for, from 1. */
export function step(request: ScriptRequest): number {
  return sinceUser(request).filter(({ role }) => role === 'assistant').length + 1;
}

/** A call to be requested. */
export function call(name: string, args: JsonObject = {}): AnswerCall {
  return { name, arguments: args };
}

function callsIn(messages: readonly ScriptMessage[], tool: string) {
  return messages.flatMap(({ calls }) => calls).filter(({ name }) => name === tool);
}
