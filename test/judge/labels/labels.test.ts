import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatIssue } from '#common/document/format-issue.ts';
import { calibrateLabels, weighLabels } from '#judge/labels/calibrate-labels.ts';
import { type Drawable, drawToLabel } from '#judge/labels/draw.ts';
import { type Label, labelText, subjectOf } from '#judge/labels/label.ts';
import { parseLabels } from '#judge/labels/parse-labels.ts';
import { always } from '#test/support/always.ts';

const hash = (number: number) => number.toString(16).padStart(64, '0');
const label = (number: number, more: Partial<Label> = {}): Label => ({
  case_id: 'refund',
  trajectory: hash(number),
  criterion: 'polite',
  label: 'met',
  labeller: 'ann',
  ...more,
});

/** Judged trajectories: the first `met` of them are met. */
const judged = (met: number, notMet: number): Drawable[] =>
  Array.from({ length: met + notMet }, (_, number) => ({
    subject: { case_id: 'refund', trajectory: hash(number), criterion: 'polite' },
    verdict: number < met ? 'met' : 'not_met',
    times: 1,
  }));

describe('a draw', () => {
  test('takes two thirds from what is met, each trajectory once, and fills up from where there are more', () => {
    const size = fc.integer({ min: 1, max: 90 });
    const stratum = fc.integer({ min: 0, max: 60 });
    always(
      fc.property(size, stratum, stratum, fc.integer(), (count, met, notMet, seed) => {
        const drawn = drawToLabel(judged(met, notMet), count, seed);
        expect(drawn).toHaveLength(Math.min(count, met + notMet));
        expect(new Set(drawn.map(({ subject }) => subjectOf(subject))).size).toBe(drawn.length);
        const fromMet = drawn.filter(({ drawn: { from } }) => from === 'met').length;
        if (met + notMet >= count) {
          const wanted = Math.round((count * 2) / 3);
          expect(fromMet).toBe(Math.max(Math.min(wanted, met), count - notMet));
        }
        for (const item of drawn) expect(item.drawn.of).toBe(item.drawn.from === 'met' ? met : notMet);
      }),
    );
  });

  test('is the same for the same candidates in any order, and its order tells nobody the verdict', () => {
    const candidates = judged(40, 20);
    const first = drawToLabel(candidates, 30, 7);
    expect(drawToLabel(candidates.toReversed(), 30, 7)).toEqual(first);
    expect(drawToLabel(candidates, 30, 8)).not.toEqual(first);
    // Over many seeds, a trajectory that is not met stands in the first half as often as in the second.
    let early = 0;
    let all = 0;
    for (let seed = 1; seed <= 300; seed += 1)
      for (const [place, { drawn }] of drawToLabel(candidates, 30, seed).entries())
        if (drawn.from === 'not_met') {
          all += 1;
          if (place < 15) early += 1;
        }
    expect(Math.abs(early / all - 0.5)).toBeLessThan(0.04);
  });
});

describe('files of labels', () => {
  test('are read as they are written', () => {
    const entries = [label(1), label(2, { turn: 2, note: 'rude', drawn: { from: 'met', of: 9, times: 2 } })];
    const { labels, issues } = parseLabels([{ file: 'labels/ann.jsonl', text: entries.map(labelText).join('') }]);
    expect(issues).toEqual([]);
    expect(labels.map((placed) => [placed.label, placed.line])).toEqual([
      [entries[0], 1],
      [entries[1], 2],
    ]);
  });

  test('count equal labels once, and name both places of labels that disagree, also across files', () => {
    const { labels, issues } = parseLabels([
      { file: 'a.jsonl', text: labelText(label(1)) },
      {
        file: 'b.jsonl',
        text: `${labelText(label(1, { labeller: 'bob' }))}${labelText(label(1, { label: 'not_met', labeller: 'bob' }))}`,
      },
      { file: 'empty.jsonl', text: '' },
    ]);
    expect(labels).toHaveLength(1);
    expect(issues.map(formatIssue)).toEqual([
      'b.jsonl:2:1: label: contradicts another label of polite of a trajectory of refund: bob says not_met, ann says met in a.jsonl:1; settle it, and remove one line',
    ]);
  });

  test('of the same criterion in two turns do not contradict each other', () => {
    const { issues } = parseLabels([
      { file: 'a.jsonl', text: labelText(label(1, { turn: 1 })) + labelText(label(1, { turn: 2, label: 'not_met' })) },
    ]);
    expect(issues).toEqual([]);
  });
});

describe('weights', () => {
  const of = (verdict: 'met' | 'not_met', total: number) => ({ from: verdict, of: total, times: 1 });

  test('are shares of what was drawn from, whatever was skipped; a frequent trajectory weighs more', () => {
    const weighed = weighLabels(
      [
        { label: 'met', verdict: 'met', drawn: of('met', 90) },
        { label: 'met', verdict: 'met', drawn: { ...of('met', 90), times: 4 } },
        { label: 'met', verdict: 'not_met', drawn: of('not_met', 10) },
      ],
      { met: 0, not_met: 0 },
    );
    expect(weighed.map(({ weight }) => weight)).toEqual([45, 180, 10]);
  });

  test('of chosen trajectories are shares of all that are stored', () => {
    const chosen = { label: 'met', verdict: 'met', drawn: null } as const;
    expect(weighLabels([chosen, chosen], { met: 30, not_met: 5 }).map(({ weight }) => weight)).toEqual([15, 15]);
    expect(weighLabels([chosen], { met: 0, not_met: 0 }).map(({ weight }) => weight)).toEqual([1]);
  });
});

test('a trajectory without a verdict is counted, and is neither right nor wrong; flips need two verdicts', () => {
  const labelled = (
    answer: 'met' | 'not_met',
    ...verdicts: ['met' | 'not_met' | 'cannot_tell', ...('met' | 'not_met')[]]
  ) => ({
    criterion: 'polite',
    label: answer,
    drawn: null,
    question: hash(1),
    verdicts,
  });
  const { polite } = calibrateLabels(
    [
      labelled('met', 'met', 'met'),
      labelled('met', 'met', 'not_met'),
      labelled('not_met', 'not_met'),
      labelled('not_met', 'cannot_tell'),
    ],
    new Map(),
  );
  expect(polite).toMatchObject({
    labels: { met: 2, not_met: 2 },
    confusion: { good: { met: 2, not_met: 0 }, bad: { met: 0, not_met: 1 } },
    unjudged: 1,
    flips: { changed: 1, of: 2 },
    to_halve: 9,
    questions: [hash(1)],
  });
});
