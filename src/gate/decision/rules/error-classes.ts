import { type NameCounts, tally } from '#common/tally.ts';
import type { TrialRecord } from '#trials/trial/trial-record.ts';

/** The classes of the errors of trials, most frequent first. */
export function errorClasses(trials: readonly Pick<TrialRecord, 'error'>[]): NameCounts {
  return tally(trials.flatMap(({ error }) => error?.class ?? []));
}
