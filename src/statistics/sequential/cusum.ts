/** Half the shift that is detected fastest, in standard deviations of one value. */
const SLACK = 0.5;

/** The sum above which an alarm is raised: with independent normal values a false one about every 800 values. */
const ALARM = 4.8;

/** As many values with a spread of 1 are assumed before the first. */
const TAKEN_AS_1 = 10;

/** Where a cumulative sum stands. */
export interface CusumState {
  readonly sum: number;
  /** Values since the sum was last 0, the last one included: since then it has risen. */
  readonly risen: number;
  readonly alarm: boolean;
}

/**
 * One-sided cumulative sum (Page 1954): S = max(0, S + value − ½), alarm above 4.8. Returns a function that takes the next value,
 * in standard deviations, 0 on average while nothing changes.
 *
 * @param bySpread divides each value by the spread of those before it where that is larger than 1: runs of one model differ by
 * more than their trials explain, because a provider has better and worse days
 */
export function startCusum(bySpread: boolean): (value: number) => CusumState {
  let [sum, risen] = [0, 0];
  let [squares, count] = [TAKEN_AS_1, TAKEN_AS_1];
  return (value) => {
    const spread = bySpread ? Math.sqrt(Math.max(1, squares / count)) : 1;
    squares += value * value;
    count += 1;
    sum = Math.max(0, sum + value / spread - SLACK);
    risen = sum === 0 ? 0 : risen + 1;
    return { sum, risen, alarm: sum > ALARM };
  };
}
