import type { BaselineLookup } from '#domain/baseline/baseline-lookup.ts';
import type { HistoryRow } from './history-row.ts';
import { joinHistories } from './join-histories.ts';
import { HISTORY_FILE, parseHistory } from './parse-history.ts';

/** The history that comes with main's stored runs. */
export interface KnownHistory {
  /** Oldest first. */
  readonly rows: readonly HistoryRow[];
  /** Which histories could not be read, a sentence each. */
  readonly notes: readonly string[];
}

/** One history of all that main's runs carried. A broken one is named and left out; without any, it begins anew. */
export function knownHistory(lookup: BaselineLookup): KnownHistory {
  if (lookup.kind === 'none') return { rows: [], notes: [] };
  const histories: (readonly HistoryRow[])[] = [];
  const broken: string[] = [];
  for (const { results, history } of lookup.runs) {
    if (history === undefined) continue;
    const read = 'problem' in history ? history : parseHistory(history.text);
    if ('rows' in read) histories.push(read.rows);
    else broken.push(`${HISTORY_FILE} of ${nameOf(results.run.id)} ${read.problem}`);
  }
  const end = histories.some((rows) => rows.length > 0)
    ? 'the histories of other runs are used'
    : 'the history of main begins anew';
  return { rows: joinHistories(histories), notes: broken.map((problem) => `${problem}; ${end}.`) };
}

function nameOf(id: string | null): string {
  return id === null ? "main's results" : `run ${id.slice(0, 20)} of main`;
}
