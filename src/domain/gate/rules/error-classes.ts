import type { TrialRecord } from '#domain/trial/trial-record.ts';

/** How often each word occurs, most frequent first. */
export function tally(words: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return new Map([...counts].sort(([one, n], [other, m]) => m - n || (one < other ? -1 : 1)));
}

/** The classes of the errors of trials, most frequent first. */
export function errorClasses(trials: readonly Pick<TrialRecord, 'error'>[]): ReadonlyMap<string, number> {
  return tally(trials.flatMap(({ error }) => error?.class ?? []));
}
