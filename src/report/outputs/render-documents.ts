import type { ResultsFile } from '#gate/baseline/results/results-file.ts';
import { resultsText } from '#gate/baseline/results/results-text.ts';
import { historyText } from '#gate/history/join-histories.ts';
import { HISTORY_FILE } from '#gate/history/parse-history.ts';
import { COMMENT_BYTES, renderMarkdown } from '#report/markdown/render-markdown.ts';
import type { Report } from '../report.ts';
import { renderJunit } from './render-junit.ts';

/** A document's text, whole or in parts. */
export type DocumentText = string | readonly string[];

/** Input of the documents. */
interface Rendered {
  readonly results: ResultsFile;
  readonly confirmation: ResultsFile | null;
  readonly report: Report;
}

/**
 * The documents of a run by file name; not yet redacted.
 *
 * @param results results.json if already known; `null`: none is written
 */
export function renderDocuments(
  { results: run, confirmation, report }: Rendered,
  results: DocumentText | null = resultsText(run).parts,
): ReadonlyMap<string, DocumentText> {
  return new Map<string, DocumentText>([
    ...(results === null ? [] : [['results.json', results] as const]),
    ...(confirmation === null ? [] : [['confirmation.json', resultsText(confirmation).parts] as const]),
    ['comment.md', renderMarkdown(report, COMMENT_BYTES)],
    ['junit.xml', renderJunit(report)],
    ...historyDocuments(run, report),
  ]);
}

/** What a run of main adds to its documents: the history that the next run continues. Redacted like the report. */
function historyDocuments(
  { run }: Pick<ResultsFile, 'run'>,
  { history }: Pick<Report, 'history'>,
): readonly (readonly [name: string, text: string])[] {
  if (run.side !== 'baseline' || run.shard !== undefined || history.length === 0) return [];
  return [[HISTORY_FILE, historyText(history)]];
}
