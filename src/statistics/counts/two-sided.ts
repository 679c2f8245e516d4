import { SLACK } from '#statistics/beyond.ts';
import { hypergeometricPmf } from '#statistics/distributions/hypergeometric.ts';

/** Every count that a fact can have here, with its chance and its two-sided p, if `k` of all trials have it. */
export interface Table {
  /** The count of the first entry. */
  readonly low: number;
  readonly chances: readonly number[];
  readonly p: readonly number[];
}

/** Fisher's exact test of a fact that `k` of `n` trials here and `m` on main have: two-sided, by the chances of the counts. */
export function exactTable(k: number, n: number, m: number): Table {
  const key = `${k} ${n} ${m}`;
  const known = memo.get(key);
  if (known !== undefined) return known;
  const { low, probabilities: chances } = hypergeometricPmf(k, n, m);
  const p = chances.map((own) => Math.min(1, sum(chances.filter((chance) => chance <= own * (1 + SLACK)))));
  const table = { low, chances, p };
  if (memo.size >= MOST_REMEMBERED) memo.clear();
  memo.set(key, table);
  return table;
}

/** The chance of a p of at most `limit`, if nothing changed. */
export function chanceOf({ chances, p }: Pick<Table, 'chances' | 'p'>, limit: number): number {
  return sum(chances.filter((_, at) => (p[at] ?? 1) <= limit * (1 + SLACK)));
}

/** Suites repeat few tables; the limit bounds memory, not results. */
const MOST_REMEMBERED = 5_000;
const memo = new Map<string, Table>();

function sum(values: readonly number[]): number {
  return values.reduce((all, value) => all + value, 0);
}
