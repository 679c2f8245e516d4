import { normalQuantile, normalSf } from '../distributions/normal.ts';

/**
 * The p at or below which a test is red at each stage, if what it may spend by the end of a stage grows with its trials (Lan & DeMets 1983). Later
 * stages contain the trials of earlier ones, so the stages are correlated, and boundaries that would be right for independent stages spend too
 * little. These count only what crosses a boundary for the first time, of a normal sum of independent increments (Armitage, McPherson & Rowe 1969).
 *
 * @param alpha of all stages together; 0: no test can be red
 * @param stages trials at each stage, ascending
 * @param tests independent ones that share `alpha`, whose smallest p, adjusted for their number, is compared: the smallest of many is less correlated
 */
export function stageBoundaries(alpha: number, stages: readonly number[], tests = 1): readonly number[] {
  if (alpha === 0) return stages.map(() => 0);
  const key = [alpha, tests, ...stages].join();
  const known = memo.get(key) ?? computed(alpha / tests, stages).map((p) => p * tests);
  if (memo.size >= MOST_REMEMBERED) memo.clear();
  memo.set(key, known);
  return known;
}

/**
 * The standard errors that have to be between a drop and the one that a pass rules out, at each step, if all of them together pass changes with
 * just that drop this often.
 *
 * @param information at each step, in any unit, ascending
 */
export function passMargins(wrong: number, information: readonly number[]): readonly number[] {
  return stageBoundaries(wrong, information).map((p) => -normalQuantile(p));
}

/** The shares of a policy's budget are few; the limit bounds memory, not results. */
const MOST_REMEMBERED = 1000;
const memo = new Map<string, readonly number[]>();

/** The sum so far where no boundary was crossed yet: points with the density there, times the width of each. */
type Within = readonly { readonly sum: number; readonly mass: number }[];

function computed(alpha: number, stages: readonly number[]): readonly number[] {
  const last = stages.at(-1) ?? 1;
  let within: Within = [{ sum: 0, mass: 1 }];
  let done = 0;
  return stages.map((stage) => {
    const fraction = stage / last;
    const step = Math.sqrt(fraction - done);
    const boundary = firstCrossing(within, step, alpha * (fraction - done), FAR * Math.sqrt(fraction));
    within = below(boundary, within, step, -FAR * Math.sqrt(fraction));
    done = fraction;
    return normalSf(boundary / Math.sqrt(fraction));
  });
}

/** Standard deviations beyond which nothing is. */
const FAR = 8;
const HALVINGS = 50;

/** The boundary that the sum crosses now with this probability. */
function firstCrossing(within: Within, step: number, probability: number, far: number): number {
  let [low, high] = [-far, far];
  for (let i = 0; i < HALVINGS; i += 1) {
    const middle = (low + high) / 2;
    const crosses = within.reduce((all, { sum, mass }) => all + mass * normalSf((middle - sum) / step), 0);
    if (crosses > probability) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** Parts of Simpson's rule; an even number. */
const PARTS = 160;

/** The sum after a step further, where it is below the boundary. */
function below(boundary: number, before: Within, step: number, from: number): Within {
  const width = (boundary - from) / PARTS;
  return Array.from({ length: PARTS + 1 }, (_, i) => {
    const sum = from + i * width;
    const density = before.reduce(
      (all, { sum: had, mass }) => all + mass * Math.exp(-0.5 * ((sum - had) / step) ** 2),
      0,
    );
    const weight = i === 0 || i === PARTS ? 1 : i % 2 === 1 ? 4 : 2;
    return { sum, mass: (weight * width * density) / (3 * step * Math.sqrt(2 * Math.PI)) };
  });
}
