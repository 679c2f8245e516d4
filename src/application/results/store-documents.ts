import { concludeAgain } from '#application/concluding/conclude-again.ts';
import { circumstance } from '#domain/gate/finding.ts';
import type { DocumentText } from '#domain/report/render-documents.ts';
import type { Evaluation } from '../evaluation.ts';
import type { ResultSink, StoredDocuments } from '../ports.ts';

/** An evaluation, and which of its documents could be written. */
export interface StoredEvaluation {
  readonly evaluation: Evaluation;
  readonly stored: StoredDocuments;
}

/**
 * Writes the documents. Results that can't be stored can be nobody's baseline, and no later attempt can add to them: the run
 * ends as an error, and also reports its trials.
 */
export async function storeDocuments(
  evaluation: Evaluation,
  render: (evaluation: Evaluation) => ReadonlyMap<string, DocumentText>,
  sink: Pick<ResultSink, 'finish'>,
): Promise<StoredEvaluation> {
  const stored = await sink.finish(render(evaluation));
  if (stored.problem === null) return { evaluation, stored };
  const message = `some results of this run could not be stored: ${stored.problem}`;
  const unstored = concludeAgain(evaluation, circumstance('error', 'results_not_stored', message));
  return { evaluation: unstored, stored: await sink.finish(render(unstored)) };
}
