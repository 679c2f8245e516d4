import { erfc } from './erfc.ts';

/** Φ⁻¹(0.975): half-width of a two-sided 95 % interval in standard errors. */
export const Z_TWO_SIDED_95 = 1.959963984540054;

/** Φ⁻¹(0.95): a one-sided 95 % bound in standard errors. */
export const Z_ONE_SIDED_95 = 1.6448536269514722;

/** P(Z ≤ z) of the standard normal distribution. */
export function normalCdf(z: number): number {
  return 0.5 * erfc(-z / Math.SQRT2);
}

/** P(Z > z), accurate in the far upper tail where 1 − P(Z ≤ z) would be 0. */
export function normalSf(z: number): number {
  return 0.5 * erfc(z / Math.SQRT2);
}

/** The density of the standard normal distribution. */
export function normalPdf(z: number): number {
  return Math.exp(-0.5 * z * z) / Math.sqrt(2 * Math.PI);
}

/**
 * The z with P(Z ≤ z) = p: the rational start of Abramowitz & Stegun 26.2.23 (error below 4.5e-4), then two Halley
 * steps on the tail itself, each of which triples the digits. −∞ at 0 and ∞ at 1.
 *
 * @throws RangeError for p outside 0–1
 */
export function normalQuantile(p: number): number {
  if (!(p >= 0 && p <= 1)) throw new RangeError(`normal quantile needs a probability within 0–1, got ${p}`);
  return p < 0.5 ? -upperQuantile(p) : upperQuantile(1 - p);
}

/** The z ≥ 0 with P(Z > z) = tail, for tail ≤ ½. */
function upperQuantile(tail: number): number {
  if (tail === 0) return Number.POSITIVE_INFINITY;
  const r = Math.sqrt(-2 * Math.log(tail));
  const start = r - (2.515517 + r * (0.802853 + r * 0.010328)) / (1 + r * (1.432788 + r * (0.189269 + r * 0.001308)));
  return halleyStep(halleyStep(start, tail), tail);
}

function halleyStep(z: number, tail: number): number {
  const newton = (normalSf(z) - tail) / normalPdf(z);
  return z + newton / (1 - 0.5 * z * newton);
}
