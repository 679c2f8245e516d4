import { describe, expect, test } from 'vitest';
import type { ResultsFile } from '#gate/baseline/results/results-file.ts';
import { nothingEvaluatedFinding, runFindings } from '#gate/decision/rules/run.ts';
import { caseRecord, outcomes, resultsFile, trialRecords } from '#test/support/results.ts';
import type { TrialRecord } from '#trials/trial/trial-record.ts';
import { messageOf } from '../in-words.ts';

const ENDED = { ended_by: null, serves_as_baseline: false };

/** A run of these trials by an agent whose model calls are counted so. */
function runOf(trials: readonly TrialRecord[], capture: string | null, facts: Partial<ResultsFile> = {}): ResultsFile {
  const results = resultsFile([caseRecord('a', { trials })], facts);
  return { ...results, agent: { ...results.agent, conditions: capture === null ? {} : { capture } } };
}

function codesOf(run: ResultsFile): readonly string[] {
  return runFindings(run, ENDED).map(({ outcome, code }) => `${outcome} ${code}`);
}

const idle = (count: number) => trialRecords(Array.from({ length: count }, () => ({ steps: 0 })));

describe('a run in which the agent never called a model', () => {
  test.each([
    ['is open where calls are counted on the wire', 'wire', ['inconclusive never_asked']],
    ['is open where they are counted at the model', 'model', ['inconclusive never_asked']],
    ['is nothing where the agent says itself what it did', 'agent', []],
    ['is nothing where nobody counts', null, []],
  ])('%s', (_, capture, expected) => {
    expect(codesOf(runOf(idle(3), capture))).toEqual(expected);
    expect(codesOf(runOf(trialRecords([{ steps: null }]), capture))).toEqual(expected);
  });

  test('says how many trials it answered: not those that broke off', () => {
    const [first, ...others] = idle(3);
    const crashed = first === undefined ? [] : [{ ...first, completed: false }];
    const [found] = runFindings(runOf([...crashed, ...others], 'wire'), ENDED);
    expect(messageOf(found)).toContain('the agent answered 2 trials and never called a model');
    expect(codesOf(runOf(trialRecords([{ steps: 0, completed: false, outcome: 'failed' }]), 'wire'))).toEqual([
      'fail never_completes',
    ]);
  });

  test('is not one with a single call, or with tokens of one', () => {
    expect(codesOf(runOf([...idle(3), ...trialRecords([{ steps: 1 }])], 'wire'))).toEqual([]);
    expect(codesOf(runOf([...idle(3), ...trialRecords([{ steps: 0, total_tokens: 12 }])], 'wire'))).toEqual([]);
  });
});

test('trials that ended in errors tell nothing of the agent', () => {
  const dead = trialRecords([{ outcome: 'failed', completed: false }]);
  const errors = outcomes(0, 0, 2).map((trial) => ({ ...trial, source: 'replayed' as const }));
  expect(codesOf(runOf([...dead, ...errors], null))).toEqual(['fail never_completes']);
  expect(codesOf(runOf(errors, null))).toEqual([]);
});

describe('the words of a run that proves little', () => {
  const messages = (run: ResultsFile, endedBy: string | null = null) =>
    runFindings(run, { ...ENDED, ended_by: endedBy }).map(messageOf);

  test('it was cut short', () => {
    const cut = (reason: ResultsFile['stop']['reason']) =>
      runOf(outcomes(2, 0, 1), null, { complete: false, stop: { look: 5, reason } });
    expect(messages(cut('budget'))).toEqual([
      "can't tell: the run is not complete (its budget was used up after 2 of 3 trials)",
    ]);
    expect(messages(cut('cancelled'))[0]).toContain('(it was cancelled after');
    expect(messages(cut('cap'))[0]).toContain('(it ended early after');
    expect(messages(cut('budget'), 'max_usd is used up')[0]).toContain('(max_usd is used up; it ended after 2 of');
  });

  test('it replayed stored answers', () => {
    const [stored] = outcomes(1).map((trial) => ({ ...trial, source: 'replayed' as const }));
    const trials = stored === undefined ? [] : [stored, ...outcomes(2)];
    expect(messages(runOf(trials, null))[0]).toMatch(/^1 of 3 judged trials replayed stored answers/);
  });

  test('the agent completed nothing, with each kind of failure', () => {
    const failed = (kind: 'crash' | 'timeout') =>
      ({ outcome: 'failed', completed: false, failure: { kind, message: '' } }) as const;
    expect(messages(runOf(trialRecords([failed('crash')]), null))[0]).toMatch(
      /^the agent did not complete .*\(1 crash\)$/,
    );
    expect(messages(runOf(trialRecords([{ outcome: 'failed', completed: false, failure: null }]), null))[0]).toMatch(
      /^the agent did not complete [^()]*$/,
    );
    expect(messages(runOf(trialRecords([failed('crash'), failed('crash'), failed('timeout')]), null))[0]).toContain(
      '2 crash',
    );
  });
});

describe('a run without a single outcome', () => {
  const said_ = (run: ResultsFile, endedBy: string | null = null) =>
    messageOf(nothingEvaluatedFinding(run, { ...ENDED, ended_by: endedBy })) ?? null;

  test('says what it ended in', () => {
    expect(said_(resultsFile([]))).toBe('nothing was evaluated: the results contain no case');
    expect(said_(runOf([], null))).toBe('nothing was evaluated: no trial ran');
    expect(said_(runOf([], null), 'max_usd is used up')).toBe(
      'nothing was evaluated: no trial ran: max_usd is used up',
    );
    expect(said_(runOf(outcomes(0, 0, 1), null))).toMatch(/^nothing was evaluated: the only trial ended in errors/);
    expect(said_(runOf(outcomes(0, 0, 2), null))).toMatch(/^nothing was evaluated: all 2 trials ended in errors/);
    expect(said_(runOf(outcomes(1), null))).toBeNull();
  });

  test('was cancelled at once, unless a budget says why', () => {
    const cancelled = runOf([], null, { stop: { look: 5, reason: 'cancelled' } });
    expect(said_(cancelled)).toBe('the run was cancelled before any trial ended');
    expect(said_(cancelled, 'max_usd is used up')).toContain('max_usd is used up');
    expect(said_(runOf([], null, { stop: { look: 5, reason: 'budget' } }))).toContain('no trial ran');
  });
});
