import { describe, expect, test } from 'vitest';
import { auditDecision, isTakenBack } from '#gate/decision/judged/audit.ts';
import { withAudit } from '#gate/decision/judged/audit-findings.ts';
import { planGates } from '#gate/decision/rules/plan.ts';
import type { PairedCase } from '#gate/decision/terms/evidence.ts';
import { finding } from '#gate/decision/terms/finding.ts';
import type { Policy } from '#gate/decision/terms/policy.ts';
import { POLICY } from '../decide-on.ts';
import { caseDecision, DROP, suiteDecision } from '../decisions-of.ts';
import { pairedCase } from '../evidence-of.ts';
import { messageOf } from '../in-words.ts';

const RED = suiteDecision({ failed: true, passed: false, drop: 0.2, rule_out: 0.1 });

/** A judged case, of which the second judge passes some of the trials here (`P`) and all of main. */
function graded(id: string, letters: string, seen: string): PairedCase {
  const item = pairedCase(id, letters, [5, 5], { criteria: ['polite'] });
  return {
    ...item,
    trials: item.trials.map((trial, at) => (seen[at] === '.' ? trial : { ...trial, audit: seen[at] === 'P' })),
    baseline: item.baseline.map((trial) => ({ ...trial, audit: true })),
  };
}

const many = (letters: string, seen: string) => Array.from({ length: 20 }, (_, at) => graded(`c${at}`, letters, seen));

function audited(
  paired: readonly PairedCase[],
  suite = RED,
  policy: Partial<Policy> = {},
  broken: readonly string[] = [],
) {
  const whole = { ...POLICY, ...policy };
  const plan = planGates(paired, whole, { looks: [5], reckons_with_days: false });
  const fell = finding({ outcome: 'fail', gate: 'pass_rate', code: 'suite_drop' }, DROP);
  const broke = finding({ outcome: 'fail', gate: 'case', code: 'case_broken', cases: broken }, { tests: [] });
  const found = [fell, ...(broken.length === 0 ? [] : [broke])];
  const cases = broken.map((id) => caseDecision(id, { failed: true }));
  return { found, ...withAudit(found, { paired, plan, suite, cases }) };
}

describe('whether the second judge takes a broken case back', () => {
  test.each([
    ['half of the failed answers that it graded are good', 'ffffP', 'Pf..P', true],
    ['more of them are', 'fff..', 'PPf', true],
    ['fewer of them are', 'fff..', 'Pff', false],
    ['it graded none of them', 'ffPPP', '..PPP', false],
  ])('%s', (_, letters, seen, expected) => {
    expect(isTakenBack(graded('a', letters, seen))).toBe(expected);
  });

  test('one that it does not take back stays as it was found', () => {
    const { found, findings } = audited(many('fffPP', 'ffPPP'), RED, {}, ['c0', 'c1']);
    expect(findings).toContain(found[1]);
  });
});

describe('the drop that the second judge sees', () => {
  test('is told with its direction and its interval', () => {
    const low = audited(many('fffPP', 'ffPPP'));
    expect(low.audit?.drop).toBeGreaterThan(0);
    expect(low.findings[0]).toMatchObject({ outcome: 'fail', code: 'audited_drop' });
    expect(messageOf(low.findings[0])).toMatch(
      /by the second judge the pass rate is [\d.]+ points lower, 95 % CI \[−[\d.]+, −[\d.]+\]/,
    );
  });

  test('is decided at the boundary of the suite where the change alone decides', () => {
    const plain = audited(many('fffPP', 'PPPPP'), { ...RED, boundary: 1 }, { method: 'threshold' });
    expect(plain.audit?.boundary).toBe(1);
    const tested = audited(many('fffPP', 'PPPPP'));
    expect(tested.audit?.boundary).toBeLessThan(0.05);
  });

  test('is as much smaller as cases were not run, which are unchanged', () => {
    const whole = auditDecision(many('fffPP', 'ffPPP'), RED, 0.02) ?? expect.fail('there are too few grades');
    const part = auditDecision(many('fffPP', 'ffPPP'), { ...RED, share: 0.5 }, 0.02);
    expect(part?.drop).toBeCloseTo(whole.drop / 2, 12);
    expect(part?.standard_error).toBeCloseTo(whole.standard_error / 2, 12);
    expect(part?.upper95).toBeCloseTo(whole.upper95 / 2, 12);
    expect(part?.ci95).toEqual(whole.ci95.map((bound) => expect.closeTo(bound / 2, 12)));
    expect(part?.p).toBe(whole.p);
  });

  test('passes only if it rules out the drop that matters', () => {
    const outcomeOf = (rule_out: number | null) =>
      auditDecision(many('fffPP', 'ffPPP'), { ...RED, max_drop: 0.9, rule_out }, 0.02)?.outcome;
    expect([outcomeOf(0.01), outcomeOf(0.99), outcomeOf(null)]).toEqual(['open', 'passed', 'passed']);
  });

  test('needs grades of most of the judged cases alone', () => {
    const plain = Array.from({ length: 20 }, (_, at) => pairedCase(`plain-${at}`, 'PPPPP', [5, 5]));
    const some = [...plain, ...many('fffPP', 'PPPPP').slice(0, 6)];
    expect(auditDecision(some, RED, 0.02)).toMatchObject({ cases: 6 });
    expect(audited(some).audit).not.toBeNull();
  });
});
