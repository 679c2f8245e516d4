import type { RunCounts } from './between-runs.ts';

/**
 * The chance that at least as many of some new cases never pass, if each is drawn from the known ones: a case with n trials
 * never passes with the mean, over the known cases, of the chance that n of its trials, drawn without replacement, all failed
 * (with replacement from a case with fewer trials). 1 without a known case that has trials.
 *
 * @param fresh the new cases that have trials
 * @param known trials of the known cases
 */
export function neverPassingP(fresh: readonly RunCounts[], known: readonly RunCounts[]): number {
  const tried = known.filter(({ scored }) => scored > 0);
  if (tried.length === 0) return 1;
  const observed = fresh.filter(({ passed }) => passed === 0).length;
  // Sorted, so that the order of the cases does not change a bit of the result.
  const chances = fresh.map(({ scored }) => chanceOfNone(scored, tried)).sort((x, y) => x - y);
  const none = Array.from({ length: observed }, (_, count) => (count === 0 ? 1 : 0));
  const fewer = chances.reduce(withOneMore, none);
  return Math.max(0, 1 - fewer.reduce((sum, each) => sum + each, 0));
}

function chanceOfNone(trials: number, known: readonly RunCounts[]): number {
  const chances = known.map((counts) => chanceOfFailures(trials, counts)).sort((x, y) => x - y);
  return chances.reduce((sum, chance) => sum + chance, 0) / known.length;
}

function chanceOfFailures(trials: number, { passed, scored }: RunCounts): number {
  const failed = scored - passed;
  const drawn = trials <= scored ? 1 : 0;
  let chance = 1;
  for (let i = 0; i < trials; i += 1) chance *= Math.max(0, failed - i * drawn) / (scored - i * drawn);
  return chance;
}

/** Distribution of a count after one more event with this chance, up to the count that it was given up to. */
function withOneMore(counts: readonly number[], chance: number): number[] {
  return counts.map((probability, count) => probability * (1 - chance) + (counts[count - 1] ?? 0) * chance);
}
