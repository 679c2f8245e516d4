import { shortSha } from '#common/words.ts';
import type { EpochStart, HistoryRow } from '#gate/history/history-row.ts';

/** What a run of main begins, by its place among the rows: `fell after run 27 (2026-11-02, 3f2a1b0)`; empty if it begins nothing. */
export function beganWords(rows: readonly HistoryRow[], place: number): string {
  const began = rows[place]?.began ?? null;
  if (began === null) return '';
  const before = rows[place - 1];
  if (before === undefined) return MOVED[began];
  const facts = [before.date.slice(0, 10), ...(before.sha === null ? [] : [shortSha(before.sha)])];
  return `${MOVED[began]} after run ${place} (${facts.join(', ')})`;
}

/** What main did where an epoch begins. */
export const MOVED: Readonly<Record<EpochStart, string>> = {
  settings: 'new settings',
  better: 'rose',
  worse: 'fell',
  drift: 'drifted',
};
