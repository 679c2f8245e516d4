import { describe, expect, it } from 'vitest';
import { policySchema } from '#config/gate/policy-schema.ts';
import type { Decision, Reason } from '#gate/decision/terms/decision.ts';
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

function red(...codes: readonly Reason['code'][]): Decision {
  const reasons = codes.map((code): Reason => ({ ...worded(''), code }) as Reason);
  const decision = { verdict: 'fail', main: 'main', heading: headed('the pass rate fell'), reasons } as const;
  return { ...decision, decision: {} as Decision['decision'] };
}

describe('gate.self_check: advisory', () => {
  it('leaves a failure open while the promised rate of false alarms is broken, and says why', () => {
    const [found, ...more] = selfCheck(red('suite_drop', 'case_broken'), ADVISORY, BROKEN);
    expect(more).toEqual([]);
    expect(inSentences(found?.findings ?? [])[0]).toMatchObject({
      outcome: 'inconclusive',
      code: 'self_check',
      headline: 'this gate is red too often here, so a failure is only a warning: the pass rate fell',
      message: expect.stringContaining(
        '9 of 60 comparisons without any change were red (95 %: at least 7.1 %), promised 5 %',
      ),
    });
    expect(found?.others).toBe('noted');
  });

  it('does nothing while the promise holds, or nothing is known', () => {
    expect(selfCheck(red('suite_drop'), ADVISORY, { ...BROKEN, broken: false })).toEqual([]);
    expect(selfCheck(red('suite_drop'), ADVISORY, null)).toEqual([]);
  });

  it.each(['floor', 'never_fail', 'never_completes'] as const)('spares nothing that is red by itself: %s', (code) => {
    expect(selfCheck(red('suite_drop', code), ADVISORY, BROKEN)).toEqual([]);
  });

  it('does nothing to a run that is not red', () => {
    expect(selfCheck({ ...red('suite_drop'), verdict: 'pass' }, ADVISORY, BROKEN)).toEqual([]);
  });

  it('is off unless the policy says so', () => {
    expect(selfCheck(red('suite_drop'), policySchema.parse({}), BROKEN)).toEqual([]);
    expect(selfCheck(red('suite_drop'), policySchema.parse({ self_check: 'enforce' }), BROKEN)).toEqual([]);
    expect(policySchema.safeParse({ self_check: 'off' }).success).toBe(false);
  });
});
