import type { TrialRecord } from '#domain/trial/trial-record.ts';

/** How alike the trials of a case are: the tools that they called, in order, whatever the arguments. */
export interface Consistency {
  /** Judged trials whose calls are known; at least 2. */
  readonly trials: number;
  /** Different sequences of tools among them. */
  readonly distinct: number;
  /** Share (0–1) of the trials with the commonest sequence. It falls with the number of trials, as `distinct` grows. */
  readonly commonest: number;
  /** Chance (0–1) that two of the trials have the same sequence: an unbiased estimate, for any number of trials. */
  readonly alike: number;
}

/** The consistency of a case's trials; `null` with fewer than two whose calls are known. */
export function consistencyOf(trials: readonly Pick<TrialRecord, 'outcome' | 'tool_sequence'>[]): Consistency | null {
  const counts = new Map<string, number>();
  for (const { outcome, tool_sequence: sequence } of trials) {
    if (outcome !== 'error' && sequence !== null && sequence !== undefined)
      counts.set(sequence, (counts.get(sequence) ?? 0) + 1);
  }
  const sizes = [...counts.values()];
  const n = sizes.reduce((sum, size) => sum + size, 0);
  if (n < 2) return null;
  const pairs = sizes.reduce((sum, size) => sum + size * (size - 1), 0);
  return { trials: n, distinct: counts.size, commonest: Math.max(...sizes) / n, alike: pairs / (n * (n - 1)) };
}
