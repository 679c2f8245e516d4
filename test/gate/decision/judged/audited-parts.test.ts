import { describe, expect, test } from 'vitest';
import { auditDecision, isTakenBack } from '#gate/decision/judged/audit.ts';
import type { PairedCase } from '#gate/decision/terms/evidence.ts';
import { suiteDecision } from '../decisions-of.ts';
import { pairedCase } from '../evidence-of.ts';

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

describe('whether the second judge takes a broken case back', () => {
  test.each([
    ['half of the failed answers that it graded are good', 'ffffP', 'Pf..P', true],
    ['more of them are', 'fff..', 'PPf', true],
    ['fewer of them are', 'fff..', 'Pff', false],
    ['it graded none of them', 'ffPPP', '..PPP', false],
  ])('%s', (_, letters, seen, expected) => {
    expect(isTakenBack(graded('a', letters, seen))).toBe(expected);
  });
});

describe('the drop that the second judge sees', () => {
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
});
