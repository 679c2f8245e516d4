import { amount } from '../../support/repeats.ts';
import type { MarkReading } from '../measured.ts';
import { type Random, randomOf } from '../random.ts';

/** A table about one rule alone: shares of made-up draws, in percent. */
export interface SideTable {
  readonly title: string;
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Bounds that its figures are held to; absent: none. */
  readonly marks?: readonly MarkReading[];
}

/** Draws of each share. */
const DRAWS = amount(2_000);

/** How often something happens, in percent; every share has a seed of its own. */
export function shareOfDraws(seed: number, happens: (random: Random) => boolean, draws: number = DRAWS): string {
  const random = randomOf(seed);
  let found = 0;
  for (let draw = 0; draw < draws; draw += 1) if (happens(random)) found += 1;
  return ((100 * found) / draws).toFixed(1);
}
