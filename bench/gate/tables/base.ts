import type { Change } from '../change.ts';
import type { DesignValue, Scenario } from '../scenario.ts';

/** One look at 5 trials. */
export const FIXED = [5];
/** The default plan. */
export const ADAPTIVE = [3, 5, 10];
/** One stored run of main. */
export const ONE_RUN = { runs: 1, trials: 5 };
/** A full pool. */
export const POOL = { runs: 5, trials: 5 };
/** A pool that is still filling. */
export const SMALL_POOL = { runs: 3, trials: 5 };

/** The suite that most tables are about. */
export const FIFTY: Scenario = {
  population: 'mixed',
  cases: 50,
  looks: FIXED,
  pool: ONE_RUN,
  metrics: 'constant',
  change: 'unchanged',
  drift: 0,
};

/** What each change is called above its column. */
export const CHANGES: Readonly<Record<Change, string>> = {
  unchanged: 'nothing changed',
  'minus-5': '−5 points',
  'minus-10': '−10 points',
  'minus-20': '−20 points',
  'minus-30': '−30 points',
  'one-broken': 'one case broken',
  'tenth-broken': 'a tenth broken',
  'at-rule-out': 'falls by what a pass rules out',
  'at-sight': 'falls by the drop that is red in 4 of 5',
  'case-at-sight': 'one case falls to what can be detected',
  'any-fall': 'falls by 0 to 10 points',
  'one-collapses': 'one case 95 → 10 %',
  'one-falls': 'one case 85 → 10 %',
  'one-halves': 'one case 98 → 49 %',
  'one-gone': 'one case 100 → 0 %',
};

/**
 * A share that the design names, in percent.
 *
 * @param most Monte Carlo error of a share of one half: that of other shares is smaller, but none is known better than it was rounded
 */
export function designValue(value: number | undefined, most: number): DesignValue {
  if (value === undefined) return { value: Number.NaN, error: 0 };
  const share = value / 100;
  const rounded = Number.isInteger(value) ? 0.29 : 0.03;
  return { value, error: Math.hypot(2 * most * Math.sqrt(share * (1 - share)), rounded) };
}
