import type { JudgeError } from '#statistics/judge/judge-error.ts';

/** How many of some labels the judge gets right. Neither need be a whole number: labels weigh unequally. */
export interface Hits {
  readonly right: number;
  readonly of: number;
}

/**
 * The error of a judge from the labels that say met (`good`) and those that say not met (`bad`), by `(x + 1) / (m + 2)`: some
 * labels without a miss don't show a judge without one. `null` without labels of both kinds: nothing is known of one error.
 */
export function judgeError(good: Hits, bad: Hits): JudgeError | null {
  if (!(good.of > 0 && bad.of > 0)) return null;
  const [q1, q0] = [share(good), share(bad)];
  const varJ = (q0 * (1 - q0)) / bad.of + (q1 * (1 - q1)) / good.of;
  return { q1, q0, m1: good.of, m0: bad.of, j: q0 + q1 - 1, varJ };
}

/** What a calibration stores of a criterion. */
interface StoredHits {
  readonly good: { readonly met: number; readonly of: number };
  readonly bad: { readonly not_met: number; readonly of: number };
}

/** The error of the judge on a calibrated criterion; `null` if labels of one kind are missing. */
export function errorOf({ good, bad }: StoredHits): JudgeError | null {
  return judgeError({ right: good.met, of: good.of }, { right: bad.not_met, of: bad.of });
}

function share({ right, of }: Hits): number {
  return (right + 1) / (of + 2);
}
