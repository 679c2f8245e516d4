import type { ResultsFile } from '#domain/baseline/results/results-file.ts';

/**
 * What earlier attempts of a run must have lost, as results are added to those of the attempt before: `Attempt 1` where no trial is of that.
 * `null`: nothing, as far as the trials tell.
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

/** What is to be said of runs whose results are not there: GitHub does not tell one from the other. */
export const LEFT_NO_RESULTS = 'left no results to add to: none were stored, or they were deleted.';
