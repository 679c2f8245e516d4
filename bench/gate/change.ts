import { loweredRates } from '#gate/calibration/effects.ts';
import type { Truth } from './population.ts';

/**
 * What a made-up pull request does to the suite. `at-rule-out`: the mean falls by what a pass has to rule out; `at-sight`: by the drop of which its
 * report says that 4 in 5 would be red; `case-at-sight`: one case falls to what the report says that it can detect; `any-fall`: by anything up to ten points.
 */
export type Change =
  | 'unchanged'
  | 'minus-5'
  | 'minus-10'
  | 'minus-20'
  | 'minus-30'
  | 'one-broken'
  | 'tenth-broken'
  | 'at-rule-out'
  | 'at-sight'
  | 'case-at-sight'
  | 'any-fall'
  | 'one-collapses'
  | 'one-falls'
  | 'one-halves'
  | 'one-gone';

/** How often a broken case still passes. */
const BROKEN = 0.2;

/** One case that is known on both sides: how often it passes on main and here. */
const KNOWN: Partial<Record<Change, { readonly main: number; readonly here: number }>> = {
  'case-at-sight': { main: 1, here: 0 },
  'one-collapses': { main: 0.95, here: 0.1 },
  'one-falls': { main: 0.85, here: 0.1 },
  'one-halves': { main: 0.98, here: 0.49 },
  'one-gone': { main: 1, here: 0 },
};

/** The suite as it is on main, where the change is about a case of a known rate: the first has it. */
export function suiteBefore(suite: readonly Truth[], change: Change): readonly Truth[] {
  const known = KNOWN[change];
  return known === undefined ? suite : suite.map((truth, i) => (i === 0 ? { ...truth, rate: known.main } : truth));
}

/** The rates after the change; stable cases come first and are those that break. */
export function changedRates(suite: readonly Truth[], change: Change, dropOf: () => number): readonly number[] {
  const rates = suite.map(({ rate }) => rate);
  switch (change) {
    case 'unchanged':
      return rates;
    case 'minus-5':
      return lowered(rates, 0.05);
    case 'minus-10':
      return lowered(rates, 0.1);
    case 'minus-20':
      return lowered(rates, 0.2);
    case 'minus-30':
      return lowered(rates, 0.3);
    case 'at-rule-out':
    case 'at-sight':
    case 'any-fall':
      return lowered(rates, dropOf());
    case 'case-at-sight':
      return rates.map((rate, index) => (index === 0 ? dropOf() : rate));
    case 'one-broken':
      return rates.map((rate, index) => (index === 0 ? BROKEN : rate));
    case 'one-collapses':
    case 'one-falls':
    case 'one-halves':
    case 'one-gone':
      return rates.map((rate, index) => (index === 0 ? (KNOWN[change]?.here ?? rate) : rate));
    case 'tenth-broken':
      return rates.map((rate, index) => (index < rates.length / 10 ? BROKEN : rate));
  }
}

function lowered(rates: readonly number[], drop: number): readonly number[] {
  return loweredRates(rates, drop) ?? rates.map(() => 0);
}
