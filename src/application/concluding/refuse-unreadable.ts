import { resultsProblem } from '#domain/baseline/results/parse-results.ts';
import type { ResultsFile } from '#domain/baseline/results/results-file.ts';
import { resultsText } from '#domain/baseline/results/results-text.ts';
import { type Circumstance, circumstance } from '#domain/gate/finding.ts';

/**
 * An error if the results could not be read again: they could be nobody's baseline, and every later pull request would silently
 * stay inconclusive.
 */
export function refuseUnreadable(results: ResultsFile): readonly Circumstance[] {
  const problem = resultsProblem(resultsText(results).text);
  if (problem === null) return [];
  const message = `the results of this run can't be read again: ${problem}`;
  return [circumstance('error', 'results_unreadable', message)];
}
