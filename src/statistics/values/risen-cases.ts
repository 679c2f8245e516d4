import { exceeds } from '../beyond.ts';
import { logChoices } from '../distributions/random-subset.ts';
import { mean } from '../mean.ts';
import type { PairedValues } from './paired-values.ts';

/** A case whose rise alone is more than the total of all cases may rise. */
export interface RisenCase {
  readonly id: string;
  /** Of main's total. */
  readonly rise: number;
  /** The trials of each side, if all here took more than any on main and chance does that at most once in twenty. */
  readonly separated: { readonly here: number; readonly main: number } | null;
}

/**
 * The cases that rose by more than a limit, the largest rise first.
 *
 * @param main the total of all cases on main
 * @param limit as a share of it
 */
export function risenCases(
  cases: readonly (PairedValues & { readonly id: string })[],
  main: number,
  limit: number,
): readonly RisenCase[] {
  return cases
    .map(({ id, candidate, baseline }) => ({
      id,
      rise: ((mean(candidate) ?? 0) - (mean(baseline) ?? 0)) / main,
      separated: isSeparated(candidate, baseline) ? { here: candidate.length, main: baseline.length } : null,
    }))
    .filter(({ rise }) => exceeds(rise, limit))
    .toSorted((left, right) => right.rise - left.rise);
}

/** Choices of the candidate's trials among all of a case: with fewer, chance separates the sides more often than once in twenty. */
const FEWEST_CHOICES = 20;

function isSeparated(candidate: readonly number[], baseline: readonly number[]): boolean {
  const [n, m] = [candidate.length, baseline.length];
  const isEnough = logChoices(n + m, n) >= Math.log(FEWEST_CHOICES) - 1e-9;
  return isEnough && Math.min(...candidate) > Math.max(...baseline);
}
