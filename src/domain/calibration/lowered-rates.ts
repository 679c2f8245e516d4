import { exceeds } from '#domain/statistics/beyond.ts';

/**
 * Rates after the same fall of every case, at which the mean falls by exactly `drop`: a rate stops at 0, and the others fall a little
 * further for it.
 *
 * @param rates 0–1
 * @param drop of the mean, 0–1
 * @returns in the order given; `null` when the mean itself is smaller than the drop
 */
export function loweredRates(rates: readonly number[], drop: number): readonly number[] | null {
  const ascending = rates.toSorted((one, other) => one - other);
  let left = drop * rates.length;
  for (const [index, rate] of ascending.entries()) {
    const each = left / (rates.length - index);
    if (!exceeds(each, rate)) return rates.map((own) => Math.max(0, own - each));
    left -= rate;
  }
  return null;
}
