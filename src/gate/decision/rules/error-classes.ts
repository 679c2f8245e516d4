import { type NameCounts, tally } from '#common/group-by.ts';
import type { LeanTrial } from '#trials/trial/lean-trial.ts';

/** The classes of the errors of trials, most frequent first. */
export function errorClasses(trials: readonly Pick<LeanTrial, 'error'>[]): NameCounts {
  return tally(trials.flatMap(({ error }) => error?.class ?? []));
}
