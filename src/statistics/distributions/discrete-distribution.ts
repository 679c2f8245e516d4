/** Probabilities of the whole numbers low, low + 1, …; they sum to 1. */
export interface DiscreteDistribution {
  readonly low: number;
  readonly probabilities: readonly number[];
}

/**
 * A distribution given by the ratios of neighbouring probabilities, computed outwards from its mode and normalised. Products of
 * ratios keep full relative precision in both tails, unlike a difference of log factorials.
 *
 * @param mode index of a largest probability, so that no product overflows
 * @param ratio P(i + 1) / P(i), positive for 0 ≤ i < size − 1
 */
export function fromRatios(size: number, mode: number, ratio: (i: number) => number): number[] {
  const weights = new Array<number>(size).fill(0);
  let weight = 1;
  let total = 1;
  weights[mode] = 1;
  for (let i = mode; i < size - 1; i++) {
    weight *= ratio(i);
    weights[i + 1] = weight;
    total += weight;
  }
  weight = 1;
  for (let i = mode - 1; i >= 0; i--) {
    weight /= ratio(i);
    weights[i] = weight;
    total += weight;
  }
  return weights.map((each) => each / total);
}
