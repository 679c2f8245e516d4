import { binomialPmf } from '#statistics/distributions/binomial.ts';
import { exceeds } from '../beyond.ts';
import { seededRandom } from '../seeded-random.ts';
import { isComparable, type PlannedCounts } from './paired-counts.ts';

/** How often a plain threshold would have been red although nothing changed. */
export interface FalseAlarm {
  /** Share of the draws, 0–1. */
  readonly rate: number;
  readonly draws: number;
}

const DRAWS = 4000;
const SEED = 1;

/**
 * Measured false-alarm rate of "red when the drop is beyond `maxDrop`" on this suite: each draw simulates an unchanged
 * candidate by drawing `n` trials with replacement from each case's own baseline trials, so its passes are Binomial(n, b/m),
 * and compares it with the baseline itself. The seed is fixed: the same suite gives the same rate, byte for byte.
 *
 * @param maxDrop tolerated drop of the mean pass rate, in rates
 * @returns `null` without a comparable case
 */
export function thresholdFalseAlarm(
  cases: readonly PlannedCounts[],
  maxDrop: number,
  draws: number = DRAWS,
): FalseAlarm | null {
  const comparable = cases.filter(isComparable);
  if (comparable.length === 0) return null;
  // A case that always or never passed on the baseline does so in every draw too: its drop is 0.
  const varying = comparable.filter(({ b, m }) => b > 0 && b < m).map(distributionOf);
  const random = seededRandom(SEED);
  let alarms = 0;
  for (let draw = 0; draw < draws; draw++) {
    let sum = 0;
    for (const outcome of varying) sum += outcome.drops[indexOf(outcome.cumulative, random())] ?? 0;
    if (exceeds(sum / comparable.length, maxDrop)) alarms++;
  }
  return { rate: alarms / draws, draws };
}

/** A simulated case: the drop if the candidate passed 0, 1, … n trials, and the cumulative probability of each. */
interface Outcome {
  readonly drops: readonly number[];
  readonly cumulative: readonly number[];
}

function distributionOf({ n, b, m }: PlannedCounts): Outcome {
  let sum = 0;
  const cumulative = binomialPmf(n, b / m).map((probability) => {
    sum += probability;
    return sum;
  });
  return { drops: cumulative.map((_, passes) => b / m - passes / n), cumulative };
}

function indexOf(cumulative: readonly number[], uniform: number): number {
  const index = cumulative.findIndex((upTo) => uniform < upTo);
  return index === -1 ? cumulative.length - 1 : index;
}
