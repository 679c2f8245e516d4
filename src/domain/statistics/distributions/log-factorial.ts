/**
 * Natural logarithm of n!, from a table of Neumaier-compensated sums of logarithms: JavaScript has no log-gamma, and
 * every entry here is within one or two units in the last place however far the table has grown.
 *
 * @throws RangeError unless `n` is a whole number ≥ 0
 */
export function logFactorial(n: number): number {
  if (!Number.isSafeInteger(n) || n < 0) throw new RangeError(`log factorial needs a whole number ≥ 0, got ${n}`);
  while (table.length <= n) grow();
  return table[n] ?? Number.NaN;
}

const table: number[] = [0];
let runningSum = 0;
let compensation = 0;

function grow(): void {
  const term = Math.log(table.length);
  const sum = runningSum + term;
  compensation += runningSum >= term ? runningSum - sum + term : term - sum + runningSum;
  runningSum = sum;
  table.push(sum + compensation);
}
