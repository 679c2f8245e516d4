import { describe, expect, test } from 'vitest';
import { defaultPolicy } from '#config/gate/policy-schema.ts';
import { compare } from '#gate/baseline/comparison/compare.ts';
import { bothSides, caseRecord, outcomes, resultsFile, trialRecords } from '#test/support/results.ts';
import { codes, decideOn, reasonOf, times } from '../decide-on.ts';
import { decide } from '../in-words.ts';

describe('a main run in which nothing passed', () => {
  test('is no baseline to be glad of: the gate sees nothing', () => {
    const run = { ...resultsFile([]).run, side: 'baseline' } as const;
    const dead = resultsFile(
      [caseRecord('a', { trials: trialRecords([{ outcome: 'failed' }, { outcome: 'failed' }]) })],
      { run },
    );
    const decision = decide(compare(dead, []), defaultPolicy(), dead);
    expect(decision).toMatchObject({
      verdict: 'inconclusive',
      title: "can't tell: no test passed on main (0 of 2 trials): this gate can't see anything",
    });
  });

  const dead = times(10, [0, 5, 0, 15] as const);

  test('leaves its changes undecided, and says why nothing could be seen', () => {
    const decision = decideOn(bothSides(dead));
    expect(decision.verdict).toBe('inconclusive');
    expect(decision.title).toBe(
      "can't tell: nothing passed on main (0 of 150 trials), so no drop can be seen; only 0 % passes here",
    );
  });

  test('is as little to compare with where the change passes', () => {
    const decision = decideOn(bothSides(times(10, [5, 5, 0, 15] as const)));
    expect(decision.verdict).toBe('inconclusive');
    expect(reasonOf(decision, 'baseline_never_passes')?.message).toContain('here 50 of 50 passed');
  });

  test('is another matter than one of whose trials a single one passed', () => {
    const decision = decideOn(bothSides([[1, 5, 1, 15], ...times(9, [0, 5, 0, 15] as const)]));
    expect(codes(decision)).not.toContain('inconclusive baseline_never_passes');
  });
});

describe('a suite that mostly fails on both sides', () => {
  const poor = times(20, [2, 5, 6, 15] as const);

  test('says so in the title where no floor is set', () => {
    const decision = decideOn(bothSides(poor));
    expect(decision.verdict).toBe('pass');
    expect(decision.title).toMatch(/; only 40 % passes here$/);
    expect(reasonOf(decision, 'mostly_failing')?.message).toContain('gate: {pass_rate: {min:');
  });

  test('says nothing of it where a floor decides, or where half of it passes', () => {
    const floor = { pass_rate: { min: 0.1, max_drop: 0.02, rule_out: 'auto', min_mode: 'point' } } as const;
    expect(codes(decideOn(bothSides(poor), floor))).not.toContain('note mostly_failing');
    expect(codes(decideOn(bothSides(times(20, [5, 10, 7, 14] as const))))).not.toContain('note mostly_failing');
  });

  test('says so on main too, which is compared with nothing', () => {
    const main = resultsFile([caseRecord('a', { trials: outcomes(1, 4) })]);
    const run = { ...main.run, side: 'baseline' } as const;
    expect(decideOn({ candidate: { ...main, run }, baseline: null }).title).toMatch(/; only 20 % passes here$/);
  });
});

test('time-outs are counted apart, here and on main', () => {
  const slow = [
    ...outcomes(4, 0),
    ...outcomes(0, 1).map((trial) => ({
      ...trial,
      failure: { kind: 'timeout', message: 'no answer within 60 s' } as const,
    })),
  ];
  const candidate = resultsFile([caseRecord('a', { trials: slow }), caseRecord('b')]);
  const decision = decideOn({ candidate, baseline: resultsFile([caseRecord('a'), caseRecord('b')]) });
  expect(reasonOf(decision, 'timed_out')).toMatchObject({
    outcome: 'note',
    cases: ['a'],
    message: expect.stringMatching(
      /^1 of 10 trials timed out \(main: 0 of 10\) and counts as failed; .*limits\.trial_timeout$/,
    ),
  });
});
