import { describe, expect, test } from 'vitest';
import { compare } from '#domain/baseline/comparison/compare.ts';
import { freshTrials } from '#domain/gate/confirmation/fresh-trials.ts';
import { CONFIRMATION_TRIALS } from '#domain/gate/confirmation/repetition.ts';
import { caseRecord, outcomes, resultsFile, trialRecords } from '#test/support/results.ts';

/** Passed trials, whose answers have these hashes; `null`: it is not known. */
function answers(hashes: readonly (string | null)[]) {
  return trialRecords(hashes.map((hash) => (hash === null ? {} : { response_ids_hash: hash })));
}

/** What counts of fresh trials of main, which stored these answers. */
function counted(stored: readonly (string | null)[], fresh: readonly (string | null)[]): readonly number[] {
  const file = (hashes: readonly (string | null)[]) => resultsFile([caseRecord('a', { trials: answers(hashes) })]);
  const candidate = file([null, null]);
  const { main } = freshTrials(candidate, file(fresh), compare(candidate, [file(stored)]));
  return (main.get('a') ?? []).map(({ index }) => index);
}

describe('a fresh trial of main counts', () => {
  test('unless it is an answer that the stored runs already have', () => {
    expect(counted(['x', 'y'], ['z', 'y', 'x', 'w'])).toEqual([1, 4]);
  });

  test('where nothing is known of its answer, or of those that are stored', () => {
    expect(counted(['x', null], [null, 'z', null])).toEqual([1, 2, 3]);
    expect(counted([null], ['x', 'y'])).toEqual([1, 2]);
  });

  test('if another case of main has its answer not either', () => {
    const one = (id: string, hash: string) => caseRecord(id, { trials: answers([hash]) });
    const candidate = resultsFile([caseRecord('a'), caseRecord('b')]);
    const stored = resultsFile([one('a', 'x'), one('b', 'y')]);
    const today = resultsFile([one('a', 'y'), one('b', 'z')]);
    const { main } = freshTrials(candidate, today, compare(candidate, [stored]));
    expect([main.get('a')?.length ?? 0, main.get('b')?.length]).toEqual([0, 1]);
  });
});

describe('of the candidate', () => {
  const run = (trials: number, planned: number, most?: number) => {
    const record = { ...caseRecord('a', { trials: outcomes(trials) }), planned_trials: planned };
    const candidate = resultsFile([record], { looks: [planned], stop: { look: planned, reason: 'decided' } });
    const main = resultsFile([caseRecord('a', { trials: outcomes(10) })]);
    const fresh = freshTrials(candidate, main, compare(candidate, [main]), most);
    return fresh.candidate.get('a')?.length;
  };

  test('trials beyond its plan count up to those of a confirmation', () => {
    expect(run(CONFIRMATION_TRIALS - 1, 5)).toBe(9);
    expect(run(CONFIRMATION_TRIALS, 5)).toBe(10);
    expect(run(25, 5)).toBe(10);
  });

  test('its whole plan counts, and as many more as are asked for', () => {
    expect(run(12, 12)).toBe(12);
    expect(run(25, 5, Number.POSITIVE_INFINITY)).toBe(25);
    expect(run(25, 5, 7)).toBe(7);
  });
});
