import type { ResultsFile } from './results-file.ts';

/** Milliseconds between the start and the end that results name; `null` if there is no end, or no run can last that long. */
export function runDuration({ created_at: begin, finished_at: end }: ResultsFile): number | null {
  const duration = Date.parse(end ?? '') - Date.parse(begin);
  return duration > 0 && duration <= LONGEST_RUN ? duration : null;
}

/** Longest workflow run: 35 days. */
const LONGEST_RUN = 35 * 24 * 60 * 60 * 1000;
