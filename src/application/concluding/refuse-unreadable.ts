import { parseResults } from '#domain/baseline/results/parse-results.ts';
import type { ResultsFile } from '#domain/baseline/results/results-file.ts';
import { resultsText } from '#domain/baseline/results/results-text.ts';
import type { Decision, Reason } from '#domain/gate/decision.ts';

/**
 * The decision, or an error when the results could not be read again: they would be no baseline for anyone, and the
 * gate of every later pull request would stay open without a word.
 */
export function refuseUnreadable(decision: Decision, results: ResultsFile): Decision {
  const read = parseResults(resultsText(results).text);
  if (!('problem' in read)) return decision;
  const message = `the results of this run can't be read again: ${read.problem}`;
  const reason: Reason = { outcome: 'error', gate: 'suite', code: 'results_unreadable', tag: null, cases: [], message };
  return { ...decision, verdict: 'error', title: message, reasons: [reason, ...decision.reasons] };
}
