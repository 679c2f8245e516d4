import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { evidence, pooledEvidence, scoredTrials } from '#gate/baseline/results/evidence.ts';
import { always } from '#test/support/always.ts';
import { caseRecord, type TrialFacts, trialRecord, trialRecords } from '#test/support/results.ts';
import type { TrialRecord } from '#trials/trial/trial-record.ts';

const trial = (response_ids_hash: string | null, facts: TrialFacts = {}): TrialFacts => ({
  response_ids_hash,
  ...facts,
});
const indices = (trials: readonly TrialRecord[]) => trials.map(({ index }) => index);
const kept = (...facts: readonly TrialFacts[]) => indices(evidence({ trials: trialRecords(facts) }));

describe('evidence', () => {
  test.each<[string, readonly TrialFacts[], readonly number[]]>([
    ['trials with ids of their own are all evidence', [trial('a'), trial('b'), trial('c')], [1, 2, 3]],
    ['trials with equal ids are the first of them', [trial('a'), trial('b'), trial('a'), trial('a')], [1, 2]],
    ['trials whose ids nobody tells repeat nothing', [trial(null), trial(null), {}, {}], [1, 2, 3, 4]],
    ['an outcome makes no difference', [trial('a', { outcome: 'failed' }), trial('a')], [1]],
    ['a trial that is missing takes no place', [trial('a', { outcome: 'error' }), trial('a'), trial('a')], [2]],
    [
      'replayed trials are none, and take no place',
      [trial('a', { source: 'replayed' }), trial('a'), trial('a', { source: 'replayed' })],
      [2],
    ],
    [
      'equal answers and calls alone are no repeat',
      [
        { output_hash: 'o', tools_hash: 't' },
        { output_hash: 'o', tools_hash: 't' },
      ],
      [1, 2],
    ],
  ])('%s', (_, facts, expected) => expect(kept(...facts)).toEqual(expected));

  test('leaves the judged trials as they are', () => {
    const trials = trialRecords([trial('a'), trial('a'), trial('a', { outcome: 'error' })]);
    expect(indices(scoredTrials(caseRecord('x', { trials })))).toEqual([1, 2]);
  });

  const facts = fc.record({
    response_ids_hash: fc.constantFrom(null, 'a', 'b', 'c'),
    outcome: fc.constantFrom<TrialRecord['outcome']>('passed', 'failed', 'error'),
    source: fc.constantFrom<TrialRecord['source']>('live', 'live', 'replayed'),
  });
  const shuffled = fc
    .array(facts, { maxLength: 12 })
    .map((each) => trialRecords(each))
    .chain((trials) => fc.tuple(fc.constant(trials), fc.shuffledSubarray(trials, { minLength: trials.length })));

  test('is the same in whatever order a file lists its trials', () => {
    always(
      fc.property(shuffled, ([trials, other]) => {
        expect(evidence({ trials: other })).toEqual(evidence({ trials }));
      }),
    );
  });

  test('of the trials up to a look is what it was before more were run', () => {
    always(
      fc.property(shuffled, fc.nat(12), ([trials, other], look) => {
        const upTo = (list: readonly TrialRecord[]) => list.filter(({ index }) => index <= look);
        expect(upTo(evidence({ trials: other }))).toEqual(evidence({ trials: upTo(trials) }));
      }),
    );
  });

  test('has every id once, and no id less than its live judged trials have', () => {
    always(
      fc.property(shuffled, ([, trials]) => {
        const ids = evidence({ trials }).flatMap(({ response_ids_hash }) => response_ids_hash ?? []);
        expect(ids).toHaveLength(new Set(ids).size);
        const live = trials.filter(({ outcome, source }) => outcome !== 'error' && source === 'live');
        expect(new Set(ids)).toEqual(new Set(live.flatMap(({ response_ids_hash }) => response_ids_hash ?? [])));
      }),
    );
  });
});

describe('evidence of several runs', () => {
  const run = (...ids: readonly (string | null)[]) => trialRecords(ids.map((id) => trial(id)));
  const pooled = (...runs: readonly (readonly TrialRecord[])[]) => pooledEvidence(runs).map(indices);

  test('keeps an answer that came in several runs in the nearest of them', () => {
    expect(pooled(run('x', 'a'), run('a', 'b'), run('b', 'a', 'c'))).toEqual([[1, 2], [2], [3]]);
  });

  test('keeps runs apart, also those that have nothing left', () => {
    expect(pooled(run(), run('a'), run('a', 'a'), run(null))).toEqual([[], [1], [], [1]]);
  });

  test('of one run is its evidence', () => {
    const trials = [trialRecord({ index: 2, response_ids_hash: 'a' }), trialRecord({ response_ids_hash: 'a' })];
    expect(pooledEvidence([trials])).toEqual([evidence({ trials })]);
  });
});
