/** Passed and judged trials. */
export interface SideTally {
  readonly passed: number;
  readonly trials: number;
}

/** How often the case passes with what broke it undone, and with it. */
export interface SearchRates {
  readonly mended: number;
  readonly broken: number;
}

/** Few trials are known, so neither rate is ever taken for sure: one wrong answer must not decide a search. */
const MOST_SURE = { mended: 0.92, broken: 0.08 } as const;
const LEAST_MENDED = 0.6;
const LEAST_GAP = 0.2;

/** The rates of both sides, with half-sure guesses where trials are few. */
export function ratesOf(main: SideTally, here: SideTally): SearchRates {
  const mended = within((main.passed + 0.9) / (main.trials + 1), LEAST_MENDED, MOST_SURE.mended);
  const broken = within((here.passed + 0.3) / (here.trials + 1), MOST_SURE.broken, mended - LEAST_GAP);
  return { mended, broken };
}

/** How much likelier an outcome is if the change is mended: a logarithm. */
export function evidenceFor(passed: boolean, { mended, broken }: SearchRates): number {
  return Math.log(passed ? mended / broken : (1 - mended) / (1 - broken));
}

/** The least difference of the rates that a search can tell in a few trials. */
export const LEAST_DIFFERENCE = 0.4;

/** The share of passed trials. */
export function shareOf({ passed, trials }: SideTally): number {
  return trials === 0 ? 0 : passed / trials;
}

function within(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value));
}
