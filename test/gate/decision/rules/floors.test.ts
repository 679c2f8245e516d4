import { describe, expect, test } from 'vitest';
import { policySchema } from '#config/gate/policy-schema.ts';
import type { Policy, RateRule } from '#gate/decision/terms/policy.ts';
import { bothSides, caseRecord, outcomes, resultsFile, trialRecords } from '#test/support/results.ts';
import { codes, decideOn, NO_BOUNDS, POLICY, reasonOf, times } from '../decide-on.ts';

const floor = (min: number, min_mode: RateRule['min_mode'] = 'point'): Partial<Policy> => ({
  pass_rate: { ...POLICY.pass_rate, min, min_mode },
});

describe('an absolute floor', () => {
  test('below it is red, at it is not', () => {
    const sides = bothSides(times(20, [4, 5, 12, 15]));
    expect(decideOn(sides, floor(0.8)).decision.floors).toMatchObject([
      { value: expect.closeTo(0.8, 12), outcome: 'pass' },
    ]);
    const red = decideOn(sides, floor(0.801));
    expect(red.verdict).toBe('fail');
    expect(reasonOf(red, 'floor').message).toMatch(
      /^pass rate 80 % is below its floor of 80\.1 %; this floor is red on \d/,
    );
  });

  test('counts every case that has trials, compared or not, the same', () => {
    const candidate = resultsFile([
      caseRecord('known', { trials: outcomes(10) }),
      caseRecord('new', { trials: outcomes(0, 2) }),
      caseRecord('silent', { trials: outcomes(0, 0, 1) }),
    ]);
    const decision = decideOn({ candidate, baseline: resultsFile([caseRecord('known')]) }, floor(0.6));
    expect(decision.decision.floors[0]).toMatchObject({ value: 0.5, outcome: 'fail' });
  });

  test('is red on the first run too, where nothing else is', () => {
    const candidate = resultsFile([caseRecord('a', { trials: outcomes(1, 4) })]);
    const decision = decideOn({ candidate, baseline: null }, floor(0.5));
    expect(codes(decision)).toEqual(['fail floor', 'inconclusive no_baseline']);
    expect(decision.title).toBe('pass rate 20 % is below its floor of 50 %');
    expect(decision.decision.floors[0]?.false_alarm_rate).toBeNull();
  });

  test('says how often it is red on unchanged code', () => {
    const rate = (min: number) =>
      decideOn(bothSides(times(20, [12, 15, 12, 15])), floor(min)).decision.floors[0]?.false_alarm_rate;
    expect(rate(0.8)).toBeGreaterThan(0.35);
    expect(rate(0.8)).toBeLessThan(0.55);
    expect(rate(0.6)).toBe(0);
    expect(rate(0.95)).toBe(1);
  });

  test.each([
    ['upper bound below the floor', 0.9, 'fail', 'fail floor'],
    ['value below, bound above', 0.63, 'inconclusive', 'inconclusive floor'],
    ['value above, lower bound below', 0.58, 'not_proven', 'note floor_not_proven'],
    ['lower bound above', 0.4, 'pass', null],
  ])('confident: %s', (_, min, outcome, code) => {
    const decision = decideOn(bothSides(times(20, [3, 5, 9, 15])), floor(min, 'confident'));
    expect(decision.decision.floors[0]).toMatchObject({ value: expect.closeTo(0.6, 12), mode: 'confident', outcome });
    const floorCodes = codes(decision).filter((each) => each.includes('floor'));
    expect(floorCodes).toEqual(code === null ? [] : [code]);
  });

  test('confident bounds are Wilson bounds at N = C²/Σ(1/n)', () => {
    const { decision } = decideOn(bothSides(times(1, [3, 3, 3, 3])), floor(0.4, 'confident'));
    expect(decision.floors[0]?.ci95?.[0]).toBeCloseTo(0.4385029682449546, 9);
  });

  test('on tool recall counts recall', () => {
    const trials = trialRecords([{ tool_recall: 1 }, { tool_recall: 0.5 }, { tool_recall: null }]);
    const file = resultsFile([caseRecord('a', { trials }), caseRecord('b', { trials: outcomes(3) })]);
    const decision = decideOn({ candidate: file, baseline: file }, { tool_recall: { ...NO_BOUNDS, min: 0.8 } });
    expect(decision.decision.floors).toMatchObject([{ metric: 'tool_recall', value: 0.75, outcome: 'fail' }]);
    expect(decision.decision.floors[0]?.false_alarm_rate).toBeGreaterThan(0.5);
  });

  test('on any other figure is held by the same rule, and says its name', () => {
    const trials = trialRecords([{ tool_precision: 1 }, { tool_precision: 0.5 }, { tool_precision: null }]);
    const file = resultsFile([caseRecord('a', { trials }), caseRecord('b', { trials: outcomes(3) })]);
    const floor = (min: number) => ({ metrics: { tool_precision: { min, min_mode: 'point' } } }) as const;
    const { decision, verdict, title } = decideOn({ candidate: file, baseline: file }, floor(0.9));
    expect(decision.floors).toMatchObject([{ metric: 'tool_precision', tag: null, value: 0.75, outcome: 'fail' }]);
    expect([verdict, title]).toEqual(['fail', 'tool precision 75 % is below its floor of 90 %']);
    expect(decision.floors[0]?.false_alarm_rate).toBeGreaterThan(0.5);
    const held = decideOn({ candidate: file, baseline: file }, floor(0.7)).decision.floors;
    expect(held).toMatchObject([{ outcome: 'pass' }]);
  });

  test('on consistency is red below it, and open where a case does not tell what its trials call', () => {
    const calling = (...hashes: readonly (string | undefined)[]) =>
      trialRecords(hashes.map((hash) => (hash === undefined ? {} : { sequence_hash: hash })));
    const floor = { metrics: { consistency: { min: 0.8, min_mode: 'point' } } } as const;
    const decided = (...trials: readonly ReturnType<typeof calling>[]) => {
      const file = resultsFile(trials.map((own, at) => caseRecord(`case-${at}`, { trials: own })));
      const { decision, verdict, title } = decideOn({ candidate: file, baseline: file }, floor);
      return [decision.floors[0]?.value, decision.floors[0]?.false_alarm_rate, verdict, title];
    };
    expect(decided(calling('a', 'a', 'a', 'b', 'c'), calling('a', 'a', 'a', 'a', 'a'))).toMatchObject([
      0.8,
      null,
      'pass',
      expect.any(String),
    ]);
    expect(decided(calling('a', 'a', 'a', 'b', 'c'))).toEqual([
      0.6,
      null,
      'fail',
      'consistency 60 % is below its floor of 80 %',
    ]);
    const open = decided(calling('a', 'b', 'c', 'd', 'e'), calling('a', 'a', 'a', 'a', undefined));
    expect(open).toMatchObject([null, null, 'inconclusive', expect.stringContaining('case-1 tell their tool calls')]);
  });

  test('on a mean is the most it may be, of the suite and of each tag', () => {
    const latencies = (...all: readonly number[]) => trialRecords(all.map((latency_ms) => ({ latency_ms })));
    const slow = caseRecord('slow', { trials: latencies(900, 1100), tags: ['slow'] });
    const file = resultsFile([caseRecord('quick', { trials: latencies(100, 300) }), slow]);
    const most = (max: number) => ({ metrics: { mean_latency_ms: { max } } }) as const;
    const { tags } = policySchema.parse({ tags: { slow: most(999) } });
    const { decision, reasons } = decideOn({ candidate: file, baseline: file }, { ...most(600), tags });
    expect(decision.floors).toMatchObject([
      { metric: 'mean_latency_ms', tag: null, max: 600, value: 600, outcome: 'pass' },
      { metric: 'mean_latency_ms', tag: 'slow', max: 999, value: 1000, outcome: 'fail' },
    ]);
    expect(reasons[0]?.message).toBe('tag slow: mean latency 1 s is above its limit of 999 ms');
  });

  test.each<[string, Partial<Policy>]>([
    ['retrieval accuracy', { metrics: { retrieval_accuracy: { min: 0.8, min_mode: 'point' } } }],
    ['tool recall', { tool_recall: { ...NO_BOUNDS, min: 0.8 } }],
  ])('on what was measured of no case is never green: %s', (figure, policy) => {
    const { verdict, title } = decideOn(bothSides(times(50, [5, 5, 15, 15])), policy);
    expect(verdict).toBe('inconclusive');
    expect(title).toBe(`${figure} has a floor of 80 %, but no case has a value to check`);
  });
});

describe('a floor for every case', () => {
  const policy: Partial<Policy> = { case_pass_rate: { min: 0.8 } };

  test('is red when one case passes less of the trials it got', () => {
    const decision = decideOn(bothSides([...times(19, [5, 5, 15, 15]), [3, 5, 11, 15]]), policy);
    expect(decision.verdict).toBe('fail');
    expect(decision.title).toBe('1 case passes less than 80 % of its trials (case-019)');
    expect(decision.decision.floors).toMatchObject([{ metric: 'case_pass_rate', value: 0.6, cases: ['case-019'] }]);
  });

  test('holds at exactly its share', () => {
    expect(decideOn(bothSides(times(20, [4, 5, 12, 15])), policy).decision.floors).toMatchObject([{ outcome: 'pass' }]);
  });

  test('is not held where no case has a trial that counts', () => {
    const candidate = resultsFile([caseRecord('silent', { trials: outcomes(0, 0, 3) })]);
    const { floors } = decideOn({ candidate, baseline: null }, policy).decision;
    expect(floors).toMatchObject([{ metric: 'case_pass_rate', value: null, outcome: 'inconclusive' }]);
  });

  test('says how often it is red on unchanged code: with 3 trials nearly always', () => {
    const { decision } = decideOn(bothSides(times(50, [3, 3, 14, 15])), policy);
    const anyBelow = 1 - ((14 / 15) ** 3) ** 50;
    expect(decision.floors[0]?.false_alarm_rate).toBeCloseTo(anyBelow, 9);
  });
});
