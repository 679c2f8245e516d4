import { plural } from '#common/words.ts';
import { parseResults } from '#gate/baseline/results/parse-results.ts';
import type { ResultsFile } from '#gate/baseline/results/results-file.ts';
import type { HistoryRow } from './history-row.ts';
import { historyText, joinHistories } from './join-histories.ts';
import { HISTORY_FILE, isOfFuture, parseHistory } from './parse-history.ts';
import { rowOf } from './row-of.ts';

/** A file that may hold runs of main. */
export interface NamedText {
  /** Ends in `.jsonl` for a history, in `.json` for results. */
  readonly path: string;
  readonly text: string;
}

/** The history that files tell. */
export interface FoundHistory {
  /** Oldest first. */
  readonly rows: readonly HistoryRow[];
  /** Which files can't be used, a sentence part each that begins with the path. */
  readonly problems: readonly string[];
}

/**
 * One history of histories and results: downloaded artifacts of main, or the folder in which a terminal keeps its baselines.
 * Results of changes are left out, and where a history has the row of a run, its results add nothing. Rows with dates in the
 * future are named and left out.
 */
export function historyOfFiles(files: readonly NamedText[], now: number): FoundHistory {
  const problems: string[] = [];
  const histories: (readonly HistoryRow[])[] = [];
  const runs: ResultsFile[] = [];
  for (const { path, text } of files) {
    if (path.endsWith('.jsonl')) {
      const read = parseHistory(text);
      if ('problem' in read) problems.push(`${path} ${read.problem}`);
      else {
        const later = read.rows.filter((row) => isOfFuture(row, now)).length;
        if (later > 0) problems.push(`${path}: ${plural(later, 'row')} dated after today`);
        histories.push(read.rows.filter((row) => !isOfFuture(row, now)));
      }
    } else {
      const read = parseResults(text);
      if ('problem' in read) problems.push(`${path}: ${read.problem}`);
      else if (isOfFuture({ date: read.results.created_at }, now)) problems.push(`${path}: it is dated after today`);
      else if (isOfMain(read.results)) runs.push(read.results);
    }
  }
  const known = new Set(histories.flat().map(({ date }) => date));
  const further = runs.filter(({ created_at: date }) => !known.has(date) && !Number.isNaN(Date.parse(date)));
  const ordered = further.toSorted((left, right) => Date.parse(left.created_at) - Date.parse(right.created_at));
  const rows = ordered.flatMap((results, index) => {
    const verdict = results.verdicts?.at(-1)?.verdict ?? 'pass';
    const before = ordered.slice(0, index).reverse();
    const row = rowOf(results, { run_url: null, verdict, audit: null, changes: [], before });
    // A file may hold anything; a line that is no row of a history does not count.
    const read = parseHistory(historyText([row]));
    return 'rows' in read ? read.rows : [];
  });
  return { rows: joinHistories([...histories, rows.filter(({ scored }) => scored > 0)]), problems };
}

/** Whether a file of this name may hold runs of main. */
export function mayHoldHistory(name: string): boolean {
  return name === HISTORY_FILE || name === 'results.json';
}

function isOfMain({ commit, run }: ResultsFile): boolean {
  return commit.pull_request === null && run.side !== 'confirm' && run.shard === undefined;
}
