import { normalSf, Z_TWO_SIDED_95 } from '#statistics/distributions/normal.ts';
import { around, type Interval } from '../interval.ts';
import type { PairedValues } from './paired-values.ts';

/** Whether a rate of single trials (tool recall) fell. */
export interface RecallTest {
  /** Cases with a value on both sides. */
  readonly cases: number;
  /** Baseline mean − candidate mean over cases: positive when recall was lost, in rates. */
  readonly drop: number;
  /** Of the drop; `null` if no value varies within a case, so that there is no error estimate. */
  readonly ci95: Interval | null;
  /** Of the drop, if the trials of each case are exchangeable. */
  readonly exchangeableError: number;
  readonly z: number;
  /** One-sided, of loss. */
  readonly p: number;
}

/**
 * Stratified permutation test of loss: p = max(Φ(z), Φ(z − g(z²−1)/6)), g the skewness of z. The second term is the first
 * Cornish–Fisher correction; without it the test is three times too loose if misses are rare and the baseline has many more
 * trials than the candidate. If no value varies within a case nothing was lost, and p = 1.
 *
 * @returns `null` without a case that has values on both sides
 */
export function recallTest(pairs: readonly PairedValues[]): RecallTest | null {
  const result = strataZ(pairs);
  if (result === null) return null;
  const { cases, z, skewness } = result;
  if (result.exchangeableError === 0) return { cases, drop: 0, ci95: null, exchangeableError: 0, z, p: 1 };
  const { exchangeableError } = result;
  const drop = 0 - result.difference;
  const corrected = z - (skewness * (z * z - 1)) / 6;
  const margin = Z_TWO_SIDED_95 * Math.max(result.exchangeableError, result.waldError);
  return {
    cases,
    drop,
    ci95: around(drop, margin),
    exchangeableError,
    z,
    p: Math.max(normalSf(-z), normalSf(-corrected)),
  };
}

/** Mean difference (candidate − baseline) over cases, and its distance from chance. */
interface StrataZ {
  /** Cases with a value on both sides; the others are left out. */
  readonly cases: number;
  readonly difference: number;
  /** Standard error if the trials of each case are exchangeable. */
  readonly exchangeableError: number;
  /** Standard error from each side's own spread. */
  readonly waldError: number;
  /** Σd / √V; 0 when V = 0. */
  readonly z: number;
  /** Third standardised cumulant of z under exchangeability; 0 when V = 0. */
  readonly skewness: number;
}

/**
 * Stratified permutation z (generalised Cochran–Mantel–Haenszel: Landis, Heyman & Koch 1978), every case weighing
 * the same, with
 *
 * V = Σ S²h, S² the sample variance of all T values of a case, h = 1/n + 1/m;
 *
 * skewness = Σ n·m·(m−n)·m₃·h³ / ((T−1)(T−2)) / V^1.5, m₃ the mean cubed deviation; two values have no skewness.
 *
 * @returns `null` without a case that has values on both sides
 */
export function strataZ(pairs: readonly PairedValues[]): StrataZ | null {
  const terms = pairs.filter(({ candidate, baseline }) => candidate.length > 0 && baseline.length > 0).map(termsOf);
  if (terms.length === 0) return null;
  const total = (key: keyof CaseTerms) => terms.reduce((sum, term) => sum + term[key], 0);
  const variance = total('variance');
  return {
    cases: terms.length,
    difference: total('difference') / terms.length,
    exchangeableError: Math.sqrt(variance) / terms.length,
    waldError: Math.sqrt(total('waldVariance')) / terms.length,
    z: variance > 0 ? total('difference') / Math.sqrt(variance) : 0,
    skewness: variance > 0 ? total('thirdCumulant') / variance ** 1.5 : 0,
  };
}

interface CaseTerms {
  readonly difference: number;
  readonly variance: number;
  readonly waldVariance: number;
  readonly thirdCumulant: number;
}

function termsOf({ candidate, baseline }: PairedValues): CaseTerms {
  const n = candidate.length;
  const m = baseline.length;
  const total = n + m;
  const scale = 1 / n + 1 / m;
  const { squares, cubes } = deviations([...candidate, ...baseline]);
  const pooled = squares / (total - 1);
  const third = total > 2 ? cubes / total / ((total - 1) * (total - 2)) : 0;
  return {
    difference: sum(candidate) / n - sum(baseline) / m,
    variance: pooled * scale,
    waldVariance: ofOneSide(candidate, pooled) + ofOneSide(baseline, pooled),
    thirdCumulant: n * m * (m - n) * third * scale ** 3,
  };
}

function ofOneSide(values: readonly number[], pooled: number): number {
  const variance = values.length > 1 ? deviations(values).squares / (values.length - 1) : pooled;
  return variance / values.length;
}

/** Σ (value − mean)² and Σ (value − mean)³; exactly 0 for equal values, although rounding may move their mean. */
function deviations(values: readonly number[]): { readonly squares: number; readonly cubes: number } {
  if (values.every((value) => value === values[0])) return { squares: 0, cubes: 0 };
  const centre = sum(values) / values.length;
  let squares = 0;
  let cubes = 0;
  for (const value of values) {
    squares += (value - centre) ** 2;
    cubes += (value - centre) ** 3;
  }
  return { squares, cubes };
}

function sum(values: readonly number[]): number {
  let total = 0;
  for (const value of values) total += value;
  return total;
}
