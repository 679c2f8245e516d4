import { regularisedBeta } from '../distributions/incomplete-beta.ts';
import type { Interval } from '../interval.ts';

/**
 * The exact two-sided 95 % interval of a rate (Clopper & Pearson 1934): each end is the rate at which as many events, or as few,
 * have a chance of 2.5 %.
 *
 * @param events 0 … trials, whole numbers
 * @returns [0, 1] without trials
 */
export function exactInterval(events: number, trials: number): Interval {
  const none = trials - events;
  return {
    // P(X ≥ events) = I_p(events, none + 1), and P(X ≤ events) = 1 − I_p(events + 1, none).
    low: events === 0 ? 0 : rateWhere((p) => regularisedBeta(p, 1 - p, 2 * events, 2 * (none + 1)), TAIL),
    high: none === 0 ? 1 : rateWhere((p) => regularisedBeta(p, 1 - p, 2 * (events + 1), 2 * none), 1 - TAIL),
  };
}

const TAIL = 0.025;

/** Halves the range until no number is left between its ends. */
function rateWhere(rising: (rate: number) => number, value: number): number {
  let [low, high] = [0, 1];
  for (;;) {
    const middle = (low + high) / 2;
    if (middle <= low || middle >= high) return middle;
    if (rising(middle) < value) low = middle;
    else high = middle;
  }
}
