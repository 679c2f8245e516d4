import { canonicalJson } from '#common/json.ts';
import type { ToolCall } from '#trials/trial/trajectory.ts';
import type { McpCall } from './exchange.ts';
import { interleave } from './interleave.ts';

/**
 * The tool calls of a turn: those that the agent or its model's wire names, and those that servers saw. A call seen on both sides
 * is one: it keeps the name and arguments that the model chose, and gets what the server knows of it. A call that only a server
 * saw comes before the next one that both saw, or at the end.
 *
 * A call that a server saw before the model had answered is none of the model's: the agent made it by itself.
 *
 * @param listed `null`: nobody named the agent's calls
 * @param knownFrom milliseconds of the turn before which nobody could know of a listed call; `null`: no such time is known
 */
export function mergeMcpCalls(
  listed: readonly ToolCall[] | null,
  seen: readonly McpCall[],
  knownFrom: (call: ToolCall) => number | null = () => null,
): readonly ToolCall[] {
  const reported = listed ?? [];
  const twins = pair(reported, seen, (item, { started_ms }) => started_ms >= (knownFrom(item) ?? 0));
  return interleave(reported, seen, { twins, complete: completeCall, alone });
}

/** By the place of the server's call, the place of the listed one: equal arguments first, then those that don't contradict. */
function pair(
  reported: readonly ToolCall[],
  seen: readonly McpCall[],
  isLater: (made: ToolCall, call: McpCall) => boolean,
): ReadonlyMap<number, number> {
  const twins = new Map<number, number>();
  const taken = new Set<number>();
  for (const fits of [isEqual, agrees]) {
    for (const [place, call] of seen.entries()) {
      if (twins.has(place)) continue;
      const isTwin = (item: ToolCall) => isNamed(item.name, call) && fits(item, call) && isLater(item, call);
      const at = reported.findIndex((item, index) => !taken.has(index) && isTwin(item));
      if (at === -1) continue;
      twins.set(place, at);
      taken.add(at);
    }
  }
  return twins;
}

/** Clients put the name of the server before that of the tool: `mcp__shop__refund`, `shop_refund`, `shop.refund`. */
export function isNamed(name: string, { server, name: tool }: Pick<McpCall, 'server' | 'name'>): boolean {
  const [whole, end, own] = [plain(name), plain(tool), plain(server)];
  if (whole === end) return true;
  return whole.endsWith(`_${end}`) && [own, `mcp_${own}`].includes(whole.slice(0, -end.length - 1));
}

/** Providers allow few characters in names, so clients replace the others. */
function plain(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]+/g, '_');
}

function isEqual(reported: ToolCall, call: McpCall): boolean {
  return canonicalJson(reported.arguments) === canonicalJson(call.arguments);
}

/** Clients fill in defaults and drop nulls; an argument that both name must be the same. */
function agrees({ arguments: reported }: ToolCall, { arguments: args }: McpCall): boolean {
  return Object.keys(reported).every(
    (key) => !Object.hasOwn(args, key) || canonicalJson(reported[key] ?? null) === canonicalJson(args[key] ?? null),
  );
}

function completeCall(reported: ToolCall, call: McpCall): ToolCall {
  return {
    ...reported,
    status: reported.status ?? call.status,
    result: reported.result ?? call.result,
    ...measurementsOf(call),
  };
}

function alone(call: McpCall): ToolCall {
  const { name, arguments: args, status, result } = call;
  return { name, arguments: args, status, result, step: null, ...measurementsOf(call) };
}

function measurementsOf({ server, started_ms, duration_ms: took, bytes, mocked }: McpCall): Partial<ToolCall> {
  return {
    server,
    started_ms,
    ...(took !== null && { duration_ms: took }),
    ...(bytes !== null && { bytes }),
    ...(mocked && { mocked: true as const }),
  };
}
