import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { uniteTrials } from '#gate/baseline/resume/unite-results.ts';
import { always } from '#test/support/always.ts';
import { trialRecord } from '#test/support/results.ts';
import { leanTrial } from '#trials/trial/lean-trial.ts';
import type { TrialRecord } from '#trials/trial/trial-record.ts';

/** Trials of a run that began at this second; its latencies tell its trials apart where times are left out. */
function runOf(second: number, outcomes: readonly TrialRecord['outcome'][]): readonly TrialRecord[] {
  return outcomes.map((outcome, position) =>
    trialRecord({
      index: position + 1,
      outcome,
      seed: 1000 + position,
      started_at: `2026-01-01T00:00:${String(second).padStart(2, '0')}.${position}00Z`,
      latency_ms: second * 1000 + position,
    }),
  );
}

const outcomesOf = (trials: readonly TrialRecord[]) => trials.map(({ outcome }) => outcome);
const indicesOf = (trials: readonly TrialRecord[]) => trials.map(({ index }) => index);

const RED = runOf(1, ['failed', 'failed']);
const GREEN = runOf(2, ['passed', 'passed', 'passed']);

describe('trials of runs that did not know of one another', () => {
  test('all count: further ones get the next free indexes', () => {
    const united = uniteTrials([RED, GREEN]);
    expect(indicesOf(united)).toEqual([1, 2, 3, 4, 5]);
    expect(outcomesOf(united).toSorted()).toEqual(['failed', 'failed', 'passed', 'passed', 'passed']);
    expect(united.slice(0, 2)).toEqual(RED);
  });

  test('count once where one run took them over from another, also under another index and run by run again', () => {
    const first = uniteTrials([RED, GREEN]);
    expect(uniteTrials([first, GREEN, RED])).toEqual(first);
    expect(uniteTrials([GREEN, first, RED])).toHaveLength(5);
    const third = runOf(3, ['passed']);
    expect(uniteTrials([uniteTrials([RED, third]), first])).toHaveLength(6);
  });

  test('fill the gaps that trials without an outcome left', () => {
    const [first, , third] = GREEN;
    expect(indicesOf(uniteTrials([[first, third].flatMap((trial) => trial ?? []), RED]))).toEqual([1, 2, 3, 4]);
  });

  test('are told apart without their times, where results were made lean', () => {
    const lean = (trials: readonly TrialRecord[]) => trials.map(leanTrial);
    const united = uniteTrials([lean(RED), lean(GREEN)]);
    expect(united).toHaveLength(5);
    expect(uniteTrials([united, lean(RED), GREEN])).toHaveLength(5);
  });

  test('that are equal within a lean run are as many as they are there', () => {
    const equal = runOf(1, ['passed', 'passed']).map((trial) => leanTrial({ ...trial, latency_ms: null }));
    expect(uniteTrials([equal, equal])).toHaveLength(2);
  });

  test('that were imported are the same trial in every run that imports them', () => {
    const imported = (second: number, hash: string) =>
      runOf(second, ['passed']).map((trial) =>
        trialRecord({ ...trial, source: 'imported', output_hash: hash, latency_ms: 5 }),
      );
    expect(uniteTrials([imported(1, 'a'), imported(2, 'a')])).toHaveLength(1);
    expect(uniteTrials([imported(1, 'a'), imported(2, 'b')])).toHaveLength(2);
  });

  test('are united alike whatever the order of the runs, and as often as it is done', () => {
    const outcome = fc.constantFrom('passed' as const, 'failed' as const);
    always(
      fc.property(fc.array(fc.array(outcome, { maxLength: 4 }), { minLength: 1, maxLength: 4 }), (runs) => {
        const known = runs.map((outcomes, position) => runOf(position, outcomes));
        const united = uniteTrials(known);
        const backwards = uniteTrials(known.toReversed());
        expect(outcomesOf(united).toSorted()).toEqual(runs.flat().toSorted());
        expect(outcomesOf(backwards).toSorted()).toEqual(outcomesOf(united).toSorted());
        expect(indicesOf(united)).toEqual(united.map((_, position) => position + 1));
        expect(uniteTrials([united, backwards])).toEqual(united);
      }),
    );
  });
});
