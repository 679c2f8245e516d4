import { exceeds } from '#statistics/beyond.ts';
import type { Effect } from './calibration.ts';

/** Every effect, in the order of the report. */
export const EFFECTS: readonly Effect[] = ['unchanged', 'drop_2', 'drop_5', 'drop_10', 'one_broken'];

/** How often a broken case still passes. */
const BROKEN_RATE = 0.2;

/** A case that passes at least this often is a stable one. */
const STABLE = 0.95;

/**
 * The cases' pass rates after an effect. The broken case is one of the stable ones, or the most stable if there is none.
 *
 * @param rates 0–1
 * @param random uniform, [0, 1)
 * @returns `null` if the effect is impossible with these rates
 */
export function affectedRates(
  rates: readonly number[],
  effect: Effect,
  random: () => number,
): readonly number[] | null {
  switch (effect) {
    case 'unchanged':
      return rates;
    case 'drop_2':
      return loweredRates(rates, 0.02);
    case 'drop_5':
      return loweredRates(rates, 0.05);
    case 'drop_10':
      return loweredRates(rates, 0.1);
    case 'one_broken':
      return withOneBroken(rates, random);
  }
}

function withOneBroken(rates: readonly number[], random: () => number): readonly number[] | null {
  const best = Math.max(...rates);
  if (!(best > BROKEN_RATE)) return null;
  const stable = rates.flatMap((rate, index) => (rate >= Math.min(STABLE, best) ? [index] : []));
  const brokenIndex = stable[Math.floor(random() * stable.length)];
  return rates.map((rate, index) => (index === brokenIndex ? BROKEN_RATE : rate));
}

/**
 * Rates after the same fall of every case, with which the mean falls by exactly `drop`: a rate stops at 0, and the others fall
 * a little further to compensate.
 *
 * @param rates 0–1
 * @param drop of the mean, 0–1
 * @returns in the order given; `null` if the mean itself is smaller than the drop
 */
export function loweredRates(rates: readonly number[], drop: number): readonly number[] | null {
  const ascending = rates.toSorted((left, right) => left - right);
  let left = drop * rates.length;
  for (const [index, rate] of ascending.entries()) {
    const each = left / (rates.length - index);
    if (!exceeds(each, rate)) return rates.map((own) => Math.max(0, own - each));
    left -= rate;
  }
  return null;
}
