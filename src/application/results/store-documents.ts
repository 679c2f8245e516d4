import { concludeAgain } from '#application/concluding/conclude-again.ts';
import { circumstance } from '#domain/gate/finding.ts';
import type { Evaluation } from '../evaluation.ts';
import type { ResultSink, StoredDocuments } from '../ports.ts';

/** An evaluation with the documents that could be written. */
export interface StoredEvaluation {
  readonly evaluation: Evaluation;
  /** By file name. */
  readonly documents: ReadonlyMap<string, string>;
  readonly stored: StoredDocuments;
}

/**
 * Writes the documents. Results that can't be stored can be nobody's baseline, and no later attempt can add to them: the run
 * ends as an error, and also reports its trials.
 */
export async function storeDocuments(
  evaluation: Evaluation,
  render: (evaluation: Evaluation) => ReadonlyMap<string, string>,
  sink: Pick<ResultSink, 'finish'>,
): Promise<StoredEvaluation> {
  const documents = render(evaluation);
  const stored = await sink.finish(documents);
  if (stored.problem === null) return { evaluation, documents, stored };
  const message = `some results of this run could not be stored: ${stored.problem}`;
  const unstored = concludeAgain(evaluation, circumstance('error', 'results_not_stored', message));
  const corrected = render(unstored);
  return { evaluation: unstored, documents: corrected, stored: await sink.finish(corrected) };
}
