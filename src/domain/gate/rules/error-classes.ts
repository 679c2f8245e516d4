import type { CaseRecord } from '#domain/baseline/results/results-file.ts';

/** How often each word comes, most frequent first. */
export function tally(words: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return new Map([...counts].sort(([one, n], [other, m]) => m - n || (one < other ? -1 : 1)));
}

/** The classes of the errors that the planned trials of some cases ended in, most frequent first; without what a budget or a signal cut. */
export function errorClasses(
  cases: readonly Pick<CaseRecord, 'planned_trials' | 'trials'>[],
): ReadonlyMap<string, number> {
  const planned = cases.flatMap(({ planned_trials: last, trials }) => trials.filter(({ index }) => index <= last));
  return tally(planned.flatMap(({ error }) => error?.class ?? []).filter((name) => !CUT.has(name)));
}

const CUT: ReadonlySet<string> = new Set(['budget', 'cancelled']);
