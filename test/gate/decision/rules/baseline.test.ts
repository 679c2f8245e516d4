import { describe, expect, test } from 'vitest';
import { defaultPolicy } from '#config/gate/policy-schema.ts';
import { compare } from '#gate/baseline/comparison/compare.ts';
import type { CaseRecord, ResultsFile } from '#gate/baseline/results/results-file.ts';
import { mainRun } from '#test/gate/baseline/main-run.ts';
import { bothSides, caseRecord, outcomes, resultsFile, trialRecords } from '#test/support/results.ts';
import { codes, decideOn, POLICY, reasonOf, times } from '../decide-on.ts';
import { decide } from '../in-words.ts';

describe('what there is to compare with', () => {
  test('a first run can not pass: only floors were checked, and that is said', () => {
    const decision = decideOn({ candidate: resultsFile([caseRecord('a')]), baseline: null });
    expect(decision).toMatchObject({
      verdict: 'inconclusive',
      title: 'no baseline to compare with; only absolute floors were checked',
      decision: {
        comparable_cases: 0,
        pass_rate: { candidate: 1, baseline: null, suite: null, cases: [] },
        detectable_drop: null,
        detectable_case: null,
      },
    });
    expect(codes(decision)).toEqual(['inconclusive no_baseline']);
  });

  test('why there is none is said', () => {
    const candidate = resultsFile([caseRecord('a')]);
    const decision = decide(compare(candidate, [], 'main has not run yet'), defaultPolicy(), candidate);
    expect(decision.reasons[0]?.message).toContain('no baseline to compare with: main has not run yet');
  });

  test('a run of main passes when no floor is broken: it makes the baseline', () => {
    const run = { ...resultsFile([]).run, side: 'baseline' } as const;
    const made = decideOn({ candidate: resultsFile([caseRecord('a')], { run }), baseline: null });
    expect(made).toMatchObject({
      verdict: 'pass',
      title: 'no absolute floor is broken; these results are the baseline of pull requests',
    });
    const broken = resultsFile([caseRecord('a', { trials: outcomes(4, 1) })], { run });
    const failed = decideOn({ candidate: broken, baseline: null }, { never_fail: ['a'] });
    expect(failed.verdict).toBe('fail');
    expect(codes(failed)).not.toContain('note baseline_made');
    const cut = resultsFile([caseRecord('a')], { run, complete: false });
    expect(decideOn({ candidate: cut, baseline: null }).verdict).toBe('inconclusive');
  });

  test.each([
    ['whose results nobody is compared with', {}, false],
    ['that is a shard', { shard: { index: 1, of: 2, stopped: null } }, true],
  ])('a run of main %s is not called a baseline', (_, facts, serves) => {
    const run = { ...resultsFile([]).run, side: 'baseline', ...facts } as const;
    const candidate = resultsFile([caseRecord('a')], { run });
    const surroundings = { ended_by: null, serves_as_baseline: serves };
    const made = decide(compare(candidate, []), defaultPolicy(), candidate, surroundings);
    expect(made).toMatchObject({
      verdict: 'pass',
      title: 'no absolute floor is broken; a run of the default branch is not compared with anything',
    });
  });

  test('without a comparable case nothing passes', () => {
    const decision = decideOn({ candidate: resultsFile([caseRecord('a')]), baseline: resultsFile([caseRecord('b')]) });
    expect(decision.verdict).toBe('inconclusive');
    expect(decision.title).toMatch(/^can't tell: no case is comparable with main/);
    expect(reasonOf(decision, 'not_compared')).toMatchObject({
      cases: ['a', 'b'],
      message: 'cases outside the tests: 1 new, 1 removed',
    });
  });

  const PLAIN = resultsFile([caseRecord('a')]);
  test.each<[string, Partial<ResultsFile>, RegExp]>([
    [
      'different conditions',
      { agent: { ...PLAIN.agent, key: 'other' } },
      /the runs had different conditions \(1 difference\)/,
    ],
    [
      'another version of the action',
      { metrics_version: 9 },
      /another version of this action measured main's runs: run the workflow once on main .*workflow_dispatch/,
    ],
  ])('%s are the reason where they are', (_, facts, title) => {
    expect(decideOn({ candidate: PLAIN, baseline: { ...PLAIN, ...facts } }).title).toMatch(title);
  });

  test('few comparable cases are said in the title', () => {
    const { candidate, baseline } = bothSides(times(20, [5, 5, 15, 15]));
    const changed = candidate.cases.map((item, i) => (i < 7 ? { ...item, expect_hash: 'new' } : item));
    const decision = decideOn({ candidate: resultsFile(changed), baseline });
    expect(decision.title).toMatch(/; only 13 of 20 cases could be compared with main$/);
    expect(codes(decision).slice(0, 2)).toEqual(['pass no_regression', 'note few_comparable']);
  });

  test('removed cases count among those that could not be compared', () => {
    const { candidate, baseline } = bothSides(times(20, [5, 5, 15, 15]));
    const decision = decideOn({ candidate: resultsFile(candidate.cases.slice(0, 13)), baseline });
    expect(decision.title).toMatch(/only 13 of 20 cases/);
  });

  test('at seventy percent nothing is said', () => {
    const { candidate, baseline } = bothSides(times(20, [5, 5, 15, 15]));
    const decision = decideOn({ candidate: resultsFile(candidate.cases.slice(0, 14)), baseline });
    expect(codes(decision)).not.toContain('note few_comparable');
    expect(codes(decision)).toContain('note not_compared');
  });

  test('new, changed and removed cases enter no test', () => {
    const { candidate, baseline } = bothSides([...times(50, [5, 5, 15, 15]), [3, 5, 15, 15]]);
    const changed = candidate.cases.map((item, i) => (i === 50 ? { ...item, expect_hash: 'new' } : item));
    const decision = decideOn({ candidate: resultsFile(changed), baseline });
    expect(decision.verdict).toBe('pass');
    expect(decision.decision.comparable_cases).toBe(50);
  });
});

describe('a run of main that was cut short', () => {
  const IDS = Array.from({ length: 22 }, (_, i) => `case-${String(i).padStart(2, '0')}`);
  const TRIED = IDS.slice(0, 20).map((id) => caseRecord(id, { trials: outcomes(15) }));
  const [UNTRIED = '', BROKEN_OFF = ''] = IDS.slice(20);
  const candidate = resultsFile(IDS.map((id) => caseRecord(id)));
  const budget = trialRecords([{ outcome: 'error', error: { class: 'budget', message: '' } }]);
  const ofFive = (id: string, trials: CaseRecord['trials']) => ({ ...caseRecord(id, { trials }), planned_trials: 5 });
  const cut = mainRun(9, [...TRIED, ofFive(UNTRIED, []), ofFive(BROKEN_OFF, budget)], { complete: false });
  const decideAgainst = (runs: readonly ResultsFile[], of = candidate) => decide(compare(of, runs), POLICY, of);

  test('lets no change pass: whether the cases that it left out got worse is not known', () => {
    const decision = decideAgainst([cut]);
    expect(decision).toMatchObject({
      verdict: 'inconclusive',
      title: "can't tell: main has no trials of 2 of 22 cases, because its run was cut short",
    });
    expect(reasonOf(decision, 'baseline_incomplete')).toMatchObject({
      outcome: 'inconclusive',
      cases: [UNTRIED, BROKEN_OFF],
      message: `${decision.title}; if max-trials or another cap ended that run, raise it on main and run main again`,
    });
  });

  test('does not turn a failure into a question', () => {
    const broken = resultsFile([caseRecord('case-00', { trials: outcomes(0, 5) }), ...candidate.cases.slice(1)]);
    const decision = decideAgainst([cut], broken);
    expect(decision.verdict).toBe('fail');
    expect(codes(decision)).toContain('inconclusive baseline_incomplete');
  });

  test('is of no matter where farther runs have trials of the cases', () => {
    const whole = mainRun(8, [
      ...TRIED,
      ...[UNTRIED, BROKEN_OFF].map((id) => caseRecord(id, { trials: outcomes(15) })),
    ]);
    const decision = decideAgainst([cut, whole]);
    expect(decision.verdict).toBe('pass');
    expect(decision.decision.comparable_cases).toBe(22);
    const partly = mainRun(8, [...TRIED, caseRecord(UNTRIED)]);
    expect(reasonOf(decideAgainst([cut, partly]), 'baseline_incomplete').cases).toEqual([BROKEN_OFF]);
  });

  test('is of no matter where it left out no case that is compared', () => {
    const others = [caseRecord(UNTRIED, { expect_hash: 'new' }), caseRecord('new')];
    const changed = resultsFile([...candidate.cases.slice(0, 20), ...others]);
    expect(decideAgainst([cut], changed).verdict).toBe('pass');
  });

  test.each([
    ['a cap', 'budget', true],
    ['a signal', 'cancelled', true],
    ['a fault', 'network', false],
  ] as const)('is to blame for a case whose last trial ended by %s', (_, last, expected) => {
    const trials = outcomes(0, 0, 5).map((trial) =>
      trial.index === 5 ? { ...trial, error: { class: last, message: '' } } : trial,
    );
    const main = mainRun(9, [...TRIED, ofFive(UNTRIED, trials)], { complete: false });
    const found = decideAgainst([main]).reasons.filter(({ code }) => code === 'baseline_incomplete');
    expect(found.map(({ cases }) => cases)).toEqual(expected ? [[UNTRIED]] : []);
  });

  test('is not to blame for trials that ended in faults, nor a whole run for those it lacks', () => {
    const faults = caseRecord(UNTRIED, { trials: outcomes(0, 0, 5) });
    for (const main of [mainRun(9, [...TRIED, faults], { complete: false }), { ...cut, complete: true }]) {
      expect(codes(decideAgainst([main]))).not.toContain('inconclusive baseline_incomplete');
    }
  });
});
