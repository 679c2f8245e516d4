import { median } from '../support/median.ts';

/** How one figure of ours stands to the same of an earlier bundle, both measured in turn. */
export interface Ratio {
  /** Median over the rounds of ours as a multiple of theirs. */
  readonly ratio: number;
  /** Ratios between which the median lies with about 95 %. */
  readonly from: number;
  readonly to: number;
}

/** Above it a slowdown is one, if the spread excludes {@link NOISE}. */
export const MOST = 1.1;
const NOISE = 1.05;

/** `rounds`: theirs and ours, at least one pair. The spread is that of the sign test: the k-th smallest and largest ratio, P(fewer than k of n below the median) ≤ 2.5 %. */
export function ratioOf(rounds: readonly (readonly [theirs: number, ours: number])[]): Ratio {
  const ratios = rounds.map(([theirs, ours]) => ours / theirs).toSorted((left, right) => left - right);
  const at = Math.max(0, ranksBelow(ratios.length) - 1);
  return { ratio: median(ratios), from: ratios[at] ?? Number.NaN, to: ratios.at(-1 - at) ?? Number.NaN };
}

/** Slower than `most` times, and not by chance. A figure that is unknown is slower: nothing else would notice that it is gone. */
export function isSlower({ ratio, from }: Ratio, most = MOST): boolean {
  return !(ratio <= most) && !(from <= (NOISE * most) / MOST);
}

/** The median alone: what it says of few rounds is worth no more. A figure that is unknown does not look fast. */
export function looksAsFast({ ratio }: Ratio, most = MOST): boolean {
  return ratio <= (NOISE * most) / MOST;
}

/** The largest k with P(Bin(n, ½) < k) ≤ 2.5 %; 0 where there are too few rounds. */
function ranksBelow(n: number): number {
  let below = 0;
  let term = 0.5 ** n;
  for (let k = 0; k < n; k += 1) {
    below += term;
    if (below > 0.025) return k;
    term *= (n - k) / (k + 1);
  }
  return n;
}
