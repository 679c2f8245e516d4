/** How often a case runs: at least `min` times, at most `max`; equal if the number is fixed. */
export interface TrialRange {
  readonly min: number;
  readonly max: number;
}

/** The default of `trials` in a config. */
export const DEFAULT_TRIALS: TrialRange = { min: 3, max: 10 };

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
