/**
 * ln Γ(twice / 2): log-gamma on the whole and half numbers, which is all that a t distribution with whole degrees of
 * freedom needs. Γ(j) = (j−1)! and Γ(j+½) = √π (2j)! / (4^j j!) (DLMF 5.5.5).
 *
 * @param twice two times the argument, a whole number ≥ 1
 */
export function logGammaOfHalf(twice: number): number {
  if (twice % 2 === 0) return logFactorial(twice / 2 - 1);
  const j = (twice - 1) / 2;
  return logFactorial(2 * j) - logFactorial(j) - j * Math.log(4) + 0.5 * Math.log(Math.PI);
}

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
