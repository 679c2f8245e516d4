import { describe, expect, it } from 'vitest';
import { policySchema } from '#config/gate/policy-schema.ts';
import { type Conclusion, conclude } from '#gate/decision/rules/conclude.ts';
import { whenUndecided } from '#gate/decision/terms/blocking.ts';
import type { Reason } from '#gate/decision/terms/decision.ts';
import { finding } from '#gate/decision/terms/finding.ts';
import type { SelfAudit } from '#gate/decision/terms/self-audit.ts';
import { selfCheck } from '#gate/history/self-check.ts';
import { headed, inSentences, worded } from '#test/gate/decision/in-words.ts';

const BROKEN: SelfAudit = {
  comparisons: 60,
  red: 9,
  ci95: { low: 0.071, high: 0.266 },
  promised: 0.05,
  broken: true,
  repeated: null,
};
const ADVISORY = policySchema.parse({ self_check: 'advisory' });

function concluded(evidence: readonly Reason[], base_rules: readonly Reason[] = []): Conclusion {
  const findings = { evidence, base_rules, selection: null, circumstances: [], remark: null, main: 'main' };
  return conclude(findings, {} as Conclusion['decision']);
}

const reds = (codes: readonly Reason['code'][]) => codes.map((code): Reason => ({ ...worded(''), code }) as Reason);
const red = (...codes: readonly Reason['code'][]) => ({
  ...concluded(reds(codes)),
  heading: headed('the pass rate fell'),
});
const question = finding(
  { outcome: 'inconclusive', gate: 'baseline', code: 'cases_gone', cases: ['refund'] },
  { kind: 'removed', removed: 1, of: 9 },
);

describe('gate.self_check: advisory', () => {
  it('leaves a failure open while the promised rate of false alarms is broken, and says why', () => {
    const { verdict, reasons } = selfCheck(red('suite_drop', 'case_broken'), ADVISORY, BROKEN);
    expect(verdict).toBe('inconclusive');
    expect(whenUndecided('auto', reasons)).toBe('green');
    expect(reasons.slice(1).map(({ outcome, code }) => `${outcome} ${code}`)).toEqual([
      'note suite_drop',
      'note case_broken',
    ]);
    expect(inSentences(reasons.slice(0, 1))[0]).toMatchObject({
      outcome: 'inconclusive',
      code: 'self_check',
      headline: 'this gate is red too often here, so a failure is only a warning: the pass rate fell',
      message: expect.stringContaining(
        '9 of 60 comparisons without any change were red (95 %: at least 7.1 %), promised 5 %',
      ),
    });
  });

  it.each([
    ['of the trials', concluded([...reds(['suite_drop']), question])],
    ["of main's rules", concluded(reds(['suite_drop']), [question])],
  ])('leaves what is open besides a failure open, so that it blocks as it does alone: a question %s', (_, decision) => {
    expect(whenUndecided('auto', selfCheck(decision, ADVISORY, BROKEN).reasons)).toBe('red');
  });

  it('does nothing while the promise holds, or nothing is known', () => {
    expect(selfCheck(red('suite_drop'), ADVISORY, { ...BROKEN, broken: false }).verdict).toBe('fail');
    expect(selfCheck(red('suite_drop'), ADVISORY, null).verdict).toBe('fail');
  });

  it.each(['floor', 'never_fail', 'never_completes'] as const)('spares nothing that is red by itself: %s', (code) => {
    expect(selfCheck(red('suite_drop', code), ADVISORY, BROKEN).verdict).toBe('fail');
  });

  it('does nothing to a run that is not red', () => {
    expect(selfCheck(concluded([]), ADVISORY, BROKEN).verdict).toBe('pass');
  });

  it('is off unless the policy says so', () => {
    expect(selfCheck(red('suite_drop'), policySchema.parse({}), BROKEN).verdict).toBe('fail');
    expect(selfCheck(red('suite_drop'), policySchema.parse({ self_check: 'enforce' }), BROKEN).verdict).toBe('fail');
    expect(policySchema.safeParse({ self_check: 'off' }).success).toBe(false);
  });
});
