import { reaches } from '../beyond.ts';
import { binomialPmf } from '../distributions/binomial.ts';

/** What the trials of a case took that ran first, second and last. */
export interface TakenInOrder {
  readonly first: number;
  readonly second: number;
  readonly last: number;
}

/** The share of unchanged changes in which this test finds something. It makes none red. */
const ALPHA = 0.005;

/** Each side alone shows it at this level. */
const ALPHA_OF_SIDE = 0.05;

/** The last trials take this many times what the second ones take: less decides nothing. */
const GROWN = 1.05;

/**
 * Whether trials take more the later they run, on both sides: exact sign tests of the last trial of a case against its second, as the first may
 * be a cold start.
 *
 * @param here each case and look of the change
 * @param main those of main's runs
 * @returns means of the first trials, and of the last; `null`: nothing grows
 */
export function growthFinding(here: readonly TakenInOrder[], main: readonly TakenInOrder[]) {
  const both = [...here, ...main];
  const p = growthP(both);
  if (!reaches(p, ALPHA) || ![here, main].every(mayGrow)) return null;
  const mean = (of: keyof TakenInOrder) => both.reduce((sum, taken) => sum + taken[of], 0) / both.length;
  return mean('last') < GROWN * mean('second') ? null : { p, first: mean('first'), last: mean('last') };
}

/** Whether one side may grow; without it, the other side need not be looked at. */
export function mayGrow(side: readonly TakenInOrder[]): boolean {
  return reaches(growthP(side), ALPHA_OF_SIDE);
}

/** The chance that the last trial takes more than the second in so many of the cases or more, among those in which the two differ. */
function growthP(cases: readonly TakenInOrder[]): number {
  const differing = cases.filter(({ second, last }) => last !== second);
  const grown = differing.filter(({ second, last }) => last > second).length;
  const chances = binomialPmf(differing.length, 0.5).slice(grown);
  return Math.min(
    1,
    chances.reduce((sum, chance) => sum + chance, 0),
  );
}
