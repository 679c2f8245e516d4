import { fallsBelow } from '#statistics/beyond.ts';
import { caseMinP } from '#statistics/counts/min-p.ts';
import type { PairedCounts } from '#statistics/counts/paired-counts.ts';
import { suiteExact } from '#statistics/counts/stratified-exact.ts';
import { mean } from '#statistics/mean.ts';

/** Passes of a case in a new run of main (`a` of `n`) and in the pool of those before it (`b` of `m`). */
export interface CountedCase extends PairedCounts {
  readonly id: string;
}

/** What differs beyond chance, in either direction. */
export interface RateChange {
  /** Two-sided p of the suite; `null`: the suite as a whole is unchanged. */
  readonly suite: { readonly p: number; readonly before: number; readonly now: number } | null;
  /** Cases with their two-sided p, adjusted for the number of cases; in the order given. */
  readonly cases: readonly (CountedCase & { readonly p: number })[];
}

/** A p below this is a change. Suite and cases have this level each, so about one unchanged run in fifty seems changed. */
const CHANGE_LEVEL = 0.01;

/**
 * Whether the pass rates of main changed. The suite: twice the smaller mid-p of the two tails of the exact stratified test.
 * Cases: minP on the p-values of each tail by itself, doubled, because main may change in both directions.
 *
 * @param cases with trials on both sides
 */
export function rateChange(cases: readonly CountedCase[]): RateChange {
  const failures = cases.map(({ a, n, b, m }) => ({ a: n - a, n, b: m - b, m }));
  const p = twoSided(suiteExact(cases).pMid, suiteExact(failures).pMid);
  const [worse, better] = [caseMinP(cases), caseMinP(failures)];
  return {
    suite: fallsBelow(p, CHANGE_LEVEL)
      ? { p, before: mean(cases.map(({ b, m }) => b / m)) ?? 0, now: mean(cases.map(({ a, n }) => a / n)) ?? 0 }
      : null,
    cases: cases
      .map((item, i) => ({ ...item, p: twoSided(worse[i]?.pAdjusted ?? 1, better[i]?.pAdjusted ?? 1) }))
      .filter((item) => fallsBelow(item.p, CHANGE_LEVEL)),
  };
}

function twoSided(lower: number, upper: number): number {
  return Math.min(1, 2 * Math.min(lower, upper));
}
