import { circumstance, finding } from '#gate/decision/terms/finding.ts';
import type { KnownFacts } from '#gate/verdict/decide-again.ts';
import { verdictFile, verdictText } from '#gate/verdict/verdict-file.ts';
import type { ResultSink, Seal, StoredDocuments } from '#ports/ports.ts';
import type { DocumentText } from '#report/outputs/render-documents.ts';
import type { Evaluation } from '../request/evaluation.ts';
import { concludeAgain } from './conclude-again.ts';

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
  const stored = await sink.finish(render(evaluation), sealOf(evaluation));
  if (stored.problem === null) return { evaluation, stored };
  const unstored = concludeAgain(
    evaluation,
    circumstance(
      finding(
        { outcome: 'error', gate: 'suite', code: 'results_lost' },
        { kind: 'not_stored', problem: stored.problem },
      ),
    ),
  );
  return { evaluation: unstored, stored: await sink.finish(render(unstored), sealOf(unstored)) };
}

/** What makes verdict.json of a run; `null`: a part of one, which decides nothing. */
export function sealOf(
  evaluation: Pick<Evaluation, 'results' | 'comparison' | 'decision' | 'decided_with'>,
): Seal | null {
  const { results, decision, decided_with } = evaluation;
  if (results.run.shard !== undefined) return null;
  const { evidence: _, ...findings } = decision.findings;
  const known: KnownFacts = { ...decided_with, ...findings };
  return (files) => verdictText(verdictFile(evaluation, evaluation, { files, known }));
}
