import { resultsText } from '#domain/baseline/results/results-text.ts';
import { COMMENT_BYTES, renderMarkdown } from '#domain/report/markdown/render-markdown.ts';
import { renderJunit } from '#domain/report/render-junit.ts';
import type { Evaluation } from '../evaluation.ts';

/**
 * The documents of a run by file name; not yet redacted.
 *
 * @param results text of results.json, where it is known already; `null`: there is to be none
 */
export function renderDocuments(
  evaluation: Evaluation,
  results: string | null = resultsText(evaluation.results).text,
): ReadonlyMap<string, string> {
  const { confirmation } = evaluation;
  return new Map([
    ...(results === null ? [] : [['results.json', results] as const]),
    ...(confirmation === null ? [] : [['confirmation.json', resultsText(confirmation).text] as const]),
    ['comment.md', renderMarkdown(evaluation.report, COMMENT_BYTES)],
    ['junit.xml', renderJunit(evaluation.report)],
  ]);
}
