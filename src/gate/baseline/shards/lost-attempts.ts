import type { ResultsFile } from '#gate/baseline/results/results-file.ts';

/**
 * Earlier attempts of a run whose results must be lost, because each attempt adds to the one before: `Attempt 1` if no trial is
 * from it. `null`: none, as far as the trials show.
 */
export function lostAttempts({ cases }: Pick<ResultsFile, 'cases'>): string | null {
  let first = Number.POSITIVE_INFINITY;
  for (const { trials } of cases) for (const { run_attempt } of trials) first = Math.min(first, run_attempt);
  return Number.isFinite(first) ? attemptsBefore(first) : null;
}

/** `Attempts 1 to 2` before the third; `null` before the first. */
export function attemptsBefore(attempt: number): string | null {
  if (attempt <= 1) return null;
  return attempt === 2 ? 'Attempt 1' : `Attempts 1 to ${attempt - 1}`;
}

/** The note on runs without results: GitHub does not say which of the causes it was. */
export const LEFT_NO_RESULTS = 'left no results: none were stored, or they were deleted.';
