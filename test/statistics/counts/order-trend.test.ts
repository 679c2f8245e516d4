import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { orderTrend, type Sequence } from '#statistics/counts/order-trend.ts';
import { always } from '#test/support/always.ts';
import { tries } from '#test/support/tries.ts';
import { combinations, share } from '../enumeration.ts';
import { expectClose } from '../expect-close.ts';

const sequence = (most: number) => fc.array(fc.boolean(), { maxLength: most });
const suites = fc.array(sequence(4), { minLength: 1, maxLength: 3 });

/** Every order of the outcomes of a sequence, each as often as it comes of reordering the trials. */
function orders(outcomes: Sequence): boolean[][] {
  const all = Array.from({ length: 2 ** outcomes.length }, (_, bits) =>
    outcomes.map((_, i) => (bits & (1 << i)) !== 0),
  );
  const passed = outcomes.filter(Boolean).length;
  return all.filter((order) => order.filter(Boolean).length === passed);
}

/** Failed trials before a passed one, pair by pair. */
function pairs(outcomes: readonly Sequence[]): number {
  return outcomes
    .flatMap((each) => each.flatMap((isPassed, at) => (isPassed ? each.slice(0, at) : [])))
    .filter((isPassed) => !isPassed).length;
}

describe('the exact test of outcomes against the order of trials', () => {
  test('agrees with reordering the trials of every sequence in every possible way', () => {
    always(
      fc.property(suites, (suite) => {
        const sums = combinations(suite.map(orders)).map(pairs);
        const observed = pairs(suite);
        const below = share(sums, (sum) => sum <= observed);
        const above = share(sums, (sum) => sum >= observed);
        expectClose(orderTrend(suite).p, Math.min(1, 2 * Math.min(below, above)), 1e-12);
      }),
      { numRuns: tries(100) },
    );
  });

  test.each([0.005, 0.05, 0.3])('is at most %d as often as that if order says nothing', (alpha) => {
    always(
      fc.property(suites, (suite) => {
        const all = combinations(suite.map(orders));
        expect(share(all, (order) => orderTrend(order).p <= alpha)).toBeLessThanOrEqual(alpha + 1e-12);
      }),
      { numRuns: tries(60) },
    );
  });

  test('is the same backwards, and whatever the order of the sequences', () => {
    always(
      fc.property(fc.array(sequence(12), { maxLength: 20 }), (suite) => {
        expect(orderTrend(suite.toReversed())).toStrictEqual(orderTrend(suite));
        expectClose(orderTrend(suite.map((each) => each.toReversed())).p, orderTrend(suite).p, 1e-9);
      }),
    );
  });

  test('sees one trend over many sequences that show little each, and is 1 where none holds both outcomes', () => {
    const falling = Array.from({ length: 6 }, () => [true, false, false]);
    expectClose(orderTrend(falling).p, 2 / 3 ** 6, 1e-9);
    expect(orderTrend([[true, true, true], [false], []])).toStrictEqual({ p: 1, falls: false });
  });
});

test('as many sequences that get worse as ones that get better are no trend, in a suite whose most extreme orders count for nothing', () => {
  const worse = [true, true, true, false, false, false];
  const better = worse.toReversed();
  const sequences = Array.from({ length: 60 }, (_, i) => (i % 2 === 0 ? worse : better));
  expect(orderTrend(sequences).p).toBeCloseTo(1, 9);
  expect(orderTrend([...sequences, ...Array.from({ length: 20 }, () => worse)]).p).toBeLessThan(1e-4);
});
