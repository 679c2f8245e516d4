import { describe, expect, test } from 'vitest';
import type { CaseRecord, ResultsFile } from '#gate/baseline/results/results-file.ts';
import type { Policy } from '#gate/decision/terms/policy.ts';
import { bothSides, caseRecord, outcomes, resultsFile, trialRecords } from '#test/support/results.ts';
import { codes, decideOn, NO_BOUNDS, POLICY, reasonOf, times } from '../decide-on.ts';

const SINCE = 'c0ffee0'.padEnd(40, '0');
const id = (at: number) => `case-${String(at).padStart(2, '0')}`;

/** Cases with so many passes of five each. */
const cases = (passed: readonly number[], facts: Partial<CaseRecord> = {}) =>
  passed.map((count, at) => caseRecord(id(at), { ...facts, trials: outcomes(count, 5 - count) }));

const allOf = (count: number, passed: number): readonly number[] => Array.from({ length: count }, () => passed);

/** A run of the first cases of main, whose others it carries. */
function decideUnaffected(main: readonly CaseRecord[], tried: readonly CaseRecord[], policy: Partial<Policy> = {}) {
  const left = main.slice(tried.length).map((item) => item.id);
  const candidate: ResultsFile = { ...resultsFile(tried), unaffected: { since: SINCE, cases: left } };
  return decideOn({ candidate, baseline: resultsFile(main) }, policy);
}

const rate = (rule: Partial<Policy['pass_rate']>): Partial<Policy> => ({ pass_rate: { ...POLICY.pass_rate, ...rule } });

describe('cases that a change can’t reach', () => {
  test('count as unchanged: the drop of the suite is that of all its cases', () => {
    const [main, tried] = [cases(allOf(40, 5)), cases(allOf(20, 4))];
    const all = decideUnaffected(main, tried, rate({ max_drop: 0.05 }));
    expect(all.verdict).toBe('fail');
    expect(all.decision.pass_rate.suite).toMatchObject({ drop: expect.closeTo(0.1, 12), share: 0.5, failed: true });
    const alone = decideOn({ candidate: resultsFile(tried), baseline: resultsFile(main.slice(0, 20)) });
    expect(alone.decision.pass_rate.suite?.drop).toBeCloseTo(0.2, 12);
    expect(alone.decision.pass_rate.suite).not.toHaveProperty('share');
    expect(all.decision.pass_rate.suite?.p_mid).toBe(alone.decision.pass_rate.suite?.p_mid);
    expect(all.decision.pass_rate.suite?.upper95).toBeCloseTo((alone.decision.pass_rate.suite?.upper95 ?? 0) / 2, 12);
  });

  test('a drop is tolerated, and ruled out, as one of all cases', () => {
    const [main, tried] = [cases(allOf(40, 5)), cases(allOf(20, 4))];
    const tolerant = rate({ max_drop: 0.15, rule_out: 0.2 });
    expect(decideUnaffected(main, tried, tolerant).decision.pass_rate.suite).toMatchObject({
      failed: false,
      passed: true,
    });
    const alone = decideOn({ candidate: resultsFile(tried), baseline: resultsFile(main.slice(0, 20)) }, tolerant);
    expect(alone.decision.pass_rate.suite).toMatchObject({ failed: true, passed: false });
  });

  test('how many more trials would settle the suite is reckoned with all of them', () => {
    const open = bothSides([...times(30, [5, 5, 15, 15]), ...times(10, [3, 5, 11, 15])]);
    const main = [...open.baseline.cases, ...cases(allOf(5, 5)).map((item) => ({ ...item, id: `other-${item.id}` }))];
    const all = decideUnaffected(main, open.candidate.cases, rate({ max_drop: 0.04, rule_out: 0.06 })).decision;
    const needed = decideOn(open, rate({ max_drop: 0.04, rule_out: 0.06 })).decision.trials_needed ?? 0;
    expect(needed).toBeGreaterThan(5);
    expect(all.trials_needed ?? 0).toBeGreaterThan(5);
    expect(all.trials_needed ?? 0).toBeLessThan(needed);
  });

  test('a floor is one of all cases, with main’s trials of those', () => {
    const [main, tried] = [cases([...allOf(10, 5), ...allOf(10, 5)]), cases(allOf(10, 4))];
    const floors = (min: number) =>
      decideUnaffected(main, tried, rate({ min, max_drop: 0.5, rule_out: null })).decision.floors;
    expect(floors(0.9)).toMatchObject([{ value: expect.closeTo(0.9, 12), outcome: 'pass' }]);
    expect(floors(0.91)).toMatchObject([{ outcome: 'fail' }]);
  });

  test('how often a floor is red on unchanged code is that of the tested cases, with what the others leave', () => {
    const [main, tried] = [cases([...allOf(10, 4), ...allOf(10, 5)]), cases(allOf(10, 4))];
    const all = decideUnaffected(main, tried, rate({ min: 0.9 })).decision.floors[0];
    const alone = decideOn(
      { candidate: resultsFile(tried), baseline: resultsFile(main.slice(0, 10)) },
      rate({ min: 0.8 }),
    ).decision.floors[0];
    expect(alone?.false_alarm_rate).toBeGreaterThan(0.3);
    expect(all?.false_alarm_rate).toBe(alone?.false_alarm_rate);
  });

  test('the same of a floor of tool recall', () => {
    const recalled = (values: readonly number[]) =>
      values.map((tool_recall, at) =>
        caseRecord(id(at), { trials: trialRecords([{ tool_recall }, { tool_recall: tool_recall - 0.1 }]) }),
      );
    const policy = (min: number): Partial<Policy> => ({ tool_recall: { ...POLICY.pass_rate, rule_out: null, min } });
    const [main, tried] = [recalled([...allOf(5, 0.8), ...allOf(5, 1)]), recalled(allOf(5, 0.8))];
    const all = decideUnaffected(main, tried, policy(0.85)).decision.floors[0];
    expect(all).toMatchObject({ metric: 'tool_recall', value: expect.closeTo(0.85, 12) });
    const { floors } = decideOn(
      { candidate: resultsFile(tried), baseline: resultsFile(main.slice(0, 5)) },
      policy(0.75),
    ).decision;
    expect(floors[0]?.false_alarm_rate).toBeGreaterThan(0.3);
    expect(all?.false_alarm_rate).toBeCloseTo(floors[0]?.false_alarm_rate ?? 0, 9);
  });

  test('count for the rules of their tags', () => {
    const [own, other] = [cases(allOf(10, 4), { tags: ['t'] }), cases(allOf(20, 5), { tags: ['t'] })];
    const main = [...own, ...other.slice(10, 15), ...cases(allOf(20, 5)).slice(15)];
    const no = { tool_recall: null, total_tokens: null, cost_usd: null, latency_ms: null };
    const tags = { t: { ...no, pass_rate: { ...NO_BOUNDS, min: 0.8 } } };
    expect(decideUnaffected(main, own, { tags }).decision.floors).toMatchObject([
      { tag: 't', value: expect.closeTo((10 * 0.8 + 5) / 15, 12) },
    ]);
  });

  test('are told beside the verdict', () => {
    const main = cases(allOf(20, 5));
    expect(reasonOf(decideUnaffected(main, cases(allOf(18, 5))), 'unaffected')).toMatchObject({
      outcome: 'note',
      cases: ['case-18', 'case-19'],
      message: '2 of 20 cases were not run: nothing they cover has changed since c0ffee0',
    });
    expect(reasonOf(decideUnaffected(main, cases(allOf(19, 5))), 'unaffected').message).toBe(
      '1 of 20 cases was not run: nothing it covers has changed since c0ffee0',
    );
  });

  test('that are all of them leave nothing to try, which passes', () => {
    const decision = decideUnaffected(cases(allOf(3, 5)), []);
    expect(decision.verdict).toBe('pass');
    expect(decision.title).toBe('nothing that the suite covers has changed');
    expect(codes(decision)).toEqual(['pass unaffected']);
    expect(decision.reasons[0]?.message).toBe(
      'nothing that the suite covers has changed: none of 3 cases was run, and no model was asked; nothing that they cover has changed since c0ffee0',
    );
  });
});

test('a case that the change removes was not tried: nothing is reached if all others are unaffected', () => {
  const main = cases(allOf(3, 5));
  const unaffected = { since: SINCE, cases: [id(0), id(1)] };
  const decision = decideOn({ candidate: { ...resultsFile([]), unaffected }, baseline: resultsFile(main) });
  expect(codes(decision).filter((code) => code.includes('unaffected') || code.includes('reached'))).toEqual([
    'pass unaffected',
  ]);
});
