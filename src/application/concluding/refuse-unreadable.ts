import { parseResults } from '#domain/baseline/results/parse-results.ts';
import type { ResultsFile } from '#domain/baseline/results/results-file.ts';
import { resultsText } from '#domain/baseline/results/results-text.ts';
import type { Circumstance } from '#domain/gate/finding.ts';
import { circumstance } from '#domain/gate/finding.ts';

/**
 * An error where the results could not be read again: they would be no baseline for anyone, and the gate of every later pull request would
 * stay open without a word.
 */
export function refuseUnreadable(results: ResultsFile): readonly Circumstance[] {
  const read = parseResults(resultsText(results).text);
  if (!('problem' in read)) return [];
  const message = `the results of this run can't be read again: ${read.problem}`;
  return [circumstance('error', 'results_unreadable', message)];
}
