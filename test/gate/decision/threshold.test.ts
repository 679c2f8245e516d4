import { describe, expect, test } from 'vitest';
import type { Policy } from '#gate/decision/terms/policy.ts';
import { bothSides, caseRecord, resultsFile, trialRecords } from '#test/support/results.ts';
import { codes, decideOn, POLICY, reasonOf, times } from './decide-on.ts';

const THRESHOLD: Partial<Policy> = { method: 'threshold' };

describe('method threshold', () => {
  test('a drop beyond the limit is red, whatever chance says', () => {
    const decision = decideOn(bothSides([...times(9, [5, 5, 5, 5]), [3, 5, 5, 5]]), THRESHOLD);
    expect(decision.verdict).toBe('fail');
    expect(decision.title).toBe('pass rate fell 4 points (100 % → 96 %), more than the tolerated 2 points');
    expect(reasonOf(decision, 'suite_drop').message).not.toContain('p =');
  });

  test('a drop equal to the limit is tolerated', () => {
    const decision = decideOn(bothSides([...times(9, [5, 5, 5, 5]), [4, 5, 5, 5]]), THRESHOLD);
    expect(decision.verdict).toBe('pass');
    expect(decision.title).toBe('no regression: pass rate 2 points lower, 2 points are tolerated');
  });

  test('no single case is tested, nothing has to be ruled out and there is no budget to divide', () => {
    const { decision } = decideOn(bothSides(times(3, [1, 1, 1, 1])), THRESHOLD);
    expect(decision).toMatchObject({ method: 'threshold', alpha: {}, detectable_case: null, trials_needed: null });
    expect(decision.pass_rate.cases).toEqual([]);
    expect(decision.pass_rate.suite).toMatchObject({ rule_out: null, passed: true });
  });

  test('its measured false-alarm rate is printed, and is the same every time', () => {
    const sides = bothSides(times(50, [5, 5, 14, 15]));
    const decision = decideOn(sides, THRESHOLD);
    expect(decision.decision.threshold_false_alarm_rate).toBeGreaterThan(0.02);
    expect(decision.decision.threshold_false_alarm_rate).toBeLessThan(0.3);
    expect(reasonOf(decision, 'threshold_false_alarm').message).toMatch(
      /^this threshold is red on [\d.]+ % of unchanged runs/,
    );
    expect(decideOn(sides, THRESHOLD)).toEqual(decision);
  });

  test('recall and totals are compared as they are', () => {
    const side = (tool_recall: number, total_tokens: number) =>
      resultsFile(['a', 'b'].map((id) => caseRecord(id, { trials: trialRecords([{ tool_recall, total_tokens }]) })));
    const recall = decideOn({ candidate: side(0.9, 100), baseline: side(1, 100) }, THRESHOLD);
    expect(recall.title).toBe('tool recall fell 10 points (100 % → 90 %)');
    const tokens = decideOn({ candidate: side(1, 111), baseline: side(1, 100) }, THRESHOLD);
    expect(tokens.title).toBe('tokens rose: +11 % in all, +10 % is tolerated');
    expect(tokens.decision.total_tokens).toMatchObject({
      total: { p: null, rise: 0.11 },
      candidate: 222,
      baseline: 200,
      boundary: 1,
    });
    expect(decideOn({ candidate: side(0.98, 110), baseline: side(1, 100) }, THRESHOLD).verdict).toBe('pass');
  });

  test('values that only main has can not pass', () => {
    const side = (total_tokens: number | null) =>
      resultsFile([caseRecord('a', { trials: trialRecords([{ total_tokens }]) })]);
    const decision = decideOn({ candidate: side(null), baseline: side(100) }, THRESHOLD);
    expect(codes(decision)[0]).toBe('inconclusive values_missing');
  });

  test('a value below its floor is red', () => {
    const policy = { ...THRESHOLD, pass_rate: { ...POLICY.pass_rate, min: 0.9 } };
    expect(decideOn(bothSides([[4, 5, 4, 5]]), policy).title).toBe('pass rate 80 % is below its floor of 90 %');
  });

  test('there is no pass without a baseline', () => {
    expect(decideOn({ candidate: resultsFile([caseRecord('a')]), baseline: null }, THRESHOLD).verdict).toBe(
      'inconclusive',
    );
  });
});
