import type { ResultsFile } from '#domain/baseline/results-file.ts';
import { COMMENT_BYTES, renderMarkdown } from '#domain/report/markdown/render-markdown.ts';
import { renderJunit } from '#domain/report/render-junit.ts';
import type { Evaluation } from './evaluate.ts';

/** The documents of a run by file name; not yet redacted. */
export function renderDocuments(evaluation: Evaluation): ReadonlyMap<string, string> {
  const { confirmation } = evaluation;
  return new Map([
    ['results.json', resultsText(evaluation.results)],
    ...(confirmation === null ? [] : [['confirmation.json', resultsText(confirmation)] as const]),
    ['comment.md', renderMarkdown(evaluation.report, COMMENT_BYTES)],
    ['junit.xml', renderJunit(evaluation.report)],
  ]);
}

function resultsText(results: ResultsFile): string {
  return `${JSON.stringify(results)}\n`;
}
