import type { Decision, Reason } from '#domain/gate/decision.ts';
import type { Evaluation } from '../evaluate.ts';
import { withStop } from '../merging/shard-verdict.ts';
import type { ResultSink, StoredDocuments } from '../ports.ts';

/** An evaluation with its documents, as far as they could be written. */
export interface StoredEvaluation {
  readonly evaluation: Evaluation;
  /** By file name. */
  readonly documents: ReadonlyMap<string, string>;
  readonly stored: StoredDocuments;
}

/**
 * Writes the documents. Results that can't be stored are no baseline for anyone, and no later attempt can add to them: the run ends as an error,
 * and says beside it what its trials have shown.
 */
export async function storeDocuments(
  evaluation: Evaluation,
  render: (evaluation: Evaluation) => ReadonlyMap<string, string>,
  sink: Pick<ResultSink, 'finish'>,
): Promise<StoredEvaluation> {
  const documents = render(evaluation);
  const stored = await sink.finish(documents);
  if (stored.problem === null) return { evaluation, documents, stored };
  const unstored = notStored(evaluation, stored.problem);
  const corrected = render(unstored);
  return { evaluation: unstored, documents: corrected, stored: await sink.finish(corrected) };
}

function notStored(evaluation: Evaluation, problem: string): Evaluation {
  const message = `the results of this run could not all be stored: ${problem}`;
  const reason: Reason = { outcome: 'error', gate: 'suite', code: 'results_not_stored', tag: null, cases: [], message };
  const reasons = [reason, ...evaluation.decision.reasons];
  const decision: Decision = { ...evaluation.decision, verdict: 'error', title: message, reasons };
  const report = { ...evaluation.report, verdict: decision.verdict, title: message, reasons };
  return { ...evaluation, decision, report, results: withStop(evaluation.results, decision) };
}
