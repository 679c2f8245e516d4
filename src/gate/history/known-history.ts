import { plural } from '#common/words.ts';
import type { BaselineLookup } from '#gate/baseline/results/baseline-lookup.ts';
import type { HistoryRow } from './history-row.ts';
import { joinHistories } from './join-histories.ts';
import { HISTORY_FILE, isOfFuture, parseHistory } from './parse-history.ts';

/** The history that comes with main's stored runs. */
export interface KnownHistory {
  /** Oldest first. */
  readonly rows: readonly HistoryRow[];
  /** Which histories could not be read, a sentence each. */
  readonly notes: readonly string[];
}

/**
 * One history of all that main's runs carried. A broken one is named and left out; without any, it starts over. A row is left out
 * too if it claims to be later than the run that reads it: it would be the newest forever, and hide every run to come.
 *
 * @param at when the run that reads it began, ISO 8601
 */
export function knownHistory(lookup: BaselineLookup, at: string): KnownHistory {
  if (lookup.kind === 'none') return { rows: [], notes: [] };
  const histories: (readonly HistoryRow[])[] = [];
  const problems: string[] = [];
  const forged: string[] = [];
  for (const { results, history } of lookup.runs) {
    if (history === undefined) continue;
    const name = `${HISTORY_FILE} of ${nameOf(results.run.id)}`;
    const read = 'problem' in history ? history : parseHistory(history.text);
    if ('problem' in read) {
      problems.push(`${name} ${read.problem}`);
      continue;
    }
    const rows = read.rows.filter((row) => !isOfFuture(row, Date.parse(at)));
    const later = read.rows.length - rows.length;
    if (later > 0) forged.push(`${name} has ${plural(later, 'row')} dated after this run; left out.`);
    histories.push(rows);
  }
  const end = histories.some((rows) => rows.length > 0)
    ? 'the histories of other runs are used'
    : 'the history of main starts over';
  return { rows: joinHistories(histories), notes: [...problems.map((problem) => `${problem}; ${end}.`), ...forged] };
}

function nameOf(id: string | null): string {
  return id === null ? "main's results" : `run ${id.slice(0, 20)} of main`;
}
