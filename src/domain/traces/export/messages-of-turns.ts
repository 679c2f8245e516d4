import type { Json, JsonObject } from '#domain/json.ts';
import { jsonText } from '#domain/json-text.ts';
import type { ToolCall, TurnRecord } from '#domain/trial/trajectory.ts';

/** The id of a call in a trace: trajectories store none. `index` counts from 0 within its turn. */
export function callId(turn: TurnRecord, index: number): string {
  return `call_${turn.turn}_${index + 1}`;
}

/**
 * A conversation as JSON text in `gen_ai.input.messages`, everything but the last answer, and that as `gen_ai.output.messages`;
 * `null`: there is none.
 */
export function messagesOfTurns(turns: readonly TurnRecord[]): {
  readonly input: string;
  readonly output: string | null;
} {
  const last = turns.at(-1);
  const input = turns.flatMap((turn) => [
    message('user', [textPart(turn.input)]),
    ...callMessages(turn),
    ...(turn === last || turn.output === null ? [] : [message('assistant', [textPart(turn.output)])]),
  ]);
  const answer = last?.output ?? null;
  const output = answer === null ? null : [{ ...message('assistant', [textPart(answer)]), finish_reason: 'stop' }];
  return { input: jsonText(input), output: output === null ? null : jsonText(output) };
}

/** One message for the calls of one model call, then their results. */
function callMessages(turn: TurnRecord): readonly JsonObject[] {
  const calls = (turn.tool_calls ?? []).map((call, index) => ({ call, id: callId(turn, index) }));
  const steps: (typeof calls)[] = [];
  for (const one of calls) {
    const before = steps.at(-1)?.at(-1);
    if (before !== undefined && before.call.step !== null && before.call.step === one.call.step)
      steps.at(-1)?.push(one);
    else steps.push([one]);
  }
  return steps.flatMap((step) => [
    message('assistant', step.map(requestPart)),
    ...step
      .filter(({ call }) => call.status !== null)
      .map(({ call, id }) => message('tool', [{ type: 'tool_call_response', id, response: call.result }])),
  ]);
}

function requestPart({ call, id }: { readonly call: ToolCall; readonly id: string }): JsonObject {
  return { type: 'tool_call', id, name: call.name, arguments: call.arguments };
}

function message(role: string, parts: Json): JsonObject {
  return { role, parts };
}

function textPart(content: string): JsonObject {
  return { type: 'text', content };
}
