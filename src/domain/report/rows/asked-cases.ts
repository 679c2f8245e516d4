import type { ComparedCase, Comparison } from '#domain/baseline/comparison/comparison.ts';
import type { TrialRecord } from '#domain/trial/trial-record.ts';
import type { AskedCases } from '../report.ts';

/**
 * In how many cases the model is asked the same as on main: the first request of every trial here is one that main made too.
 * `null`: the requests of no case are known on both sides.
 */
export function askedCases({ cases }: Comparison): AskedCases | null {
  const known = cases.flatMap((item) => sameRequests(item) ?? []);
  if (known.length === 0) return null;
  const served = cases
    .flatMap(({ candidate }) => candidate?.trials ?? [])
    .filter(({ reused }) => (reused?.calls ?? 0) > 0);
  return {
    same: known.filter((isSame) => isSame).length,
    of: known.length,
    served: served.length,
    diverged: served.filter(({ reused }) => reused?.diverged === true).length,
  };
}

function sameRequests({ candidate, baseline }: ComparedCase): boolean | null {
  const [here, main] = [candidate, baseline].map((side) => requestsOf(side?.trials ?? []));
  if (here === undefined || main === undefined || here.size === 0 || main.size === 0) return null;
  return [...here].every((request) => main.has(request));
}

function requestsOf(trials: readonly TrialRecord[]): ReadonlySet<string> {
  return new Set(trials.flatMap(({ first_request_hash: request }) => request ?? []));
}
