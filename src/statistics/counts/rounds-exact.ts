import { sampleVariance } from '#statistics/sample-variance.ts';

/** Passes of the same cases in each whole round of both sides. */
export interface RoundTotals {
  readonly here: readonly number[];
  readonly main: readonly number[];
}

/** Rounds that a side needs before whole rounds can say anything. */
const FEWEST = 3;

/**
 * Mid-p that the candidate's rounds pass less often, P(S < t) + ½P(S = t): S is what its number of rounds sum up to if every choice of as
 * many rounds among all is as likely. All cases of one round share its fate, so that their trials are not exchangeable one by one: a
 * round that dies would look like many independent failures. Exact, by counting the choices that give each sum.
 *
 * @returns `null` if a side has fewer than three rounds
 * @throws RangeError for totals that are no counts
 */
export function roundsMidP({ here, main }: RoundTotals): number | null {
  const all = [...here, ...main];
  if (!all.every((total) => Number.isSafeInteger(total) && total >= 0))
    throw new RangeError(`totals of rounds must be counts, got ${all.join(', ')}`);
  if (here.length < FEWEST || main.length < FEWEST) return null;
  const least = Math.min(...all);
  // The test is the same with fewer rounds to choose: the others' sum rises as theirs falls.
  const isSmaller = here.length <= main.length;
  const sample = (isSmaller ? here : main).map((total) => total - least);
  const sums = sumsOf(
    all.map((total) => total - least),
    sample.length,
  );
  const observed = sample.reduce((sum, total) => sum + total, 0);
  let ways = 0;
  let extreme = 0;
  for (const [sum, count] of sums.entries()) {
    ways += count;
    if (isSmaller ? sum < observed : sum > observed) extreme += count;
    else if (sum === observed) extreme += count / 2;
  }
  return Math.min(1, extreme / ways);
}

/** How many choices of so many totals give each sum. */
function sumsOf(totals: readonly number[], size: number): Float64Array {
  const most = totals
    .toSorted((x, y) => y - x)
    .slice(0, size)
    .reduce((sum, total) => sum + total, 0);
  const ways = Array.from({ length: size + 1 }, () => new Float64Array(most + 1));
  ways[0]?.fill(1, 0, 1);
  for (const total of totals) {
    for (let count = size; count >= 1; count -= 1) {
      const [from, to] = [ways[count - 1], ways[count]];
      if (from === undefined || to === undefined) continue;
      for (let sum = most; sum >= total; sum -= 1) to[sum] = (to[sum] ?? 0) + (from[sum - total] ?? 0);
    }
  }
  return ways[size] ?? new Float64Array(0);
}

/** Standard error of the difference between the mean rounds of both sides, in passes, with its degrees of freedom; `null`: too few. */
export function roundsError({ here, main }: RoundTotals): { readonly error: number; readonly degrees: number } | null {
  if (here.length < FEWEST || main.length < FEWEST) return null;
  const variance = (sampleVariance(here) ?? 0) / here.length + (sampleVariance(main) ?? 0) / main.length;
  return { error: Math.sqrt(variance), degrees: here.length - 1 };
}
