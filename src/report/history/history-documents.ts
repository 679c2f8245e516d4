import type { ResultsFile } from '#gate/baseline/results/results-file.ts';
import { historyText } from '#gate/history/join-histories.ts';
import { HISTORY_FILE } from '#gate/history/parse-history.ts';
import type { Report } from '../report.ts';

/** What a run of main adds to its documents: the history that the next run continues. Redacted like the report. */
export function historyDocuments(
  { run }: Pick<ResultsFile, 'run'>,
  { history }: Pick<Report, 'history'>,
): readonly (readonly [name: string, text: string])[] {
  if (run.side !== 'baseline' || run.shard !== undefined || history.length === 0) return [];
  return [[HISTORY_FILE, historyText(history)]];
}
