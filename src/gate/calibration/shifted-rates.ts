/** Rates beyond this many logits are practically 0 or 1. */
const FARTHEST = 12;

/** Halvings that exhaust the precision of a share. */
const STEPS = 40;

/**
 * Rates on another day: all shifted by the same number of logits, so that the mean moves by `shift`, or as far towards it as it
 * can. A case that always or never passed stays so.
 *
 * @param rates 0–1
 * @param shift of the mean, −1 to 1
 */
export function shiftedRates(rates: readonly number[], shift: number): readonly number[] {
  if (shift === 0) return rates;
  const target = sum(rates) + shift * rates.length;
  let low = -FARTHEST;
  let high = FARTHEST;
  for (let step = 0; step < STEPS; step++) {
    const middle = (low + high) / 2;
    if (sum(movedBy(rates, middle)) < target) low = middle;
    else high = middle;
  }
  return movedBy(rates, (low + high) / 2);
}

function movedBy(rates: readonly number[], logits: number): readonly number[] {
  const odds = Math.exp(logits);
  return rates.map((rate) => (rate * odds) / (1 - rate + rate * odds));
}

function sum(rates: readonly number[]): number {
  return rates.reduce((all, rate) => all + rate, 0);
}
