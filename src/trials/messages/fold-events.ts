import { addUsage } from '#trials/trial/add-usage.ts';
import type { ToolCall, Usage } from '#trials/trial/trajectory.ts';

import type { MessageEvent, RequestedCall } from './message-shape.ts';

/** What the messages of one turn show. */
export interface MessageAccount {
  /** In the order requested, `step` counted from 1 within the turn. */
  readonly tool_calls: readonly ToolCall[];
  /** Sum over the model calls; `null` if one of them does not report it. */
  readonly usage: Usage | null;
  /** Text of the last model message, `null` if it has none. */
  readonly output: string | null;
  /** Model calls. */
  readonly steps: number;
}

type ModelEvent = Extract<MessageEvent, { kind: 'model' }>;
type ResultEvent = Extract<MessageEvent, { kind: 'result' }>;

/** Sums up the messages of one turn. Results are matched to calls by id, and without one by name, then by order. */
export function foldEvents(events: readonly MessageEvent[]): MessageAccount {
  const steps: ModelEvent[] = [];
  const calls: { request: RequestedCall; step: number; result: ResultEvent | null }[] = [];
  let before: MessageEvent | null = null;
  for (const event of events) {
    if (event.kind === 'model') {
      const last = steps.at(-1);
      if (last !== undefined && before === last && event.group !== null && event.group === last.group) {
        steps.pop();
        steps.push(merge(last, event));
      } else steps.push(event);
      calls.push(...event.calls.map((request) => ({ request, step: steps.length, result: null })));
    }
    if (event.kind === 'result') {
      const open = calls.filter((call) => call.result === null);
      const match = open.find((call) => isFor(event, call.request));
      if (match !== undefined) match.result = event;
    }
    // A reasoning item between two items of one answer does not separate them.
    if (event.kind !== 'other') before = event.kind === 'model' ? (steps.at(-1) ?? null) : event;
  }
  return {
    tool_calls: calls.map(({ request, step, result }) => ({
      name: request.name,
      arguments: request.arguments,
      status: result === null ? null : result.status,
      result: result === null ? null : result.result,
      step,
    })),
    usage: totalUsage(steps),
    output: steps.at(-1)?.text || null,
    steps: steps.length,
  };
}

function merge(first: ModelEvent, next: ModelEvent): ModelEvent {
  // Pieces of one answer repeat its usage or have it only in the last piece: the last report counts for all.
  return { ...first, text: first.text + next.text, usage: next.usage ?? first.usage };
}

function isFor(result: ResultEvent, request: RequestedCall): boolean {
  if (result.call_id !== null && request.id !== null) return result.call_id === request.id;
  return result.name === null || result.name === request.name;
}

function totalUsage(steps: readonly ModelEvent[]): Usage | null {
  let total: Usage | null = null;
  for (const [index, { usage }] of steps.entries()) {
    if (usage === null) return null;
    total = index === 0 || total === null ? usage : addUsage(total, usage);
  }
  return total;
}
