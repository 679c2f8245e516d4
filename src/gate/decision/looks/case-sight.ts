import { reaches } from '#statistics/beyond.ts';
import { fisherLess } from '#statistics/counts/fisher.ts';
import { minPBeside } from '#statistics/counts/min-p.ts';
import type { PairedCounts, PlannedCounts } from '#statistics/counts/paired-counts.ts';
import { looksWorse } from './suspicion.ts';

/**
 * Whether the test of single cases would see these counts of one case, while every other case does as on main: it would be red at
 * the boundary, or be tried again where fresh trials decide.
 *
 * @param planned of all cases
 */
export function caseSight(
  planned: readonly PlannedCounts[],
  boundary: number,
  looksChoose: boolean,
): (counts: PairedCounts) => boolean {
  if (looksChoose) return (counts) => looksWorse(fisherLess(counts), counts.m);
  const adjusted = minPBeside(planned.map(({ n, b, m }) => ({ a: Math.round((n * b) / m), n, b, m })));
  return (counts) => reaches(adjusted(counts), boundary);
}
