import { regularisedBeta } from './incomplete-beta.ts';
import { logGammaOfHalf } from './log-gamma.ts';
import { normalQuantile } from './normal.ts';

/**
 * P(T > t) of Student's t distribution: ½ I_x(df/2, ½) with x = df/(df+t²) for t ≥ 0 (DLMF 8.17, Abramowitz & Stegun
 * 26.7.1).
 *
 * @param df degrees of freedom, a whole number ≥ 1
 * @throws RangeError for other degrees of freedom
 */
export function studentTSf(t: number, df: number): number {
  assertDegrees(df);
  if (t < 0) return 1 - studentTSf(-t, df);
  const square = t * t;
  return 0.5 * regularisedBeta(df / (df + square), square / (df + square), df, 1);
}

/**
 * The t with P(T ≤ t) = p. −∞ at 0 and ∞ at 1.
 *
 * @throws RangeError for p outside 0–1 or degrees of freedom that are not a whole number ≥ 1
 */
export function studentTQuantile(p: number, df: number): number {
  assertDegrees(df);
  if (!(p >= 0 && p <= 1)) throw new RangeError(`t quantile needs a probability within 0–1, got ${p}`);
  return p < 0.5 ? -upperQuantile(p, df) : upperQuantile(1 - p, df);
}

/**
 * Newton from the normal quantile: the tail is convex and the start lies below the root, so the steps rise to it and
 * never overshoot. One degree of freedom at p = 1e-100 takes about 340 steps, anything a gate asks for under ten.
 */
function upperQuantile(tail: number, df: number): number {
  if (tail === 0) return Number.POSITIVE_INFINITY;
  let t = Math.max(0, -normalQuantile(tail));
  while (true) {
    const next = t + (studentTSf(t, df) - tail) / density(t, df);
    if (!(next > t * (1 + Number.EPSILON))) return t;
    t = next;
  }
}

function density(t: number, df: number): number {
  const logScale = logGammaOfHalf(df + 1) - logGammaOfHalf(df) - 0.5 * Math.log(df * Math.PI);
  return Math.exp(logScale - ((df + 1) / 2) * Math.log1p((t * t) / df));
}

function assertDegrees(df: number): void {
  if (!Number.isSafeInteger(df) || df < 1)
    throw new RangeError(`degrees of freedom must be a whole number ≥ 1, got ${df}`);
}
