import type * as z from 'zod';
import { jsonOrUndefined } from '#common/json-text.ts';
import { plural } from '#common/words.ts';
import type { HistoryRow } from './history-row.ts';
import { rowSchema } from './row-schema.ts';

/** Name of the file next to results.json. */
export const HISTORY_FILE = 'history.jsonl';

/** Largest history that is read, in bytes; an honest one stays below a third of it. */
export const LARGEST_HISTORY = 4 * 1024 * 1024;

/** Most runs that a history holds: a year of nights. */
export const MOST_ROWS = 365;

/** The rows of a history, or what is wrong with it: a sentence part that follows the name of the file. */
export type ParsedHistory = { readonly rows: readonly HistoryRow[] } | { readonly problem: string };

/**
 * Reads the text of a history.jsonl, one row per line; a line that is no row breaks the whole. Never throws, whatever it
 * contains.
 */
export function parseHistory(text: string): ParsedHistory {
  if (text.length > LARGEST_HISTORY) return { problem: `is larger than ${LARGEST_HISTORY >> 20} MB` };
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  if (lines.length > MOST_ROWS)
    return { problem: `has ${plural(lines.length, 'line')}, at most ${MOST_ROWS} are read` };
  const rows: HistoryRow[] = [];
  for (const [index, line] of lines.entries()) {
    const read = rowSchema.safeParse(jsonOrUndefined(line) ?? null);
    if (!read.success) return { problem: `is damaged: line ${index + 1} ${whatIsWrong(read.error)}` };
    rows.push(read.data);
  }
  return { rows };
}

/** Whether a row claims to be later than the time at which it is read. */
export function isOfFuture({ date }: Pick<HistoryRow, 'date'>, now: number): boolean {
  return Date.parse(date) > now + A_DAY;
}

/** How much clocks of machines may differ, and how long a run may wait, in milliseconds. */
const A_DAY = 86_400_000;

/** Names the place and the kind of the first problem, and none of the text. */
function whatIsWrong({ issues: [first] }: z.ZodError): string {
  const [key] = first?.path ?? [];
  return key === undefined ? 'is not a row of a history' : `has a wrong ${String(key)}`;
}
