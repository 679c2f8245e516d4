/** Histories of main as a hostile run may have stored them. */
import { describe, expect, test } from 'vitest';
import type { BaselineLookup, StoredRun } from '#gate/baseline/results/baseline-lookup.ts';
import { watchDrift } from '#gate/history/drift.ts';
import type { HistoryRow } from '#gate/history/history-row.ts';
import { historyText } from '#gate/history/join-histories.ts';
import { knownHistory } from '#gate/history/known-history.ts';
import { LARGEST_HISTORY } from '#gate/history/parse-history.ts';
import { driftIssue } from '#report/history/drift-issue.ts';
import { historyTable } from '#report/history/history-table.ts';
import { renderHistoryHtml } from '#report/html/pages/history-page.tsx';
import { HOSTILE } from '#test/report/hostile-texts.ts';
import { markdownProblems } from '#test/report/markdown-checker.ts';
import { MARKUP } from '#test/support/hostile-texts.ts';
import { resultsFile } from '#test/support/results.ts';
import { rowWith } from './rows.ts';

const AT = '2026-02-01T00:00:00Z';

/** Main's runs, each with the text of a history. */
function lookupOf(...texts: string[]): BaselineLookup {
  const [first, ...others] = texts.map((text): StoredRun => {
    return { results: resultsFile([]), sha: null, url: null, place: null, history: { text } };
  });
  if (first === undefined) throw new Error('at least one');
  return { kind: 'found', runs: [first, ...others], target_sha: null, choice: '', notes: [] };
}

const OURS = rowWith({ run_id: '1', date: '2026-01-31T00:00:00Z' });

describe('a history of main', () => {
  test.each([
    ['is too large', 'x'.repeat(LARGEST_HISTORY + 1), /is larger than 4 MB/],
    ['has too many rows', historyText([OURS]).repeat(366), /has 366 lines, at most 365 are read/],
    ['is cut', historyText([OURS, OURS]).slice(0, -9), /is damaged: line 2 is not a row/],
    ['has a row of something else', `${historyText([OURS])}{"id":1}\n`, /is damaged: line 2 has a wrong date/],
  ])('that %s is named, and the others are used', (_, text, problem) => {
    const { rows, notes } = knownHistory(lookupOf(text, historyText([OURS])), AT);
    expect(rows).toEqual([OURS]);
    expect(notes).toEqual([expect.stringMatching(/; the histories of other runs are used\.$/)]);
    expect(notes[0]).toMatch(problem);
    expect(knownHistory(lookupOf(text), AT)).toMatchObject({
      rows: [],
      notes: [expect.stringMatching(/; the history of main starts over\.$/)],
    });
  });

  test('with rows dated after the run that reads it loses them, so that the watch for drift still ends with this run', () => {
    const late = Array.from({ length: 200 }, (_, at) =>
      rowWith({ run_id: `${at + 10}`, date: '9998-01-01T00:00:00Z' }),
    );
    const { rows, notes } = knownHistory(lookupOf(historyText([OURS, ...late])), AT);
    expect(rows).toEqual([OURS]);
    expect(notes).toEqual([expect.stringMatching(/ has 200 rows dated after this run; left out\.$/)]);
  });

  test('keeps the row of a run that began a little later, because runs wait and clocks differ', () => {
    const row = rowWith({ run_id: '2', date: '2026-02-01T20:00:00Z' });
    expect(knownHistory(lookupOf(historyText([row])), AT)).toEqual({ rows: [row], notes: [] });
  });
});

describe('names of models in a history are texts', () => {
  const texts = [...Object.values(HOSTILE), ...MARKUP].map((text) => text.slice(0, 500));
  const drift = { before: 0.9, now: 0.5, nights: 1, cases: [] };
  const rows = texts.map((text, at): HistoryRow => {
    const date = new Date(at * 86_400_000).toISOString();
    return rowWith({ run_id: `${at}`, date, event: 'schedule', models: [text], judge: text, drift });
  });

  test('in the page, the issue about drift, the terminal and the watch', () => {
    expect(renderHistoryHtml({ rows, moved: [], audit: null })).not.toMatch(/<(script|img|iframe|object|form|base)\b/i);
    for (const [at, row] of rows.entries()) {
      const before = rows[at - 1] ?? row;
      const issue = driftIssue({
        history: [{ ...before, drift: null }, row],
        run: { name: 'agent-eval.yml', repository_url: null } as never,
      });
      expect(markdownProblems(issue?.body ?? '')).toEqual([]);
    }
    expect(historyTable({ rows, moved: [], audit: null })).toMatch(/^[^\p{C}\n]+(\n[^\p{C}\n]*)*$/u);
    expect(watchDrift(rows).drift).toBeNull();
  });
});
