import type { Interval } from '../interval.ts';
import { estimateDrop } from './drop.ts';
import { isComparable, type PairedCounts } from './paired-counts.ts';
import { suiteExact } from './stratified-exact.ts';

/** One case of one side: passes of scored trials, whole numbers with 0 ≤ passed ≤ scored. */
export interface Passes {
  readonly passed: number;
  readonly scored: number;
}

/** Two sides, by position, and whether one passes more often. */
export interface PairwiseTest {
  readonly first: number;
  readonly second: number;
  /** Cases with scored trials of both. */
  readonly cases: number;
  /** Mean over these cases of (second's rate − first's rate), 0 to ±1; `null` without such a case. */
  readonly difference: number | null;
  /** Of the difference, for this pair alone. */
  readonly ci95: Interval | null;
  /** Two-sided: the chance of a difference at least this large if every case passes equally often on both; 1 without a case. */
  readonly p: number;
  /** After Holm over all pairs: at most 0.05 in one of twenty comparisons of equal sides, whatever their number. */
  readonly p_holm: number;
}

/**
 * Compares every side with every later one by the stratified exact test of their passes per case, two-sided (twice the smaller
 * tail). The tests hold together by Holm's method (Holm 1979): the chance that any pair of equal sides has `p_holm` ≤ 0.05 is at
 * most 5 %. Where a pair passes equally often on the mean but not in every case, the test is more cautious than that.
 *
 * @param sides for each side the same cases in the same order
 * @throws RangeError for counts that no set of trials can have
 */
export function pairwiseExact(sides: readonly (readonly Passes[])[]): readonly PairwiseTest[] {
  const pairs = sides.flatMap((_, first) =>
    sides.slice(first + 1).map((_other, further) => ({ first, second: first + 1 + further })),
  );
  const tests = pairs.map(({ first, second }) => ({
    first,
    second,
    ...testPair(sides[first] ?? [], sides[second] ?? []),
  }));
  const adjusted = holm(tests.map(({ p }) => p));
  return tests.map((test, at) => ({ ...test, p_holm: adjusted[at] ?? 1 }));
}

/** P-values adjusted by Holm's method, in the order given: each is at least its own, and their order stays. */
export function holm(pValues: readonly number[]): readonly number[] {
  const ascending = pValues.map((p, at) => ({ p, at })).toSorted((left, right) => left.p - right.p);
  const adjusted = pValues.map(() => 1);
  let most = 0;
  for (const [rank, { p, at }] of ascending.entries()) {
    most = Math.max(most, Math.min(1, (pValues.length - rank) * p));
    adjusted[at] = most;
  }
  return adjusted;
}

function testPair(
  first: readonly Passes[],
  second: readonly Passes[],
): Omit<PairwiseTest, 'first' | 'second' | 'p_holm'> {
  const counts = first.map((item, at) => countsOf(item, second[at] ?? NONE));
  const swapped = counts.map(({ a, n, b, m }) => ({ a: b, n: m, b: a, m: n }));
  const p = Math.min(1, 2 * Math.min(suiteExact(counts).pExact, suiteExact(swapped).pExact));
  const estimate = estimateDrop(counts);
  const ci95 = estimate && { low: Math.max(-1, estimate.ci95.low), high: Math.min(1, estimate.ci95.high) };
  return { cases: counts.filter(isComparable).length, difference: estimate?.drop ?? null, ci95, p };
}

const NONE: Passes = { passed: 0, scored: 0 };

/** The drop from the second to the first is the difference. */
function countsOf(first: Passes, second: Passes): PairedCounts {
  return { a: first.passed, n: first.scored, b: second.passed, m: second.scored };
}
