import { COMMENT_BYTES, renderMarkdown } from '#domain/report/markdown/render-markdown.ts';
import { renderJunit } from '#domain/report/render-junit.ts';
import type { Evaluation } from './evaluate.ts';

/** The documents of a run by file name; not yet redacted. */
export function renderDocuments(evaluation: Evaluation): ReadonlyMap<string, string> {
  return new Map([
    ['results.json', `${JSON.stringify(evaluation.results)}\n`],
    ['comment.md', renderMarkdown(evaluation.report, COMMENT_BYTES)],
    ['junit.xml', renderJunit(evaluation.report)],
  ]);
}
