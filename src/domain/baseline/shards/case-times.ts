import type { BaselineLookup } from '#domain/baseline/baseline-lookup.ts';
import type { Case } from '#domain/suite/case.ts';
import type { CaseTimes } from '#domain/suite/selection/shard-plan.ts';

/** What cases took in main's nearest run, trial by trial; a case that main has not run, or whose times it does not store, has none. */
export function caseTimes(cases: readonly Pick<Case, 'id' | 'trials'>[], found: BaselineLookup): CaseTimes {
  if (found.kind === 'none') return { of: null, ms: new Map() };
  const [{ results, sha }] = found.runs;
  const stored = new Map(results.cases.map((item) => [item.id, item.trials.filter(({ duration_ms: ms }) => ms > 0)]));
  const usual = results.looks.at(-1) ?? 1;
  const ms = cases.flatMap(({ id, trials: own }): (readonly [string, number])[] => {
    const trials = stored.get(id) ?? [];
    if (trials.length === 0) return [];
    const mean = trials.reduce((sum, { duration_ms }) => sum + duration_ms, 0) / trials.length;
    return [[id, Math.round(mean * (own ?? usual))]];
  });
  return { of: sha ?? results.commit.sha, ms: new Map(ms) };
}
