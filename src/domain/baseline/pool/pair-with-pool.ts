import { byCaseKey, caseKey, isSameCase, pairCases } from '#domain/baseline/pairing/pair-cases.ts';
import type { CaseRecord } from '#domain/baseline/results/results-file.ts';
import type { PooledCase } from './pool-cases.ts';

/** A case of a run, of the pool, or of both. At least one side is there. */
export interface PoolPair {
  readonly candidate: CaseRecord | null;
  readonly pooled: PooledCase | null;
}

/**
 * Which case of a run is which of a pool: as {@link pairCases} pairs it with the nearest run; a case that this run has not, or has changed,
 * is looked for in the farther ones by its hashes. What main has dropped since is not listed.
 *
 * @returns sorted by the candidate's id, where there is none by main's
 */
export function pairWithPool(candidate: readonly CaseRecord[], pool: readonly PooledCase[]): readonly PoolPair[] {
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

/** The farther record of the case: under its own id if there is one, else the nearest; each is taken once. */
function take(candidate: CaseRecord, farther: ReadonlyMap<string, CaseRecord[]>): CaseRecord | null {
  const records = farther.get(caseKey(candidate)) ?? [];
  const own = records.findIndex(({ id }) => id === candidate.id);
  return records.splice(Math.max(0, own), 1)[0] ?? null;
}
