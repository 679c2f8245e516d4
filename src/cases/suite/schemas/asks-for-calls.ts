import { isJsonObject } from '#common/json.ts';

/**
 * Whether `tools`, as written or as parsed, expects calls or allows a number of them, and so contradicts `no_tools`. Forbidding
 * or ordering calls does not.
 */
export function asksForCalls(tools: unknown): boolean {
  if (!isJsonObject(tools)) return tools !== undefined;
  const { calls, min_calls: fewest, max_calls: most } = tools;
  return (calls !== undefined && !(Array.isArray(calls) && calls.length === 0)) || (fewest ?? most ?? null) !== null;
}
