import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { always } from '#test/support/always.ts';
import { capUsage, type ModelNames, priceUsage } from '#trials/prices/price-usage.ts';
import type { ModelPrice, Prices } from '#trials/prices/prices.ts';
import type { Usage } from '#trials/trial/trajectory.ts';

const usage = (parts: Partial<Usage> = {}): Usage => ({
  input_tokens: 1_000_000,
  output_tokens: 100_000,
  total_tokens: 1_100_000,
  cost_usd: null,
  estimated: false,
  ...parts,
});
const price = (input: number, output: number, parts: Partial<ModelPrice> = {}): ModelPrice => ({
  input,
  output,
  input_cache_read: null,
  input_cache_write: null,
  ...parts,
});
const cached = price(3, 15, { input_cache_read: 0.3, input_cache_write: 3.75 });
const asked = (requested: string): ModelNames => ({ served: null, requested });
const cost = (counts: Usage, names: ModelNames, prices: Prices) => priceUsage(counts, names, prices).cost_usd;

describe('a cost', () => {
  test('is input and output by the million', () => {
    expect(cost(usage(), asked('m'), { m: price(2.5, 10) })).toBeCloseTo(2.5 + 1, 12);
  });

  test('counts cache reads and writes apart, as parts of the input', () => {
    const counts = usage({ cache_read_tokens: 600_000, cache_write_tokens: 200_000 });
    expect(cost(counts, asked('m'), { m: cached })).toBeCloseTo(0.2 * 3 + 0.6 * 0.3 + 0.2 * 3.75 + 1.5, 12);
    expect(cost(counts, asked('m'), { m: price(3, 15) })).toBeCloseTo(3 + 1.5, 12);
  });

  test('counts writes to a cache of an hour at their own price', () => {
    const counts = usage({ cache_write_tokens: 200_000, cache_write_1h_tokens: 150_000 });
    const longer = { ...cached, input_cache_write_1h: 6 };
    expect(cost(counts, asked('m'), { m: longer })).toBeCloseTo(0.8 * 3 + 0.05 * 3.75 + 0.15 * 6 + 1.5, 12);
    expect(cost(counts, asked('m'), { m: cached })).toBeCloseTo(0.8 * 3 + 0.2 * 3.75 + 1.5, 12);
  });

  test('without a report of the cache takes all input for uncached', () => {
    expect(cost(usage(), asked('m'), { m: cached })).toBeCloseTo(3 + 1.5, 12);
  });

  test.each<[string, Usage, Prices]>([
    ['no price', usage(), {}],
    ['the price of another model', usage(), { n: price(1, 1) }],
    ['a name that every object has', usage(), {}],
    ['no input count', usage({ input_tokens: null }), { m: price(1, 1) }],
    ['no output count', usage({ output_tokens: null }), { m: price(1, 1) }],
    ['a cache count that is unknown', usage({ cache_read_tokens: null }), { m: cached }],
    ['more cached than input', usage({ cache_read_tokens: 900_000, cache_write_tokens: 900_000 }), { m: cached }],
  ])('is unknown, not 0, with %s', (name, counts, prices) => {
    expect(cost(counts, asked(name.startsWith('a name') ? 'constructor' : 'm'), prices)).toBeNull();
  });

  test('of an unknown cache count is known where the cache costs as much as the rest', () => {
    expect(cost(usage({ cache_read_tokens: null }), asked('m'), { m: price(3, 15) })).toBeCloseTo(4.5, 12);
  });

  test('that was reported stays where none can be computed, and gives way where one can', () => {
    expect(cost(usage({ cost_usd: 7 }), asked('m'), {})).toBe(7);
    expect(cost(usage({ cost_usd: 7 }), asked('m'), { m: price(1, 0) })).toBe(1);
  });

  test('of nothing is nothing, and leaves the counts as they are', () => {
    const counts = usage({ input_tokens: 0, output_tokens: 0, models: ['m'] });
    expect(priceUsage(counts, asked('m'), { m: price(1, 1) })).toEqual({ ...counts, cost_usd: 0, list_cost_usd: 0 });
  });

  test('is next to the one at list prices, which no cache changes', () => {
    const list = (parts: Partial<Usage>, prices: Prices = { m: cached }) =>
      priceUsage(usage(parts), asked('m'), prices).list_cost_usd;
    expect(list({})).toBeCloseTo(4.5, 12);
    expect(list({ cache_read_tokens: 600_000, cache_write_tokens: 200_000 })).toBeCloseTo(4.5, 12);
    expect(list({ cache_read_tokens: null })).toBeCloseTo(4.5, 12);
    expect(list({ cost_usd: 7 }, {})).toBeUndefined();
    expect(list({ input_tokens: null })).toBeUndefined();
  });

  test('grows with every count and is never negative', () => {
    const count = fc.integer({ min: 0, max: 10 ** 9 });
    always(
      fc.property(count, count, count, count, (uncached, read, write, output) => {
        const of = (more: number) =>
          cost(
            usage({
              input_tokens: uncached + read + write + more,
              cache_read_tokens: read + more,
              cache_write_tokens: write,
              output_tokens: output,
            }),
            asked('m'),
            { m: cached },
          ) ?? Number.NaN;
        expect(of(0)).toBeGreaterThanOrEqual(0);
        expect(of(10)).toBeGreaterThan(of(0));
      }),
    );
  });
});

describe('a price', () => {
  const prices = { 'gpt-4o': price(1, 0), 'gpt-4o-2024-08-06': price(2, 0), claude: price(3, 0), alias: price(4, 0) };
  test.each<[string | null, string | null, number | null]>([
    ['gpt-4o-2024-08-06', 'gpt-4o', 2],
    ['gpt-4o-2024-11-20', 'gpt-4o', 1],
    ['gpt-4o-2024-11-20', 'alias', 4],
    ['gpt-4o-2024-11-20', null, 1],
    ['claude-20240806', 'unknown', 3],
    ['unknown', 'claude-20240806', 3],
    ['gpt-4o-mini', 'gpt-4o-mini-2024-07-18', null],
    ['gpt-4o-mini-2024-07-18', null, null],
    ['gpt-4o-2024', null, null],
    [null, null, null],
  ])('of %s, asked for as %s, is %s: as served, as asked, without the date', (served, requested, input) => {
    expect(cost(usage(), { served, requested }, prices)).toBe(input);
  });
});

describe('what a cap counts', () => {
  const one = usage({ input_tokens: 1_000_000, output_tokens: 0, total_tokens: 1_000_000 });
  const counted = (prices: Prices, base_prices: Prices | undefined, reported: number | null = null) =>
    capUsage({ ...one, cost_usd: reported }, asked('m'), { prices, base_prices }).cost_usd;

  test.each<[string, number | null, number | null | 'no prices' | 'no base', number | null, number | null]>([
    ['without a base commit, its own price', 1, 'no base', 7, 1],
    ['the dearer of both prices', 1, 3, null, 3],
    ['the dearer of both prices', 5, 3, null, 5],
    ['what the provider reports, if that is more', 1, 3, 7, 7],
    ['the base commit’s price of what the change no longer prices', null, 3, null, 3],
    ['nothing known, if only the change prices the model', 1, null, null, null],
    ['what the provider reports, and no less', 0, null, 7, 7],
    ['the change’s own price, if the base commit prices nothing', 1, 'no prices', null, 1],
    ['what the provider reports, though the change says less', 0, 'no prices', 7, 7],
  ])('is %s (here %s, there %s, reported %s: %s)', (_, here, there, reported, expected) => {
    const prices = (value: number | null): Prices => (value === null ? { other: price(9, 9) } : { m: price(value, 0) });
    const base = there === 'no base' ? undefined : there === 'no prices' ? {} : prices(there);
    expect(counted(prices(here), base, reported)).toBe(expected);
  });

  test('is never less than by the base commit’s prices, whatever the change says that its models cost', () => {
    const dollars = fc.integer({ min: 0, max: 1000 });
    const anyPrice = fc.record({ input: dollars, output: dollars, cache: fc.option(dollars) });
    const anyPrices = fc.dictionary(fc.constantFrom('m', 'm-2024-08-06', 'other'), anyPrice);
    const pricesOf = (all: Record<string, { input: number; output: number; cache: number | null }>): Prices =>
      Object.fromEntries(
        Object.entries(all).map(([name, { input, output, cache }]) => [
          name,
          price(input, output, { input_cache_read: cache }),
        ]),
      );
    const names = fc.constantFrom<ModelNames>(asked('m'), { served: 'm-2024-08-06', requested: 'm' }, asked('other'));
    always(
      fc.property(anyPrices, anyPrices, names, (here, there, name) => {
        const counts = usage({ cache_read_tokens: 500_000 });
        const base = priceUsage(counts, name, pricesOf(there)).cost_usd;
        const cap = capUsage(counts, name, { prices: pricesOf(here), base_prices: pricesOf(there) }).cost_usd;
        if (base !== null) expect(cap).toBeGreaterThanOrEqual(base);
        else if (Object.keys(there).length > 0) expect(cap).toBeNull();
      }),
    );
  });
});
