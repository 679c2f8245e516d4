import { describe, expect, test } from 'vitest';
import { compare } from '#gate/baseline/comparison/compare.ts';
import type { CaseRecord, ResultsFile } from '#gate/baseline/results/results-file.ts';
import { collectEvidence } from '#gate/decision/terms/collect-evidence.ts';
import { caseRecord, outcomes, resultsFile, trialRecord, trialRecords } from '#test/support/results.ts';

/** Evidence of a run with one case, against runs of main with it. */
function collect(item: CaseRecord, runs: readonly CaseRecord[], facts: Partial<ResultsFile> = {}) {
  const candidate = resultsFile([item], facts);
  const main = runs.map((record, at) => {
    const { run, ...rest } = resultsFile([record]);
    return { ...rest, run: { ...run, id: `run-${at}` } };
  });
  const { candidate: cases, paired } = collectEvidence(compare(candidate, main), candidate);
  return { case: cases[0] ?? expect.fail(), paired: paired[0] ?? null };
}

describe('trials of the candidate', () => {
  test('beyond the plan of their case are no evidence', () => {
    const { case: own } = collect(caseRecord('a', { trials: outcomes(3, 2), planned_trials: 3 }), []);
    expect(own.trials.map(({ index, passed }) => [index, passed])).toEqual([
      [1, true],
      [2, true],
      [3, true],
    ]);
    expect(own).toMatchObject({ scheduled: 3, scored: 3, missing: [] });
  });

  test('that a complete run did not write are missing, and so are errors', () => {
    const trials = trialRecords([{}, { outcome: 'error' }, {}]);
    expect(collect(caseRecord('a', { trials, planned_trials: 5 }), []).case).toMatchObject({
      scored: 2,
      missing: [{ index: 2 }, { index: 4 }, { index: 5 }],
    });
  });

  test('of a run that was cut short are missing only if something broke: what a budget cut was never due', () => {
    const trials = trialRecords([
      {},
      { outcome: 'error', error: { class: 'budget', message: '' } },
      { outcome: 'error', error: { class: 'cancelled', message: '' } },
      { outcome: 'error', error: { class: 'network', message: '' } },
      {},
      { outcome: 'error', error: { class: 'network', message: '' } },
    ]);
    const { case: own } = collect(caseRecord('a', { trials, planned_trials: 5 }), [], { complete: false });
    expect(own).toMatchObject({ scored: 2, missing: [{ index: 4 }] });
  });

  test('that were added beyond the last look belong to it', () => {
    const item = caseRecord('a', { trials: outcomes(6, 0, 1), planned_trials: 8 });
    const looks = { looks: [2, 5], stop: { look: 5, reason: 'decided' } } as const;
    const added = collect(item, [], { ...looks, appended: true }).case;
    expect(added.trials.map(({ index }) => index)).toEqual([1, 2, 3, 4, 5, 5]);
    expect(added.missing).toEqual([{ index: 5 }, { index: 5 }]);
    expect(collect(item, [], looks).case.missing).toEqual([{ index: 7 }, { index: 8 }]);
  });

  test('that crashed or ran out of time are told apart', () => {
    const trials = trialRecords([{ completed: false, outcome: 'failed' }, { completed: true }, { completed: null }]);
    expect(collect(caseRecord('a', { trials }), []).case.trials.map(({ broke_off }) => broke_off)).toEqual([
      true,
      undefined,
      undefined,
    ]);
  });
});

test("main's trials are counted for each of its runs", () => {
  const { paired } = collect(caseRecord('a', { trials: outcomes(5) }), [
    caseRecord('a', { trials: outcomes(3, 1) }),
    caseRecord('a', { trials: outcomes(1, 4, 2) }),
  ]);
  expect(paired?.runs).toEqual([
    { passed: 3, scored: 4 },
    { passed: 1, scored: 5 },
  ]);
  expect(paired?.baseline).toHaveLength(9);
});

test('a case of which main has no judged trial is not paired, and its own trials are evidence', () => {
  const unjudged = collect(caseRecord('a'), [caseRecord('a', { trials: outcomes(0, 0, 5) })]);
  expect(unjudged.paired).toBeNull();
  expect(unjudged.case.trials).toHaveLength(5);
});

test('a case without judged answers has no criteria, one with them has those of both sides', () => {
  expect(collect(caseRecord('a'), [caseRecord('a')])).not.toHaveProperty('case.criteria');
  expect(collect(caseRecord('a'), [caseRecord('a')])).not.toHaveProperty('paired.criteria');
  const judgedTrial = (criterion: string) =>
    trialRecord({
      judged: [{ criterion, verdict: 'met', evidence: null, votes: 1, met_votes: 1, cached: false }],
    });
  const both = collect(caseRecord('a', { trials: [judgedTrial('polite')] }), [
    caseRecord('a', { trials: [judgedTrial('short')] }),
  ]);
  expect(both.case.criteria).toEqual(['polite']);
  expect(both.paired?.criteria?.toSorted()).toEqual(['polite', 'short']);
});
