/** Half the shift that is detected fastest, in standard deviations of one value. */
const SLACK = 0.5;

/** The sum at which an alarm is raised: with independent normal values about one false alarm in 800. */
export const ALARM = 4.8;

/** Where a cumulative sum stands. */
export interface CusumState {
  readonly sum: number;
  /** Values since the sum was last 0, the last one included: since then it has risen. */
  readonly risen: number;
  readonly alarm: boolean;
}

/**
 * One-sided cumulative sum (Page 1954): S = max(0, S + value − ½), alarm above 4.8.
 *
 * @param values in standard deviations, 0 on average while nothing changes, oldest first
 */
export function cusum(values: readonly number[]): CusumState {
  let [sum, risen] = [0, 0];
  for (const value of values) {
    sum = Math.max(0, sum + value - SLACK);
    risen = sum === 0 ? 0 : risen + 1;
  }
  return { sum, risen, alarm: sum > ALARM };
}

/**
 * Values divided by their spread so far where it is larger than 1: runs of one model differ by more than their trials explain,
 * because a provider has better and worse days. The first values are taken at face value.
 *
 * @param values oldest first
 */
export function bySpread(values: readonly number[]): readonly number[] {
  let squares = TAKEN_AS_1;
  return values.map((value, index) => {
    const spread = Math.sqrt(Math.max(1, squares / (TAKEN_AS_1 + index)));
    squares += value * value;
    return value / spread;
  });
}

/** As many values with a spread of 1 as are assumed before the first. */
const TAKEN_AS_1 = 10;
