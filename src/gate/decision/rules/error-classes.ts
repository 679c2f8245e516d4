import type { TrialRecord } from '#trials/trial/trial-record.ts';
import type { NameCounts } from '../facts/run-facts.ts';

/** How often each name occurs, most frequent first. */
export function tally(names: readonly string[]): NameCounts {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return Array.from(counts, ([name, count]) => ({ name, count })).sort(
    (one, other) => other.count - one.count || (one.name < other.name ? -1 : 1),
  );
}

/** The classes of the errors of trials, most frequent first. */
export function errorClasses(trials: readonly Pick<TrialRecord, 'error'>[]): NameCounts {
  return tally(trials.flatMap(({ error }) => error?.class ?? []));
}
