import { normalQuantile, normalSf } from './distributions/normal.ts';

/**
 * How much of `alpha` may be spent when a share `fraction` of the trials is done: the O'Brien–Fleming-type spending function
 * A(α,f) = 2·(1 − Φ(z_{1−α/2}/√f)) of Lan & DeMets 1983. Early looks get almost nothing; A(α,1) = α.
 *
 * @param alpha 0–1
 * @param fraction above 0, at most 1
 */
export function spentAlpha(alpha: number, fraction: number): number {
  if (fraction >= 1) return alpha;
  return 2 * normalSf(-normalQuantile(alpha / 2) / Math.sqrt(fraction));
}

/**
 * What each look may spend: A(f_j) − A(f_{j−1}), and at the last look everything left. The sum is `alpha`.
 *
 * @param looks trials per case at each look, ascending; the last is all
 */
export function spendingIncrements(alpha: number, looks: readonly number[]): number[] {
  const all = looks.at(-1) ?? 1;
  const spent = looks.map((look) => spentAlpha(alpha, look / all));
  return spent.map((sum, j) => sum - (spent[j - 1] ?? 0));
}
