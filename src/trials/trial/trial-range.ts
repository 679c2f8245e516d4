/** How often a case runs: at least `min` times, at most `max`; equal if the number is fixed. */
export interface TrialRange {
  readonly min: number;
  readonly max: number;
}

/** Trials per case of a run: look by look between `min` and `max`, or `once` where it does not go look by look, as on main. */
export interface TrialNumbers extends TrialRange {
  readonly once: number;
}

/** Without `trials`, main makes at least about this many over all cases: of each at least {@link FEWEST} and at most {@link MOST}. */
const TOTAL_OF_MAIN = 100;
const FEWEST = 5;
const MOST = 25;

/** What no `trials` means in a suite that is large enough. */
const USUAL_RANGE: TrialRange = { min: 3, max: 10 };

/**
 * Few cases say little each time they run, and cost little: so they run more often, on main from its first run on, and a change as far as
 * that. What is written is not touched.
 *
 * @param range `null`: nothing is, so the size of the suite decides
 * @param cases of the whole suite, whatever part of it runs
 * @param payable trials that may be started, over all cases; `null`: any number
 */
export function trialNumbers(range: TrialRange | null, cases: number, payable: number | null = null): TrialNumbers {
  if (range !== null) return { ...range, once: middleTrials(range) };
  const each = (trials: number) => trials / Math.max(1, cases);
  const usual = Math.min(MOST, Math.ceil(each(TOTAL_OF_MAIN)));
  const once = Math.max(FEWEST, payable === null ? usual : Math.min(usual, Math.floor(each(payable))));
  return { min: USUAL_RANGE.min, max: Math.max(USUAL_RANGE.max, once), once };
}

/** Between the fewest and the most as the geometric mean is, as a look; {3, 10} gives 5, {3, 4} gives 3. */
export function middleTrials({ min, max }: TrialRange): number {
  return Math.max(min, Math.floor(Math.sqrt(min * max)));
}

/** Reads `5` or `3-10`; `null` if it is neither, is not within 1 to `most`, or has the larger number first. */
export function parseTrialRange(text: string, most: number): TrialRange | null {
  const [, first, second = first] = /^(\d{1,4})(?:\s*-\s*(\d{1,4}))?$/.exec(text.trim()) ?? [];
  const [min, max] = [Number(first), Number(second)];
  return min >= 1 && min <= max && max <= most ? { min, max } : null;
}

/** `5`, or `3 to 10`. */
export function trialRangeText({ min, max }: TrialRange): string {
  return min === max ? `${min}` : `${min} to ${max}`;
}
