import type { JudgedLabel } from './judged-label.ts';

/** Cohen's κ with a 95 % interval. */
export interface Kappa {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

const Z = 1.959963984540054;

/**
 * Agreement of judge and labels beyond chance, `(p_o − p_e) / (1 − p_e)`, over the weighted table. Its standard error is
 * linearised; with equal weights it is that of Fleiss, Cohen and Everitt (1969). `null` if chance alone agrees always.
 */
export function kappaOf(labels: readonly JudgedLabel[]): Kappa | null {
  const total = sum(labels);
  if (total === 0) return null;
  const share = (is: (item: JudgedLabel) => boolean) => sum(labels.filter(is)) / total;
  const [labelled, judged] = [share(({ label }) => label === 'met'), share(({ verdict }) => verdict === 'met')];
  const observed = share(({ label, verdict }) => label === verdict);
  const expected = labelled * judged + (1 - labelled) * (1 - judged);
  if (expected >= 1) return null;
  const value = (observed - expected) / (1 - expected);
  const variance = labels.reduce((all, { label, verdict, weight }) => {
    const row = verdict === 'met' ? labelled : 1 - labelled;
    const column = label === 'met' ? judged : 1 - judged;
    const agrees = label === verdict ? 1 : 0;
    const pull =
      ((agrees - observed) * (1 - expected) - (row + column - 2 * expected) * (1 - observed)) / (1 - expected) ** 2;
    return all + (weight * pull) ** 2;
  }, 0);
  const half = (Z * Math.sqrt(variance)) / total;
  return { value, low: Math.max(-1, value - half), high: Math.min(1, value + half) };
}

function sum(labels: readonly JudgedLabel[]): number {
  return labels.reduce((all, { weight }) => all + weight, 0);
}
