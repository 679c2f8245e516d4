import { jsonText } from '#common/json-text.ts';
import type { HistoryRow } from './history-row.ts';
import { MOST_ROWS } from './parse-history.ts';

/**
 * One history of several: runs of main that began at the same time knew nothing of one another. Each run has one row, that of
 * its last attempt; rows without a run are one if they are equal. The newest {@link MOST_ROWS} stay.
 *
 * @returns oldest first
 */
export function joinHistories(histories: readonly (readonly HistoryRow[])[]): readonly HistoryRow[] {
  const byRun = new Map<string, HistoryRow>();
  for (const row of histories.flat()) {
    const key = row.run_id ?? jsonText(row);
    const known = byRun.get(key);
    if (known === undefined || row.attempt > known.attempt) byRun.set(key, row);
  }
  const inOrder = [...byRun.values()].map((row) => ({ row, time: Date.parse(row.date) }));
  inOrder.sort((left, right) => left.time - right.time || compareText(left.row.run_id ?? '', right.row.run_id ?? ''));
  return inOrder.slice(-MOST_ROWS).map(({ row }) => row);
}

function compareText(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

/** Characters of a history in which rows still name their cases. */
const DETAILED = 1024 * 1024;

/**
 * The text of a history.jsonl, oldest first. Of a suite so large that a year of it exceeds 1 MB, the older rows keep their sums
 * and lose their cases.
 */
export function historyText(rows: readonly HistoryRow[]): string {
  let length = 0;
  const lines = rows.toReversed().map((row) => {
    const whole = jsonText(row);
    length += whole.length;
    return length <= DETAILED ? whole : jsonText({ ...row, cases: {}, anew: [] });
  });
  return lines
    .toReversed()
    .map((line) => `${line}\n`)
    .join('');
}
