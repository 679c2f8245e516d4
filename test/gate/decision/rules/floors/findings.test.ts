import { describe, expect, test } from 'vitest';
import { floorFindings } from '#gate/decision/rules/test-gates.ts';
import type { FloorDecision } from '#gate/decision/terms/decision.ts';
import { inSentences } from '../../in-words.ts';

const FLOOR: FloorDecision = {
  metric: 'pass_rate',
  tag: null,
  min: 0.8,
  mode: 'confident',
  value: 0.7,
  ci95: [0.6, 0.78],
  outcome: 'fail',
  cases: [],
  false_alarm_rate: null,
};

/** `outcome code: words` of the only finding. */
function lineOf(facts: Partial<FloorDecision>): string {
  const found = floorFindings([{ ...FLOOR, ...facts }]);
  expect(found.length).toBeLessThan(2);
  return inSentences(found)
    .map(({ outcome, code, message }) => `${outcome} ${code}: ${message}`)
    .join();
}

describe('what is said of a floor', () => {
  test('that a value is below it', () => {
    const words = 'fail floor: pass rate 70 % is below its floor of 80 %';
    expect(lineOf({})).toBe(`${words}, upper bound 78 %`);
    expect(lineOf({ mode: 'point' })).toBe(words);
    expect(lineOf({ mode: 'point', false_alarm_rate: 0.05, tag: 'slow' })).toBe(
      'fail floor: tag slow: pass rate 70 % is below its floor of 80 %; this floor is red on 5 % of unchanged runs',
    );
  });

  test('that cases are below the floor of every case', () => {
    const below = { metric: 'case_pass_rate', mode: 'point', ci95: null } as const;
    expect(lineOf({ ...below, cases: ['a'] })).toBe('fail floor: 1 case passes less than 80 % of its trials (a)');
    expect(lineOf({ ...below, cases: ['a', 'b'] })).toBe(
      'fail floor: 2 cases pass less than 80 % of their trials (a, b)',
    );
    const open = { ...below, outcome: 'inconclusive', judged: true } as const;
    expect(lineOf({ ...open, cases: ['a'] })).toBe(
      'inconclusive floor: 1 case passes less than 80 % of its trials (a), but a judge decided answers, and no labels show that it can',
    );
  });

  test('that a value is below it, but not beyond chance', () => {
    const open = { outcome: 'inconclusive' } as const;
    const words = 'inconclusive floor: pass rate 70 % is below its floor of 80 %, ';
    expect(lineOf(open)).toBe(`${words}but not beyond chance (95 % CI [60 %, 78 %])`);
    expect(lineOf({ ...open, judged: true })).toBe(
      `${words}but not beyond chance (95 % CI [60 %, 78 %], corrected for the judge's errors)`,
    );
    expect(lineOf({ ...open, ci95: null, judged: true })).toBe(
      `${words}but a judge decided answers, and no labels show that it can`,
    );
  });

  test('that a value meets it, and what would prove that', () => {
    const unproven = { outcome: 'not_proven', value: 0.9, ci95: [0.75, 0.95] } as const;
    const words = 'note floor_not_proven: pass rate 90 % meets its floor of 80 %, but that is not proven';
    expect(lineOf(unproven)).toBe(`${words} (95 % CI [75 %, 95 %]; 16 trials that all pass would prove it)`);
    expect(lineOf({ ...unproven, min: 1, value: 1 })).toContain('; no number of trials can prove it)');
    expect(lineOf({ ...unproven, judged: true })).toBe(
      `${words} (95 % CI [75 %, 95 %], corrected for the judge's errors; more labels or trials would narrow it)`,
    );
    expect(lineOf({ ...unproven, judged: true, ci95: null })).toBe(
      `${words} (a judge decided answers, and no labels show that it can)`,
    );
  });

  test('that nothing can be measured, and nothing of a floor that is met', () => {
    expect(lineOf({ value: null, outcome: 'inconclusive' })).toBe(
      'inconclusive floor: pass rate has a floor of 80 %, but no case has a value to check',
    );
    expect(lineOf({ metric: 'case_pass_rate', value: null })).toContain('pass rate of every case has a floor');
    expect(lineOf({ outcome: 'pass' })).toBe('');
  });
});
