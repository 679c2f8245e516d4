import { type PassK, passK } from '#statistics/pass-k/pass-k.ts';
import { pooledEvidence } from '../results/evidence.ts';
import { countOf, countPasses, ksOf, passKOfRun } from '../results/pass-k-of-run.ts';
import type { Comparison } from './comparison.ts';

/** pass^k and pass@k of both sides, over the same cases. */
export interface ComparedPassK {
  /** `comparable`: the cases that are compared with main; `all`: there are none, so every case of this run. */
  readonly over: 'comparable' | 'all';
  readonly candidate: readonly PassK[];
  /** Empty if there is nothing to compare with. */
  readonly baseline: readonly PassK[];
}

/** Of a comparison: over the cases that have at least k judged trials on both sides. */
export function passKOf({ cases }: Comparison): ComparedPassK {
  const here = cases.flatMap(({ candidate }) => candidate ?? []);
  const pairs = cases.flatMap(({ status, candidate, runs }) =>
    status === 'comparable' && candidate !== null
      ? [{ here: countOf(candidate), main: countPasses(pooledEvidence(runs).flat()) }]
      : [],
  );
  if (pairs.length === 0) return { over: 'all', candidate: passKOfRun({ cases: here }), baseline: [] };
  const of = (side: 'here' | 'main') =>
    ksOf(here).map((k) => {
      const both = pairs.filter((pair) => Math.min(pair.here.scored, pair.main.scored) >= k);
      return passK(
        both.map((pair) => pair[side]),
        k,
      );
    });
  return { over: 'comparable', candidate: of('here'), baseline: of('main') };
}
