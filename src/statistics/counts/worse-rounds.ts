import { fallsBelow, reaches } from '../beyond.ts';
import type { RoundRates } from './order-finding.ts';
import type { PairedCounts } from './paired-counts.ts';
import { suiteExact } from './stratified-exact.ts';

/** A trial by its round. */
export interface RoundTrial {
  readonly round: number;
  readonly is_good: boolean;
}

/** A round that is nearer to the others than this is not worth a word. */
const FAR = 0.2;

/**
 * The rounds that are far below the others of the same cases, with what went well in them and in the others.
 *
 * @param cases the trials of each case
 * @param boundary p at or below which a round is worse by more than chance explains
 */
export function worseRounds(
  cases: readonly (readonly RoundTrial[])[],
  boundary: number,
): ReadonlyMap<number, RoundRates> {
  const all = cases.flat();
  if (all.every(({ is_good: isGood }) => isGood)) return new Map();
  return new Map(
    [...new Set(all.map(({ round }) => round))].flatMap((round) => {
      const counts = cases.map((trials) => countsOf(trials, round)).filter(({ n, m }) => n > 0 && m > 0);
      const sum = (key: keyof PairedCounts) => counts.reduce((total, each) => total + each[key], 0);
      const [rate, others] = [sum('a') / sum('n'), sum('b') / sum('m')];
      const isWorse = fallsBelow(rate + FAR, others) && reaches(suiteExact(counts).pExact, boundary);
      return isWorse ? [[round, { rate, others }] as const] : [];
    }),
  );
}

/** What went well in a round of a case (a of n), and in its others (b of m). */
function countsOf(trials: readonly RoundTrial[], round: number): PairedCounts {
  const counts = { a: 0, n: 0, b: 0, m: 0 };
  for (const trial of trials) {
    const isOwn = trial.round === round;
    counts[isOwn ? 'n' : 'm'] += 1;
    if (trial.is_good) counts[isOwn ? 'a' : 'b'] += 1;
  }
  return counts;
}
