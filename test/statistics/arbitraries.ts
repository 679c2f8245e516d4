import fc from 'fast-check';
import type { PairedCounts } from '#statistics/counts/paired-counts.ts';

/** Counts that trials can have, with at least `fewest` and at most `most` trials on each side. */
export function countsUpTo(most: number, fewest = 1): fc.Arbitrary<PairedCounts> {
  const side = fc
    .integer({ min: fewest, max: most })
    .chain((trials) => fc.tuple(fc.integer({ min: 0, max: trials }), fc.constant(trials)));
  return fc.tuple(side, side).map(([[a, n], [b, m]]) => ({ a, n, b, m }));
}

/** So many passes of so many trials: here, and on main. */
export function paired(a: number, n: number, b: number, m: number): PairedCounts {
  return { a, n, b, m };
}
