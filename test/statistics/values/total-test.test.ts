import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { PairedValues } from '#statistics/values/paired-values.ts';
import { totalTest } from '#statistics/values/total-test.ts';
import json from '#test/fixtures/total-vectors.json' with { type: 'json' };
import { always } from '#test/support/always.ts';
import { share } from '../enumeration.ts';
import { expectClose } from '../expect-close.ts';

const sides = z.array(z.array(z.number()));
const { meta, totals } = z
  .object({
    meta: z.object({ tolerance: z.number() }),
    totals: z.array(z.object({ name: z.string(), cand: sides, base: sides, p: z.number() })),
  })
  .parse(json);

const pairsOf = ({ cand, base }: { readonly cand: readonly number[][]; readonly base: readonly number[][] }) =>
  cand.map((candidate, i): PairedValues => ({ candidate, baseline: base[i] ?? [] }));

test.each(totals)('the total of $name', (vector) => {
  expectClose(totalTest(pairsOf(vector)), vector.p, meta.tolerance);
});

describe('the test of a total', () => {
  test('has nothing to say where no value varies within its case, or a side has none', () => {
    expect(totalTest([])).toBe(1);
    expect(totalTest([{ candidate: [5, 5], baseline: [5] }])).toBe(1);
    expect(totalTest([{ candidate: [9], baseline: [] }])).toBe(1);
    expect(totalTest([{ candidate: [0.1 + 0.2], baseline: [0.3] }])).toBe(1);
  });

  test('is as certain as one case can be: no share of a budget that is smaller lets a single case be red', () => {
    const others = Array.from(
      { length: 19 },
      (): PairedValues => ({ candidate: [1, 1, 1], baseline: [1, 1, 1, 1, 1] }),
    );
    const thirtyfold = { candidate: [30, 30, 30], baseline: [1, 1, 1, 1, 1] };
    expectClose(totalTest([thirtyfold, ...others]), 1 / 56);
    expectClose(totalTest([{ candidate: [30], baseline: [1] }, ...others]), 1 / 2);
  });

  const values = fc.array(fc.integer({ min: 1, max: 1000 }), { minLength: 2, maxLength: 4 });
  const suite = fc.array(fc.record({ candidate: values, baseline: values }), { minLength: 2, maxLength: 3 });

  test('is near the share of all shuffles that rise as much, and never below the share of those that rise most', () => {
    always(
      fc.property(suite, (pairs) => {
        const { above, most } = shuffled(pairs);
        const p = totalTest(pairs);
        if (p === 1) return;
        expect(p).toBeGreaterThanOrEqual(most * (1 - 1e-9));
        expect(p / above, `${p} for ${above}`).toBeGreaterThan(0.5);
        expect(p / above, `${p} for ${above}`).toBeLessThan(2);
      }),
      { seed: 7, numRuns: 200 },
    );
  });

  test('minds neither the unit, nor a constant that a case costs on both sides, nor the order of trials and cases', () => {
    always(
      fc.property(suite, fc.integer({ min: 1, max: 1000 }), (pairs, scale) => {
        const moved = pairs.toReversed().map(({ candidate, baseline }, i) => ({
          candidate: candidate.toReversed().map((value) => scale * (value + 7 * i)),
          baseline: baseline.map((value) => scale * (value + 7 * i)),
        }));
        expectClose(totalTest(moved), totalTest(pairs), 1e-6);
      }),
      { seed: 7, numRuns: 200 },
    );
  });
});

/** The share of shuffles within cases whose sum is at least the seen one, and the share of those with the largest. */
function shuffled(pairs: readonly PairedValues[]): { readonly above: number; readonly most: number } {
  let sums: readonly number[] = [0];
  let seen = 0;
  for (const { candidate, baseline } of pairs) {
    const all = [...candidate, ...baseline];
    const mean = (some: readonly number[]) => some.reduce((sum, value) => sum + value, 0) / some.length;
    const difference = (chosen: readonly number[]) =>
      mean(chosen.map((at) => all[at] ?? 0)) - mean(all.filter((_, at) => !chosen.includes(at)));
    seen += mean(candidate) - mean(baseline);
    const choices = subsets(all.length, candidate.length).map(difference);
    sums = sums.flatMap((sum) => choices.map((choice) => sum + choice));
  }
  const largest = sums.reduce((most, sum) => Math.max(most, sum), 0);
  const atLeast = (limit: number) => share(sums, (sum) => sum >= limit - 1e-9);
  return { above: atLeast(seen), most: atLeast(largest) };
}

function subsets(size: number, chosen: number): readonly (readonly number[])[] {
  if (chosen === 0) return [[]];
  if (size < chosen) return [];
  const last = size - 1;
  return [...subsets(last, chosen), ...subsets(last, chosen - 1).map((rest) => [...rest, last])];
}
