import { describe, expect, test } from 'vitest';
import { compare } from '#domain/baseline/compare.ts';
import { decide } from '#domain/gate/decide.ts';
import { defaultPolicy } from '#domain/gate/policy-schema.ts';
import { bothSides, caseRecord, outcomes, resultsFile } from '#test/support/results.ts';
import { codes, decideOn, reasonOf, times } from './decide-on.ts';

describe('what there is to compare with', () => {
  test('a first run can not pass: only floors were checked, and that is said', () => {
    const decision = decideOn({ candidate: resultsFile([caseRecord('a')]), baseline: null });
    expect(decision).toMatchObject({
      verdict: 'inconclusive',
      title: 'no baseline to compare with, only absolute floors were checked',
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

  test('a first run can fail', () => {
    const candidate = resultsFile([caseRecord('a', { trials: outcomes(4, 1) })]);
    expect(decideOn({ candidate, baseline: null }, { never_fail: ['a'] }).verdict).toBe('fail');
  });

  test('without a comparable case nothing passes', () => {
    const decision = decideOn({ candidate: resultsFile([caseRecord('a')]), baseline: resultsFile([caseRecord('b')]) });
    expect(decision.verdict).toBe('inconclusive');
    expect(decision.title).toMatch(/^can't tell: no case is comparable with main/);
    expect(reasonOf(decision, 'not_compared')).toMatchObject({
      cases: ['a', 'b'],
      message: 'outside the tests: 1 new, 1 removed',
    });
  });

  test('different conditions are the reason where they are', () => {
    const baseline = resultsFile([caseRecord('a')], { metrics_version: 9 });
    expect(decideOn({ candidate: resultsFile([caseRecord('a')]), baseline }).title).toContain(
      'the runs had different conditions (1 difference)',
    );
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
    const { candidate, baseline } = bothSides([...times(50, [5, 5, 15, 15]), [0, 5, 15, 15]]);
    const changed = candidate.cases.map((item, i) => (i === 50 ? { ...item, expect_hash: 'new' } : item));
    const decision = decideOn({ candidate: resultsFile(changed), baseline });
    expect(decision.verdict).toBe('pass');
    expect(decision.decision.comparable_cases).toBe(50);
  });
});
