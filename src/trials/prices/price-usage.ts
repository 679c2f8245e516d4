import type { CapPrices, ModelPrice, Prices } from './prices.ts';

/** The counts that cost money. `input_tokens` includes the cached ones; absent parts were not reported. */
export interface PricedCounts {
  readonly input_tokens: number | null;
  readonly output_tokens: number | null;
  readonly cost_usd: number | null;
  readonly list_cost_usd?: number | null;
  readonly cache_read_tokens?: number | null;
  readonly cache_write_tokens?: number | null;
  readonly cache_write_1h_tokens?: number | null;
}

/** The names of one model: in the answer, and in the request. */
export interface ModelNames {
  readonly served: string | null;
  readonly requested: string | null;
}

/**
 * The usage of one model call with its cost in US dollars: (uncached input × input + cache reads × input_cache_read + cache
 * writes × input_cache_write, those for an hour × input_cache_write_1h, + output × output) / 10^6; and with its cost at list prices, for which
 * all input is uncached. Without a price, or without the counts it needs, the cost stays as reported, usually `null`, and the other one absent;
 * an unknown cost is never 0.
 */
export function priceUsage<Counts extends PricedCounts>(usage: Counts, names: ModelNames, prices: Prices): Counts {
  const price = findPrice(names, prices);
  if (price === null) return usage;
  const cost_usd = cost(usage, price);
  const list_cost_usd = cost(usage, { input: price.input, output: price.output, ...NO_CACHE });
  return {
    ...usage,
    ...(cost_usd !== null && { cost_usd }),
    ...(list_cost_usd !== null && { list_cost_usd }),
  };
}

/**
 * The usage with what a cap counts: the dearest of these prices, those of the base commit, and what the provider reports. A model
 * without a price there has none, unless nothing has one: a change can't lift the cap by prices of its own.
 */
export function capUsage<Counts extends PricedCounts>(
  usage: Counts,
  names: ModelNames,
  { prices, base_prices }: CapPrices,
): Counts {
  const own = priceUsage(usage, names, prices);
  if (base_prices === undefined) return own;
  const base = priceUsage(usage, names, base_prices);
  if (base.cost_usd === null && Object.keys(base_prices).length > 0) return base;
  const costs = [usage, own, base].flatMap(({ cost_usd }) => cost_usd ?? []);
  return { ...own, cost_usd: costs.length === 0 ? null : Math.max(...costs) };
}

const NO_CACHE = { input_cache_read: null, input_cache_write: null };

/**
 * The price of the model as served, else as requested, else of either without the date at its end (`-2024-08-06`, `-20240806`):
 * aliases are served under dated names. `null`: no price is known.
 */
function findPrice({ served, requested }: ModelNames, prices: Prices): ModelPrice | null {
  const names = [served, requested].filter((name) => name !== null);
  const match = [...names, ...names.map((name) => name.replace(DATE, ''))].find((name) => Object.hasOwn(prices, name));
  return match === undefined ? null : (prices[match] ?? null);
}

const DATE = /-(?:\d{4}-\d{2}-\d{2}|\d{8})$/;

function cost(usage: PricedCounts, price: ModelPrice): number | null {
  const { input_tokens, output_tokens, cache_read_tokens = 0, cache_write_tokens = 0 } = usage;
  if (input_tokens === null || output_tokens === null) return null;
  const write = price.input_cache_write ?? price.input;
  const longer = usage.cache_write_1h_tokens ?? 0;
  const cached = [
    { tokens: cache_read_tokens, price: price.input_cache_read ?? price.input },
    { tokens: cache_write_tokens === null ? null : Math.max(0, cache_write_tokens - longer), price: write },
    { tokens: longer, price: price.input_cache_write_1h ?? write },
  ];
  let uncached = input_tokens;
  let total = output_tokens * price.output;
  for (const part of cached) {
    // An unknown part matters only if it has its own price.
    if (part.tokens === null && part.price !== price.input) return null;
    uncached -= part.tokens ?? 0;
    total += (part.tokens ?? 0) * part.price;
  }
  const usd = (total + uncached * price.input) / 1e6;
  return uncached >= 0 && usd <= MAX_COST ? usd : null;
}

/** The largest cost in a results file. */
const MAX_COST = 1e15;
