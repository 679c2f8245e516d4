import { isJsonObject } from '#domain/json.ts';

/**
 * Whether `tools`, as written or as read, wants calls or allows a number of them, and so contradicts `no_tools`. What it only forbids or puts
 * in order does not.
 */
export function asksForCalls(tools: unknown): boolean {
  if (!isJsonObject(tools)) return tools !== undefined;
  const { calls, min_calls: fewest, max_calls: most } = tools;
  return (calls !== undefined && !(Array.isArray(calls) && calls.length === 0)) || (fewest ?? most ?? null) !== null;
}
