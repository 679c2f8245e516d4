import { expect, test } from 'vitest';
import type { HistoryRow } from '#gate/history/history-row.ts';
import { madeBaselineHeadline } from '#report/headline/made-baseline.ts';
import { rowWith } from '#test/gate/history/rows.ts';

const row = (passed: number, began: HistoryRow['began'] = null): HistoryRow =>
  rowWith({ began, anew: ['changed'], cases: { same: [passed, 50], changed: [0, 50] }, passed, scored: 100 });

const PLAIN = "Agent eval passed: this run is main's new baseline";

test.each([
  ['beyond chance', [45, 34, 'worse'], 'Agent eval: main fell from 90 % to 68 %; this run is its new baseline'],
  ['within chance', [45, 41, null], `${PLAIN}, though its pass rate went from 90 % to 82 %`],
  ['of 2 points', [45, 44, null], PLAIN],
  ['that is a rise', [34, 45, 'better'], PLAIN],
] as const)(
  "main's own run says when main fell, over the cases that are the same: a fall %s",
  (_, [before, now, began], words) => {
    expect(madeBaselineHeadline({ main: 'main', history: [row(before), row(now, began)], metrics: [] }).words).toBe(
      words,
    );
  },
);

test.each([[[row(45)]], [[]]])(
  'the first run of main, or one whose history is unknown, tells of no fall',
  (history) => {
    expect(madeBaselineHeadline({ main: 'main', history, metrics: [] }).words).toBe(PLAIN);
  },
);
