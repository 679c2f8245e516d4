import { describe, expect, test } from 'vitest';
import { checkFloors } from '#gate/decision/rules/floors/check.ts';
import { floorFindings } from '#gate/decision/rules/test-gates.ts';
import type { GateEvidence } from '#gate/decision/terms/evidence.ts';
import { NO_BOUNDS, POLICY } from '../../decide-on.ts';
import { evidenceOf, pairedCase } from '../../evidence-of.ts';

const FLOORED = { ...POLICY, pass_rate: { ...NO_BOUNDS, min: 0.8 } };

/** Four cases that pass four of five trials, on main too. */
function four(facts: Parameters<typeof pairedCase>[3] = {}): GateEvidence {
  return evidenceOf(Array.from({ length: 4 }, (_, at) => pairedCase(`c${at}`, 'PPPPf', [12, 15], facts)));
}

describe('a floor of the pass rate', () => {
  test('is told with its false alarms if checks alone decide', () => {
    const floors = checkFloors(four(), FLOORED);
    expect(floors).toMatchObject([{ metric: 'pass_rate', tag: null, outcome: 'pass' }]);
    expect(floors[0]?.value).toBeCloseTo(0.8, 12);
    expect(floors[0]?.false_alarm_rate).toBeGreaterThan(0.1);
    expect(floors[0]).not.toHaveProperty('judged');
  });

  test('is told without false alarms, which are of no judge, if a judge decides', () => {
    expect(checkFloors(four({ criteria: ['polite'] }), FLOORED)).toMatchObject([
      { metric: 'pass_rate', judged: true, outcome: 'not_proven', false_alarm_rate: null },
    ]);
  });

  test('is left empty, and so a note, only by a selection that has no case of its tag', () => {
    const tests = { tool_recall: null, total_tokens: null, cost_usd: null, latency_ms: null };
    const policy = { ...POLICY, tags: { money: { ...tests, pass_rate: { ...NO_BOUNDS, min: 0.9 } } } };
    const outcomes = (selected: GateEvidence['selected']) =>
      checkFloors({ ...four(), ...(selected !== undefined && { selected }) }, policy).map(({ outcome }) => outcome);
    expect(outcomes(undefined)).toEqual(['inconclusive']);
    expect(outcomes([{ tags: ['talk'], record: null }])).toEqual(['left_empty']);
    expect(outcomes([{ tags: ['money'], record: null }]), 'the change took its case out').toEqual(['inconclusive']);
    expect(floorFindings(checkFloors({ ...four(), selected: [] }, policy))).toMatchObject([{ outcome: 'note' }]);
  });

  test('is none where the policy names no least rate', () => {
    expect(checkFloors(four(), { ...FLOORED, pass_rate: NO_BOUNDS })).toEqual([]);
  });
});
