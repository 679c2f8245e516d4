import { describe, expect, test } from 'vitest';
import { compare } from '#gate/baseline/comparison/compare.ts';
import type { ResultsFile } from '#gate/baseline/results/results-file.ts';
import { nextTrials } from '#gate/decision/next-trials.ts';
import type { Fresh } from '#gate/decision/terms/fresh.ts';
import type { Policy } from '#gate/decision/terms/policy.ts';
import { caseRecord, resultsFile, trialRecords } from '#test/support/results.ts';
import type { StoredCall } from '#trials/trial/stored-calls.ts';
import type { TrialRecord } from '#trials/trial/trial-record.ts';
import { decideOn, POLICY, reasonOf } from '../decide-on.ts';
import { inSentences } from '../in-words.ts';

const PAYS = [{ tool: 'pay', args: '9' }];

function trials(count: number, calls: readonly StoredCall[] | null | undefined, from = 0): TrialRecord[] {
  return trialRecords(
    Array.from({ length: count }, (_, i) => ({ index: from + i + 1, ...(calls !== undefined && { calls }) })),
  );
}

const suite = (refund: readonly TrialRecord[], facts: Partial<ResultsFile> = {}) =>
  resultsFile(
    [
      caseRecord('refund', { trials: refund, planned_trials: facts.looks?.at(-1) ?? refund.length }),
      caseRecord('hello', { trials: trials(refund.length, []) }),
    ],
    facts,
  );

const MAIN = suite(trials(25, PAYS));
const CHANGED = suite(trials(5, []));
const FAIL: Partial<Policy> = { behaviour: 'fail' };

const behaviourOf = (candidate: ResultsFile, policy: Partial<Policy>, context = {}, baseline = MAIN) => {
  const { verdict, reasons } = decideOn({ candidate, baseline }, policy, context);
  return {
    verdict,
    told: inSentences(reasons).flatMap(({ gate, outcome, message }) =>
      gate === 'behaviour' ? [`${outcome}: ${message}`] : [],
    ),
  };
};

const WORDS = 'behaves otherwise: refund: pay was called in 25 of 25 trials on main and in none of 5 here';

describe('behaviour against stored runs of main', () => {
  test('is not compared unless the policy says so', () => {
    expect(behaviourOf(CHANGED, {})).toEqual({ verdict: 'pass', told: [] });
  });

  test('is told by `report`, and red by `fail`', () => {
    const told = `${WORDS} (p < 0.001)`;
    expect(behaviourOf(CHANGED, { behaviour: 'report' })).toEqual({ verdict: 'pass', told: [`note: ${told}`] });
    expect(behaviourOf(CHANGED, FAIL)).toEqual({ verdict: 'fail', told: [`fail: ${told}`] });
  });

  test('is a hint where the run ended before its last look', () => {
    const early = suite(trials(5, []), { looks: [5, 10] });
    expect(behaviourOf({ ...early, stop: { look: 5, reason: 'decided' } }, FAIL).told).toEqual([
      `note: ${WORDS}; a hint, as the run ended early (p < 0.001)`,
    ]);
  });

  test('that is the same says how blind the comparison was', () => {
    expect(behaviourOf(suite(trials(5, PAYS)), FAIL).told).toEqual(['note: no change of behaviour was seen']);
    const few = suite(trials(2, PAYS));
    expect(behaviourOf(suite(trials(3, PAYS)), FAIL, {}, few).told).toEqual([
      'note: no change of behaviour was seen; with 2 trials of main no single case could have shown one',
    ]);
  });

  test('can not be compared where calls are not known', () => {
    const silent = resultsFile([caseRecord('refund', { trials: trials(5, null) })]);
    expect(behaviourOf(silent, FAIL).told).toEqual([
      'note: there is no behaviour to compare: the agent does not report its tool calls',
    ]);
    const before = resultsFile([caseRecord('refund', { trials: trials(5, undefined) })]);
    expect(behaviourOf(CHANGED, FAIL, {}, before).told).toEqual([
      "note: there is no behaviour to compare yet: main's runs do not have their tool calls yet; its next run will",
    ]);
  });

  test('that a change accepts is told and not red', () => {
    const entry = { metric: 'behaviour', tag: null, up_to: 1, reason: 'it pays later', until: '2030-12-31' };
    const accepts = { path: 'agent-eval-accepts.yml', owners: null, entries: [entry] };
    const decided = decideOn({ candidate: { ...CHANGED, accepts }, baseline: MAIN }, FAIL);
    expect(decided.verdict).toBe('pass');
    expect(reasonOf(decided, 'accepted').message).toBe('accepted: it pays later (behaviour; until 2030-12-31)');
    const needless = decideOn({ candidate: { ...suite(trials(5, PAYS)), accepts }, baseline: MAIN }, FAIL);
    expect(reasonOf(needless, 'accept_without_effect').message).toContain('names nothing red');
  });
});

describe('behaviour where main can be run', () => {
  const AGAIN = { again: [5, 10, 20] };
  const looked = { ...CHANGED, ...AGAIN };
  const main = (count: number, calls: readonly StoredCall[]): Fresh => ({
    kind: 'done',
    results: {
      ...resultsFile([caseRecord('refund', { trials: trials(count, calls) })]),
      commit: { ...MAIN.commit, sha: 'b'.repeat(40) },
    },
    ended: null,
    doubts: [],
  });
  const tried = (count: number, calls: readonly StoredCall[]): ResultsFile => ({
    ...looked,
    cases: looked.cases.map((item) =>
      item.id === 'refund' ? { ...item, trials: [...item.trials, ...trials(count, calls, 5)] } : item,
    ),
  });
  const policy = { ...POLICY, ...FAIL };

  test('sends the cases that look changed on to fresh trials, and nothing by `report`', () => {
    const comparison = compare(looked, [MAIN]);
    expect(nextTrials(comparison, policy, looked, { kind: 'none' })).toMatchObject({ stage: 5, cases: ['refund'] });
    expect(nextTrials(comparison, { ...policy, behaviour: 'report' }, looked, { kind: 'none' })).toBeNull();
  });

  test('is red by fresh trials alone', () => {
    const fresh = main(5, PAYS);
    expect(behaviourOf(tried(5, []), FAIL, { fresh })).toEqual({
      verdict: 'fail',
      told: [
        'fail: behaves otherwise: refund: pay was called in 5 of 5 trials on main and in none of 5 here, in fresh trials of both sides (p = 0.0079)',
      ],
    });
  });

  test('is not red where fresh trials do not show it', () => {
    expect(behaviourOf(tried(5, []), FAIL, { fresh: main(5, []) })).toEqual({
      verdict: 'pass',
      told: ['note: behaviour looked changed, but not in fresh trials of both sides'],
    });
  });

  test('is open where `again` ends before fresh trials could tell', () => {
    const fresh = main(5, PAYS);
    const half = tried(5, []);
    const calling = {
      ...half,
      cases: half.cases.map((item) => ({
        ...item,
        trials: item.trials.map((trial) =>
          trial.index > 8 ? { ...trial, calls: trials(1, PAYS)[0]?.calls ?? [] } : trial,
        ),
      })),
    };
    const ended = behaviourOf({ ...calling, again: [5] }, FAIL, { fresh });
    expect([ended.verdict, ended.told[0]]).toEqual([
      'inconclusive',
      expect.stringContaining('behaves otherwise: refund'),
    ]);
    expect(nextTrials(compare(calling, [MAIN]), policy, calling, fresh)).toMatchObject({ stage: 10 });
  });

  test.each<[string, Fresh, string, string]>([
    ['that can not be made leave it to stored ones', { kind: 'unavailable', reason: 'no git' }, 'fail', 'no git'],
    [
      'that ended too early leave it open',
      { ...main(2, PAYS), ended: 'the budget is exhausted' } as Fresh,
      'inconclusive',
      'the budget is exhausted',
    ],
  ])('fresh trials %s', (_, fresh, verdict, why) => {
    const found = behaviourOf(looked, FAIL, { fresh });
    expect(found.verdict).toBe(verdict);
    expect(found.told[0]).toContain(`it was not tried again: ${why}`);
  });
});
