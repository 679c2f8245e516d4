import type { Usage } from './trajectory.ts';

/** Largest cost in a results file, US dollars. */
export const MOST_USD = 1e15;

/**
 * Summed usage of several model calls; a count that one of them lacks is `null`, because a part is not the whole. Parts that
 * neither reports stay absent.
 */
export function addUsage(one: Usage, other: Usage): Usage {
  const models = new Set([...(one.models ?? []), ...(other.models ?? [])]);
  return {
    input_tokens: addCounts(one.input_tokens, other.input_tokens),
    output_tokens: addCounts(one.output_tokens, other.output_tokens),
    total_tokens: addCounts(one.total_tokens, other.total_tokens),
    cost_usd: addCounts(one.cost_usd, other.cost_usd, MOST_USD),
    estimated: one.estimated || other.estimated,
    ...addedPart('list_cost_usd', one, other, MOST_USD),
    ...addedPart('cache_read_tokens', one, other),
    ...addedPart('cache_write_tokens', one, other),
    ...addedPart('reasoning_tokens', one, other),
    ...(models.size === 0 ? {} : { models: [...models].sort() }),
  };
}

type Part = 'list_cost_usd' | 'cache_read_tokens' | 'cache_write_tokens' | 'reasoning_tokens';

function addedPart(part: Part, one: Usage, other: Usage, most?: number): { readonly [part in Part]?: number | null } {
  if (one[part] === undefined && other[part] === undefined) return {};
  return { [part]: addCounts(one[part] ?? null, other[part] ?? null, most) };
}

/** The sum of two counts; `null` if one is unknown, or if it exceeds the largest in a results file. */
export function addCounts(one: number | null, other: number | null, most = Number.MAX_SAFE_INTEGER): number | null {
  if (one === null || other === null) return null;
  return one + other <= most ? one + other : null;
}
