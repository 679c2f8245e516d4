import { canonicalJson } from '#common/json.ts';
import { interleave } from '#trials/mcp/interleave.ts';
import type { ToolCall } from '#trials/trial/trajectory.ts';
import type { TracedToolCall } from './work-of-spans.ts';

/**
 * The tool calls of a turn: those that the agent or its model's wire names, and those that spans tell. A call in both is one, found
 * by its id, else by its name with equal arguments, else by its name with arguments that don't contradict; it gets what the
 * spans know of its run.
 *
 * @param listed `null`: nobody named the agent's calls
 * @param idOf the id of a listed call; `null`: unknown
 */
export function mergeTraced(
  listed: readonly ToolCall[] | null,
  traced: readonly TracedToolCall[],
  idOf: (call: ToolCall) => string | null,
): readonly ToolCall[] {
  const reported = listed ?? [];
  return interleave(reported, traced, { twins: pair(reported, traced, idOf), complete: completeCall, alone });
}

function pair(
  reported: readonly ToolCall[],
  traced: readonly TracedToolCall[],
  idOf: (call: ToolCall) => string | null,
): ReadonlyMap<number, number> {
  const twins = new Map<number, number>();
  const taken = new Set<number>();
  const ids = reported.map(idOf);
  const measures = [
    (call: TracedToolCall, at: number) => call.id !== null && call.id === ids[at],
    (call: TracedToolCall, at: number) => isOpen(call, ids[at]) && isEqual(reported[at], call),
    (call: TracedToolCall, at: number) => isOpen(call, ids[at]) && agrees(reported[at], call),
  ];
  for (const fits of measures)
    for (const [place, call] of traced.entries()) {
      if (twins.has(place)) continue;
      const at = reported.findIndex((_, index) => !taken.has(index) && fits(call, index));
      if (at === -1) continue;
      twins.set(place, at);
      taken.add(at);
    }
  return twins;
}

/** Two ids that differ are two calls. */
function isOpen(call: TracedToolCall, id: string | null | undefined): boolean {
  return call.id === null || id === null || id === undefined;
}

function isEqual(call: ToolCall | undefined, { name, arguments: args }: TracedToolCall): boolean {
  return call?.name === name && args !== null && canonicalJson(call.arguments) === canonicalJson(args);
}

function agrees(call: ToolCall | undefined, { name, arguments: args }: TracedToolCall): boolean {
  if (call?.name !== name) return false;
  return Object.entries(args ?? {}).every(
    ([key, value]) =>
      !Object.hasOwn(call.arguments, key) || canonicalJson(call.arguments[key] ?? null) === canonicalJson(value),
  );
}

function completeCall(reported: ToolCall, { status, result, duration_ms }: TracedToolCall): ToolCall {
  return {
    ...reported,
    status: reported.status ?? status,
    result: reported.result ?? result,
    ...(reported.duration_ms === undefined && duration_ms !== null && { duration_ms }),
  };
}

/** A trace may not say the arguments. */
function alone({ name, arguments: args, status, result, duration_ms }: TracedToolCall): ToolCall {
  return { name, arguments: args ?? {}, status, result, step: null, ...(duration_ms !== null && { duration_ms }) };
}
