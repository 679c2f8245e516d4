import { describe, expect, test } from 'vitest';
import { type Finding, finding } from '#gate/decision/terms/finding.ts';
import type { FactsOf } from '#gate/decision/terms/reason-code.ts';
import { type CaseFacts, caseRecord, outcomes, resultsFile, trialRecords } from '#test/support/results.ts';
import { saying } from '#test/support/worded.ts';
import type { CheckRecord } from '#trials/trial/trial-record.ts';
import { codes, decideOn, reasonOf } from '../decide-on.ts';

const TAGGED: CaseFacts = { tags: ['safety'], trials: outcomes(25) };

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

  test.each<[what: string, here: CaseFacts | null, main: CaseFacts | null, verdict: string, title: string]>([
    [
      'also fails on main, which is said',
      { trials: outcomes(3, 2) },
      { ...TAGGED, trials: outcomes(23, 2) },
      'fail',
      'never-fail case guarded failed in 2 of 5 trials; it also fails on main (2/25)',
    ],
    ['loses its tag here', { trials: outcomes(4, 1) }, TAGGED, 'fail', 'case guarded failed in 1 of 5 trials'],
    [
      'is renamed here',
      { id: 'harmless', trials: outcomes(4, 1) },
      TAGGED,
      'fail',
      'never-fail case harmless failed in 1 of 5 trials',
    ],
    ['is new', { ...TAGGED, trials: outcomes(4, 1) }, null, 'fail', 'never-fail case guarded failed in 1 of 5 trials'],
    ['was removed', null, TAGGED, 'inconclusive', 'never-fail case guarded was removed from the suite'],
    ['could not be judged', { trials: outcomes(0, 0, 2) }, TAGGED, 'inconclusive', 'never-fail case guarded'],
    ['has missing trials and no failure', { trials: outcomes(4, 0, 1) }, TAGGED, 'pass', 'no regression'],
  ])('that %s', (_, here, main, verdict, title) => {
    const decision = decideOn(suite(here, main), { never_fail: ['safety'] });
    expect(decision).toMatchObject({ verdict, title: expect.stringContaining(title) });
  });

  test('that held says how little that shows', () => {
    const decision = decideOn(suite({}, {}), { never_fail: ['guarded'] });
    expect(decision.verdict).toBe('pass');
    expect(reasonOf(decision, 'never_fail_clean').message).toBe(
      '1 never-fail rule held; 5 clean trials only show a failure rate below 45.1 %',
    );
  });

  test.each<[what: string, rule: Finding, held: number]>([
    ['rewrote a check', weakened({ kind: 'check', check: 'limits', edited: ['checks/conftest.py'] }), 1],
    ['rewrote a case', weakened({ kind: 'weakened', input: true, lost: [], graders: null }, ['guarded']), 1],
    ['may have rewritten a check', unknown({ kind: 'checks', files: null }), 1],
    ['may have rewritten any rule', unknown({ kind: 'case_files', files: ['cases.yml'] }), 0],
    ['rewrote another check', weakened({ kind: 'check', check: 'custom', edited: [] }), 2],
  ])('holds only where its rule is main’s: the change %s', (_, rule, held) => {
    const checked = { trials: trialRecords(Array.from({ length: 5 }, () => ({ checks: [check('limits', true)] }))) };
    const policy = { never_fail: ['guarded', 'check:limits'] };
    const decision = decideOn(suite(checked, checked), policy, { base_rules: [rule] });
    expect(decision.verdict).toBe('inconclusive');
    const clean = decision.reasons.flatMap((reason) =>
      reason.code === 'never_fail_clean' ? [reason.facts.rules] : [],
    );
    expect(clean).toEqual(held === 0 ? [] : [held]);
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

function weakened(facts: FactsOf['guard_weakened'], cases: readonly string[] = []): Finding {
  return finding({ outcome: 'inconclusive', gate: 'never_fail', code: 'guard_weakened', cases }, facts);
}

function unknown(facts: FactsOf['rules_unknown']): Finding {
  return finding({ outcome: 'inconclusive', gate: 'never_fail', code: 'rules_unknown' }, facts);
}

function stable() {
  return Array.from({ length: 30 }, (_, i) => caseRecord(`stable-${i}`));
}

/** The guarded case among others; `null`: a side has it not. */
function suite(here: CaseFacts | null, main: CaseFacts | null) {
  const side = (facts: CaseFacts | null) =>
    resultsFile([...stable(), ...(facts === null ? [] : [caseRecord('guarded', facts)])]);
  return { candidate: side(here), baseline: side(main) };
}

test('a tag that reads like a check names no case: the check alone may never fail', () => {
  const sides = suite(
    { tags: ['check:tools'], trials: outcomes(4, 1) },
    { tags: ['check:tools'], trials: outcomes(25) },
  );
  expect(codes(decideOn(sides, { never_fail: ['check:tools'] })).join(' ')).not.toContain('fail never_fail');
});
