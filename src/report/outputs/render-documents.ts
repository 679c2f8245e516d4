import { escapedJson } from '#common/json-text.ts';
import { runsCompared } from '#gate/baseline/comparison/compare-with-main.ts';
import type { BaselineLookup } from '#gate/baseline/results/baseline-lookup.ts';
import type { ResultsFile } from '#gate/baseline/results/results-file.ts';
import { leanText, resultsText } from '#gate/baseline/results/results-text.ts';
import { historyText } from '#gate/history/join-histories.ts';
import { HISTORY_FILE } from '#gate/history/parse-history.ts';
import { mainFile } from '#gate/verdict/verdict-file.ts';
import { COMMENT_BYTES, renderMarkdown } from '#report/markdown/render-markdown.ts';
import type { Report } from '../report.ts';
import { renderJunit } from './render-junit.ts';
import { repairOf } from './repair.ts';

/** A document's text, whole or in parts. */
export type DocumentText = string | readonly string[];

/** Input of the documents. */
interface Rendered {
  readonly results: ResultsFile;
  readonly confirmation: ResultsFile | null;
  readonly baseline: BaselineLookup;
  readonly report: Report;
}

/**
 * The documents of a run by file name; not yet redacted.
 *
 * @param results results.json if already known; `null`: none is written
 */
export function renderDocuments(
  { results: run, confirmation, baseline, report }: Rendered,
  results: DocumentText | null = resultsText(run).parts,
): ReadonlyMap<string, DocumentText> {
  return new Map<string, DocumentText>([
    ...(results === null ? [] : [['results.json', results] as const]),
    ...(confirmation === null ? [] : [['confirmation.json', resultsText(confirmation).parts] as const]),
    ...(results === null ? [] : copiesOfMain(run, baseline)),
    ['comment.md', renderMarkdown(report, COMMENT_BYTES)],
    ['junit.xml', renderJunit(report)],
    ['repair.json', `${escapedJson(repairOf(report), 1)}\n`],
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

/**
 * The runs of main that decide, as they were compared, without what no decision reads: their artifacts expire, and their trials may
 * have been graded again. None where they are too large to be kept with every run, or where a part of a run decides nothing.
 */
function copiesOfMain({ run }: ResultsFile, baseline: BaselineLookup): readonly (readonly [string, DocumentText])[] {
  if (run.shard !== undefined) return [];
  const copies: [string, DocumentText][] = [];
  let left = MOST_COPIED;
  for (const [at, results] of runsCompared(baseline, run.side).entries()) {
    const { parts, bytes } = leanText(results);
    left -= bytes;
    if (left < 0) return [];
    copies.push([mainFile(at + 1), parts]);
  }
  return copies;
}

/** Bytes of all copies: some 100,000 trials. */
const MOST_COPIED = 64 * 1024 * 1024;
