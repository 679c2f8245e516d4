/** Whether each of some trials passed, in the order in which they ran. */
export type Sequence = readonly boolean[];

/** What the order of trials says of their outcomes. */
export interface OrderTrend {
  /** Two-sided; 1 if no sequence holds both outcomes. */
  readonly p: number;
  /** Later trials pass less. */
  readonly falls: boolean;
}

/**
 * Exact two-sided test that outcomes do not follow the order of the trials: U counts, over all sequences, the pairs of a failed trial and a
 * later one that passed. If the trials of a sequence are exchangeable, U is the convolution of one Mann–Whitney distribution for each (Mann &
 * Whitney 1947; stratified: van Elteren 1960), so cases of different difficulty are never compared. It sees that first trials pass and later
 * ones fail, and that outcomes get worse or better bit by bit, but not what comes and goes. p is twice the smaller tail.
 *
 * The order of the sequences does not change a bit of the result. p is exact to about 1e-15.
 */
export function orderTrend(sequences: readonly Sequence[]): OrderTrend {
  const strata = sequences.map(countPairs);
  strata.sort((left, right) => left.passed - right.passed || left.failed - right.failed);
  const observed = strata.reduce((sum, { pairs }) => sum + pairs, 0);
  let sum: PartialSum = { first: 0, masses: Float64Array.of(1) };
  for (const { passed, failed } of strata) sum = convolve(sum, pairsPmf(passed, failed));
  let below = 0;
  let above = 0;
  for (const [i, mass] of sum.masses.entries()) {
    if (sum.first + i <= observed) below += mass;
    if (sum.first + i >= observed) above += mass;
  }
  const pairs = strata.reduce((all, { passed, failed }) => all + passed * failed, 0);
  return { p: Math.min(1, 2 * Math.min(below, above)), falls: observed < pairs / 2 };
}

interface Stratum {
  readonly passed: number;
  readonly failed: number;
  /** Pairs of a failed trial and a later one that passed. */
  readonly pairs: number;
}

function countPairs(sequence: Sequence): Stratum {
  let [passed, failed, pairs] = [0, 0, 0];
  for (const isPassed of sequence) {
    if (isPassed) {
      passed += 1;
      pairs += failed;
    } else failed += 1;
  }
  return { passed, failed, pairs };
}

/** Distribution of the pairs of one sequence: its last trial passed, behind all that failed, or failed. */
function pairsPmf(passed: number, failed: number): readonly number[] {
  if (passed === 0 || failed === 0) return [1];
  const key = `${passed},${failed}`;
  const known = memo.get(key);
  if (known !== undefined) return known;
  const share = passed / (passed + failed);
  const masses = pairsPmf(passed, failed - 1).map((mass) => (1 - share) * mass);
  for (const [pairs, mass] of pairsPmf(passed - 1, failed).entries())
    masses[pairs + failed] = (masses[pairs + failed] ?? 0) + share * mass;
  memo.set(key, masses);
  return masses;
}

const memo = new Map<string, readonly number[]>();

/** Distribution of a sum: `masses[i]` is the probability of `first + i`. */
interface PartialSum {
  readonly first: number;
  readonly masses: Float64Array;
}

/** All that is left out together stays far below what a p-value is read to. */
const NEGLIGIBLE = 1e-22;

function convolve({ first, masses }: PartialSum, added: readonly number[]): PartialSum {
  const next = new Float64Array(masses.length + added.length - 1);
  for (let step = 0; step < added.length; step++) {
    const probability = added[step] ?? 0;
    for (let i = 0; i < masses.length; i++) next[i + step] = (next[i + step] ?? 0) + (masses[i] ?? 0) * probability;
  }
  const start = next.findIndex((mass) => mass >= NEGLIGIBLE);
  const end = next.findLastIndex((mass) => mass >= NEGLIGIBLE) + 1;
  return { first: first + start, masses: next.subarray(start, end) };
}
