import { describe, expect, test } from 'vitest';
import { type CaseFacts, caseRecord, outcomes, resultsFile, trialRecords } from '#test/support/results.ts';
import { saying } from '#test/support/worded.ts';
import type { CheckRecord } from '#trials/trial/trial-record.ts';
import { codes, decideOn, reasonOf } from '../decide-on.ts';

describe('a never-fail case', () => {
  test.each<[string, CaseFacts, string[]]>([
    ['its id', {}, ['guarded']],
    ['a tag', { tags: ['safety'] }, ['safety']],
    ['its own record', { never_fail: true }, []],
  ])('is named by %s, and one failure is red', (_, facts, never_fail) => {
    const decision = decideOn(suite({ ...facts, trials: outcomes(4, 1) }, { ...facts, trials: outcomes(25) }), {
      never_fail,
    });
    expect(decision.verdict).toBe('fail');
    expect(decision.title).toBe('never-fail case guarded failed in 1 of 5 trials');
    expect(reasonOf(decision, 'never_fail')).toMatchObject({ gate: 'never_fail', cases: ['guarded'] });
    expect(decision.decision.never_fail).toEqual([
      { id: 'guarded', failed: 1, scored: 5, baseline_failed: 0, baseline_scored: 25 },
    ]);
  });

  test('takes nothing from the false-alarm budget', () => {
    const sides = suite({ trials: outcomes(4, 1) }, { trials: outcomes(25) });
    expect(decideOn(sides, { never_fail: ['guarded'] }).decision.alpha).toEqual(decideOn(sides).decision.alpha);
  });

  test('that also fails on main says so', () => {
    const decision = decideOn(suite({ trials: outcomes(3, 2) }, { trials: outcomes(23, 2) }), {
      never_fail: ['guarded'],
    });
    expect(decision.title).toBe('never-fail case guarded failed in 2 of 5 trials; it also fails on main (2/25)');
  });

  test('that loses its tag in the change under test stays under the rule', () => {
    const decision = decideOn(suite({ tags: [], trials: outcomes(4, 1) }, { tags: ['safety'], trials: outcomes(25) }), {
      never_fail: ['safety'],
    });
    expect(decision.verdict).toBe('fail');
  });

  test('that is renamed stays under the rule', () => {
    const renamed = { input_hash: 'input of guarded', expect_hash: 'expectation of guarded', trials: outcomes(4, 1) };
    const { baseline } = suite({}, { trials: outcomes(25) });
    const candidate = resultsFile([...stable(), caseRecord('harmless', renamed)]);
    expect(decideOn({ candidate, baseline }, { never_fail: ['guarded'] }).title).toBe(
      'never-fail case harmless failed in 1 of 5 trials',
    );
  });

  test('that is new is under the rule', () => {
    const candidate = resultsFile([...stable(), caseRecord('guarded', { trials: outcomes(4, 1) })]);
    const decision = decideOn({ candidate, baseline: resultsFile(stable()) }, { never_fail: ['guarded'] });
    expect(decision.decision.never_fail).toMatchObject([{ failed: 1, baseline_failed: null, baseline_scored: null }]);
    expect(decision.verdict).toBe('fail');
  });

  test('that was removed leaves the verdict open', () => {
    const { baseline } = suite({}, {});
    const decision = decideOn({ candidate: resultsFile(stable()), baseline }, { never_fail: ['guarded'] });
    expect(decision.verdict).toBe('inconclusive');
    expect(decision.title).toBe('never-fail case guarded was removed from the suite');
  });

  test('of which nothing could be judged leaves the verdict open', () => {
    const decision = decideOn(suite({ trials: outcomes(0, 0, 2) }, {}), { never_fail: ['guarded'] });
    expect(decision.verdict).toBe('inconclusive');
    expect(codes(decision)).toContain('inconclusive never_fail_unscored');
  });

  test('with missing trials and no failure is not held against the change', () => {
    const decision = decideOn(suite({ trials: outcomes(4, 0, 1) }, {}), { never_fail: ['guarded'] });
    expect(decision.verdict).toBe('pass');
  });

  test('that held says how little that shows', () => {
    const decision = decideOn(suite({}, {}), { never_fail: ['guarded'] });
    expect(decision.verdict).toBe('pass');
    expect(reasonOf(decision, 'never_fail_clean').message).toBe(
      '1 never-fail rule held; 5 clean trials only show a failure rate below 45.1 %',
    );
  });

  test('that was not judged has not held', () => {
    const silent = caseRecord('silent', { trials: outcomes(0, 0, 5) });
    const candidate = resultsFile([...stable(), caseRecord('guarded'), silent]);
    const decision = decideOn({ candidate, baseline: suite({}, {}).baseline }, { never_fail: ['guarded', 'silent'] });
    expect(codes(decision)).toContain('inconclusive never_fail_unscored');
    expect(reasonOf(decision, 'never_fail_clean').message).toMatch(/^1 never-fail rule held; 5 clean trials /);
  });

  test('fails whatever else is missing', () => {
    const noisy = Array.from({ length: 5 }, (_, i) => caseRecord(`noisy-${i}`, { trials: outcomes(0, 0, 5) }));
    const candidate = resultsFile([...stable(), caseRecord('guarded', { trials: outcomes(4, 1) }), ...noisy]);
    const { baseline } = suite({}, {});
    expect(decideOn({ candidate, baseline }, { never_fail: ['guarded'] }).verdict).toBe('fail');
  });
});

describe('a never-fail check', () => {
  const held = [check('limits', true)];
  const broken = [check('limits', false)];

  test('is red when it failed in any trial of any case', () => {
    const trials = trialRecords([{ checks: held }, { checks: broken, outcome: 'failed' }]);
    const decision = decideOn(suite({ trials }, { trials: trialRecords([{ checks: held }, { checks: held }]) }), {
      never_fail: ['check:limits'],
    });
    expect(decision.title).toBe('never-fail check limits failed in 1 of 2 trials (guarded)');
    expect(reasonOf(decision, 'never_fail').cases).toEqual(['guarded']);
    expect(decision.decision.never_fail).toEqual([
      { id: 'check:limits', failed: 1, scored: 2, baseline_failed: 0, baseline_scored: 2 },
    ]);
  });

  test.each([
    ['tools', 'tools.order', 'fail'],
    ['tools.order', 'tools.order', 'fail'],
    ['tools.order', 'tools.args', 'pass'],
    ['tool', 'tools.order', 'pass'],
  ])('check:%s and a failed %s: %s', (listed, name, verdict) => {
    const trials = trialRecords([{ checks: [check(name, false)] }, {}, {}, {}, {}]);
    expect(decideOn(suite({ trials }, {}), { never_fail: [`check:${listed}`] }).verdict).toBe(verdict);
  });

  test('that could not judge has not failed', () => {
    const trials = trialRecords([{ checks: [check('limits', null)] }, { checks: held }]);
    expect(decideOn(suite({ trials }, { trials }), { never_fail: ['check:limits'] }).decision.never_fail).toMatchObject(
      [{ failed: 0, scored: 1 }],
    );
  });

  test('that only main has leaves the verdict open', () => {
    const decision = decideOn(suite({}, { trials: trialRecords([{ checks: held }, { checks: held }]) }), {
      never_fail: ['check:limits'],
    });
    expect(decision.verdict).toBe('inconclusive');
    expect(decision.title).toBe('never-fail check limits was not judged in any trial');
  });
});

function check(name: string, passed: boolean | null): CheckRecord {
  return { id: name, name, turn: null, passed, score: null, fact: saying('') };
}

function stable() {
  return Array.from({ length: 30 }, (_, i) => caseRecord(`stable-${i}`));
}

function suite(here: CaseFacts, main: CaseFacts) {
  return {
    candidate: resultsFile([...stable(), caseRecord('guarded', here)]),
    baseline: resultsFile([...stable(), caseRecord('guarded', main)]),
  };
}

test('a tag that reads like a check names no case: the check alone may never fail', () => {
  const sides = suite(
    { tags: ['check:tools'], trials: outcomes(4, 1) },
    { tags: ['check:tools'], trials: outcomes(25) },
  );
  expect(codes(decideOn(sides, { never_fail: ['check:tools'] })).join(' ')).not.toContain('fail never_fail');
});
