import type { Usage } from './trajectory.ts';

/** Largest cost in a results file, US dollars. */
export const MOST_USD = 1e15;

/**
 * Summed usage of several model calls; a count that one of them lacks is `null`, because a part is not the whole. Parts that
 * neither reports stay absent.
 */
export function addUsage(left: Usage, right: Usage): Usage {
  const models = new Set([...(left.models ?? []), ...(right.models ?? [])]);
  return {
    input_tokens: addCounts(left.input_tokens, right.input_tokens),
    output_tokens: addCounts(left.output_tokens, right.output_tokens),
    total_tokens: addCounts(left.total_tokens, right.total_tokens),
    cost_usd: addCounts(left.cost_usd, right.cost_usd, MOST_USD),
    estimated: left.estimated || right.estimated,
    ...addedPart('list_cost_usd', left, right, MOST_USD),
    ...addedPart('cache_read_tokens', left, right),
    ...addedPart('cache_write_tokens', left, right),
    ...addedPart('reasoning_tokens', left, right),
    ...(models.size === 0 ? {} : { models: [...models].sort() }),
  };
}

type Part = 'list_cost_usd' | 'cache_read_tokens' | 'cache_write_tokens' | 'reasoning_tokens';

function addedPart(part: Part, left: Usage, right: Usage, most?: number): { readonly [part in Part]?: number | null } {
  if (left[part] === undefined && right[part] === undefined) return {};
  return { [part]: addCounts(left[part] ?? null, right[part] ?? null, most) };
}

/** The sum of two counts; `null` if one is unknown, or if it exceeds the largest in a results file. */
export function addCounts(left: number | null, right: number | null, most = Number.MAX_SAFE_INTEGER): number | null {
  if (left === null || right === null) return null;
  return left + right <= most ? left + right : null;
}
