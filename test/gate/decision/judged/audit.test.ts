import { describe, expect, test } from 'vitest';
import { auditDecision, needsAudit } from '#gate/decision/judged/audit.ts';
import type { SuiteDecision } from '#gate/decision/terms/decision.ts';
import type { PairedCase } from '#gate/decision/terms/evidence.ts';
import { suiteDecision } from '../decisions-of.ts';
import { pairedCase } from '../evidence-of.ts';

/** A suite that is neither red nor settled, and far from the drop that a pass rules out. */
const OPEN = suiteDecision({ drop: 0.25, standard_error: 0.0625, rule_out: 0.5, passed: false });

const judged = (id: string, facts: Partial<PairedCase> = {}) =>
  pairedCase(id, 'PPPPP', [5, 5], { criteria: ['polite'], ...facts });

describe('a second judge is asked', () => {
  const needs = (facts: Partial<SuiteDecision>) => needsAudit({ ...OPEN, ...facts }, [judged('a')]);

  test.each<[what: string, facts: Partial<SuiteDecision>, expected: boolean]>([
    ['of a red mean', { failed: true }, true],
    ['of a mean that passes, however far from its bound', { passed: true }, true],
    ['of an open mean near the drop that a pass rules out', { rule_out: 0.3125 }, true],
    ['of one as near on the other side', { rule_out: 0.1875 }, true],
    ['not of one that is two standard errors from it', { rule_out: 0.375 }, false],
    ['not of one that is farther from it', {}, false],
    ['not of an open mean that rules nothing out', { rule_out: null, drop: 0 }, false],
  ])('%s', (_, facts, expected) => expect(needs(facts)).toBe(expected));

  test('not where no judge decides a comparable case, nor without a test', () => {
    const red = { ...OPEN, failed: true };
    expect(needsAudit(red, [pairedCase('a', 'PPPPP', [5, 5])])).toBe(false);
    expect(needsAudit(red, [judged('a', { trials: [] }), pairedCase('b', 'PPPPP', [5, 5])])).toBe(false);
    expect(needsAudit(null, [judged('a')])).toBe(false);
  });
});

describe('the second judge decides', () => {
  const graded = (trials: PairedCase['trials']) => trials.map((trial) => ({ ...trial, audit: true }));
  /** Of ten judged cases as many are graded on both sides, the others on one of them. */
  const decided = (both: number, other: 'trials' | 'baseline') =>
    auditDecision(
      Array.from({ length: 10 }, (_, at) => {
        const { trials, baseline, ...item } = judged(`c${at}`);
        const isGraded = (side: typeof other) => at < both || side === other;
        return {
          ...item,
          trials: isGraded('trials') ? graded(trials) : trials,
          baseline: isGraded('baseline') ? graded(baseline) : baseline,
        };
      }),
      OPEN,
      0.01,
    );

  test.each(['trials', 'baseline'] as const)(
    'only over cases that it graded on both sides, not on %s alone',
    (side) => {
      expect(decided(6, side)).toBeNull();
      expect(decided(7, side)).toMatchObject({ cases: 7 });
      expect(decided(10, side)).toMatchObject({ cases: 10 });
    },
  );
});
