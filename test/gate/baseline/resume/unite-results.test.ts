import { describe, expect, test } from 'vitest';
import type { ResultsFile } from '#gate/baseline/results/results-file.ts';
import { uniteResults } from '#gate/baseline/resume/unite-results.ts';
import { caseRecord, outcomes, resultsFile } from '#test/support/results.ts';
import type { TrialRecord } from '#trials/trial/trial-record.ts';

/** A run that began in this minute, with so many trials of each case. */
function runAt(
  minute: number,
  trials: Readonly<Record<string, readonly TrialRecord[]>>,
  facts: Partial<ResultsFile> = {},
) {
  const own = Object.entries(trials).map(([id, list]) => {
    const timed = list.map((trial) => ({
      ...trial,
      started_at: `2026-01-01T00:0${minute}:00.000Z`,
      seed: trial.index,
    }));
    return caseRecord(id, { trials: timed });
  });
  return resultsFile(own, { created_at: `2026-01-01T00:0${minute}:00.000Z`, looks: [3, 5, 10], ...facts });
}

const counts = ({ cases }: ResultsFile) =>
  Object.fromEntries(cases.map(({ id, trials, planned_trials: planned }) => [id, `${trials.length}/${planned}`]));

describe('runs of one commit that did not know of one another', () => {
  test('are read as one run that was added to, at the last look', () => {
    const united = uniteResults([
      runAt(2, { a: outcomes(3), b: outcomes(3) }, { baseline_runs: [{ run_id: '2', sha: null }] }),
      runAt(1, { a: outcomes(0, 5), b: outcomes(3) }, { baseline_runs: [{ run_id: '1', sha: null }] }),
    ]);
    expect(united).toMatchObject({ appended: true, looks: [3, 5, 10], stop: { look: 10 } });
    expect(counts(united)).toEqual({ a: '8/10', b: '6/10' });
    // The first run's pool stands.
    expect(united.baseline_runs).toEqual([{ run_id: '1', sha: null }]);
  });

  test('keep the looks of the oldest, which were fixed before its first trial, and read all trials at the last', () => {
    const united = uniteResults([
      runAt(2, { a: outcomes(10), b: outcomes(3) }, { looks: [12] }),
      runAt(1, { a: outcomes(10), b: outcomes(3) }),
    ]);
    expect(united).toMatchObject({ looks: [3, 5, 10], stop: { look: 10 } });
    expect(counts(united)).toEqual({ a: '20/20', b: '6/12' });
    const again = uniteResults([united, runAt(3, { a: outcomes(3), b: outcomes(3) })]);
    expect(again.looks).toEqual([3, 5, 10]);
    expect(counts(again)).toEqual({ a: '23/23', b: '9/12' });
  });

  test('of main have a later last look where the case with the most trials needs it, and no other case with it', () => {
    const ofMain = { run: { ...resultsFile([]).run, side: 'baseline' }, looks: [5] } as const;
    const united = uniteResults([
      runAt(1, { a: outcomes(5), b: outcomes(2) }, ofMain),
      runAt(2, { a: outcomes(5), b: outcomes(2) }, ofMain),
    ]);
    expect(united).toMatchObject({ looks: [10], stop: { look: 10 } });
    expect(counts(united)).toEqual({ a: '10/10', b: '4/5' });
  });

  test('give a case that names its own number of trials all of them', () => {
    const fixed = (results: ResultsFile): ResultsFile => ({
      ...results,
      cases: results.cases.map((item) => ({ ...item, fixed_trials: true })),
    });
    expect(counts(uniteResults([fixed(runAt(1, { a: outcomes(2) })), fixed(runAt(2, { a: outcomes(2) }))]))).toEqual({
      a: '4/4',
    });
  });

  test('leave out trials that are no evidence, and keep cases that one of them alone has', () => {
    const united = uniteResults([runAt(1, { a: outcomes(1, 0, 2) }), runAt(2, { a: outcomes(2), b: outcomes(1) })]);
    expect(counts(united)).toEqual({ a: '3/10', b: '1/10' });
    expect(united.cases[0]?.trials.map(({ index }) => index)).toEqual([1, 2, 3]);
  });

  test('one alone stays as it is', () => {
    const alone = runAt(1, { a: outcomes(3) });
    expect(uniteResults([alone])).toBe(alone);
  });
});
