import { fromRatios } from './discrete-distribution.ts';

/**
 * Probabilities of 0…trials passes when each trial passes with `rate`, from
 * P(x+1)/P(x) = (trials−x)/(x+1) · rate/(1−rate).
 *
 * @param rate 0–1
 */
export function binomialPmf(trials: number, rate: number): number[] {
  const odds = rate / (1 - rate);
  const mode = Math.min(trials, Math.floor((trials + 1) * rate));
  return fromRatios(trials + 1, mode, (x) => ((trials - x) / (x + 1)) * odds);
}
