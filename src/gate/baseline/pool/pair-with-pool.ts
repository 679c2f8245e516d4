import { byCaseKey, caseKey, isSameCase, pairCases } from '#gate/baseline/pairing/pair-cases.ts';
import type { LeanCase } from '#gate/baseline/results/lean-results.ts';
import type { PooledCase } from './pool-cases.ts';

/** A case of a run, of the pool, or of both. At least one side is set. */
export interface PoolPair {
  readonly candidate: LeanCase | null;
  readonly pooled: PooledCase | null;
}

/**
 * Pairs the cases of a run with those of a pool: like {@link pairCases} with the nearest run; a case that this run does not
 * have, or has changed, is looked up in the farther ones by its hashes. Cases that main has dropped since are not listed.
 *
 * @returns sorted by the candidate's id, else by main's
 */
export function pairWithPool(candidate: readonly LeanCase[], pool: readonly PooledCase[]): readonly PoolPair[] {
  const nearest = pool.filter((item) => item.nearest === 0).map(({ record }) => record);
  const farther = byCaseKey(pool.filter((item) => item.nearest > 0).map(({ record }) => record));
  const pooled = new Map(pool.map((item) => [item.record, item]));
  return pairCases(candidate, nearest).map((pair) => {
    const older = pair.candidate !== null && !isPaired(pair) ? take(pair.candidate, farther) : null;
    const main = older ?? pair.baseline;
    return { candidate: pair.candidate, pooled: main === null ? null : (pooled.get(main) ?? null) };
  });
}

function isPaired({ candidate, baseline }: ReturnType<typeof pairCases>[number]): boolean {
  return candidate !== null && baseline !== null && isSameCase(candidate, baseline);
}

/** The farther record of the case: under its own id if there is one, else the nearest; each is used once. */
function take(candidate: LeanCase, farther: ReadonlyMap<string, LeanCase[]>): LeanCase | null {
  const records = farther.get(caseKey(candidate)) ?? [];
  const own = records.findIndex(({ id }) => id === candidate.id);
  return records.splice(Math.max(0, own), 1)[0] ?? null;
}
