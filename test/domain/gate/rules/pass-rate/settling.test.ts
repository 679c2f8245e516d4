import { describe, expect, test } from 'vitest';
import { countsOf, type PairedCase } from '#domain/gate/evidence.ts';
import { casesNeeded } from '#domain/gate/rules/pass-rate/cases-needed.ts';
import { passRateOutcome } from '#domain/gate/rules/pass-rate/outcome.ts';
import { finalLook, type PassRateLook, type PassRatePlan, testPassRate } from '#domain/gate/rules/pass-rate/test.ts';
import { trialsNeeded } from '#domain/gate/rules/pass-rate/trials-needed.ts';
import { correctedDrop } from '#domain/statistics/judge/corrected-drop.ts';
import { driftOf } from '#domain/statistics/values/drift.ts';
import { suiteDecision } from '../../decisions-of.ts';
import { pairedCase } from '../../evidence-of.ts';

const PLAN: PassRatePlan = { boundary: 0.02, max_drop: 0.02, rule_out: 0.1, drift: null, judge: undefined };

/** Cases of which so many fail a trial of five here; main passes all of its 15. */
const suiteOf = (fallen: number, all = 20): readonly PairedCase[] =>
  Array.from({ length: all }, (_, at) => pairedCase(`c${at}`, at < fallen ? 'PPPPf' : 'PPPPP', [15, 15]));

/** The end of the whole test, in one word. */
function endOf(cases: readonly PairedCase[], plan: PassRatePlan, look: PassRateLook): string {
  const test = testPassRate(cases, plan, look) ?? expect.fail('there is nothing to test');
  if (test.failed) return 'failed';
  if (test.p_drift !== null) return 'within_drift';
  return test.passed ? 'passed' : 'open';
}

/** Cases without a judge, as the short cut asks for them. */
function compared(cases: readonly PairedCase[]): Parameters<typeof passRateOutcome>[0] {
  const counts = cases.map(countsOf);
  const judged = counts.map((own) => ({ counts: own, judge: null }));
  return { counts: () => counts, drop: (extraVariance) => correctedDrop(judged, extraVariance) };
}

describe('the short cut to the end of a test', () => {
  const plans: readonly PassRatePlan[] = [
    PLAN,
    { ...PLAN, boundary: 0 },
    { ...PLAN, boundary: 1 },
    { ...PLAN, rule_out: null },
    { ...PLAN, max_drop: 0.5 },
    { ...PLAN, drift: driftOf(0.005, 1, null) },
    { ...PLAN, drift: driftOf(0.5, 1, null) },
  ];
  const ends = plans.map((plan) =>
    [0, 1, 2, 4, 8, 16, 20].map((fallen) => {
      const cases = suiteOf(fallen);
      return [endOf(cases, plan, finalLook(5)), passRateOutcome(compared(cases), plan, finalLook(5))] as const;
    }),
  );

  test('comes to the same end as the whole test', () => {
    for (const [whole, short] of ends.flat()) expect(short).toBe(whole);
  });

  test('comes to every end', () => {
    const seen = new Set(ends.flat().map(([whole]) => whole));
    expect([...seen].sort()).toEqual(['failed', 'open', 'passed', 'within_drift']);
    expect(passRateOutcome(compared([]), PLAN, finalLook(5))).toBeNull();
  });
});

describe('the number of cases that would settle an open suite', () => {
  // Normal quantiles: 1.644854 at .95, 2.326348 at .99.
  const needed = (facts: Parameters<typeof suiteDecision>[0], cases = 20, extra = 0) =>
    casesNeeded(suiteDecision({ rule_out: 0.05, boundary: 0.01, standard_error: 0.05, ...facts }), cases, extra);
  const toRuleOut = Math.floor((20 * 0.05 ** 2) / (0.05 / 1.6448536269514722) ** 2) + 1;

  test('rules out the drop that matters', () => {
    expect(needed({ drop: 0 })).toBe(toRuleOut);
    expect(needed({ drop: 0.05, max_drop: 0.05 })).toBeNull();
    expect(needed({ drop: 0, rule_out: null })).toBeNull();
  });

  test('or makes a drop beyond the tolerance red, if that takes fewer', () => {
    const toRed = Math.floor((20 * 0.05 ** 2) / (0.06 / 2.3263478740408408) ** 2) + 1;
    expect(needed({ drop: 0.06 })).toBe(toRed);
    expect(needed({ drop: 0.06, rule_out: null })).toBe(toRed);
    expect(needed({ drop: 0.06, max_drop: 0.06, rule_out: null })).toBeNull();
    expect(needed({ drop: 0.06, max_drop: 0.07, rule_out: null })).toBeNull();
  });

  test('is no red where the test is only shown, nor where the change alone decides', () => {
    expect(needed({ drop: 0.06, rule_out: null, boundary: 0 })).toBeNull();
    expect(needed({ drop: 0.06, rule_out: null, boundary: 1 })).toBeNull();
    expect(needed({ drop: 0.06, rule_out: null, boundary: 0.5 })).toBeNull();
  });

  test('is one more at least, and no more than anybody would add', () => {
    expect(needed({ drop: 0, standard_error: 0.0001 })).toBe(21);
    const among = (cases: number) => needed({ drop: 0, rule_out: 1, standard_error: 0.0001 }, cases);
    expect([among(1999), among(2000)]).toEqual([2000, null]);
  });

  test('takes away only what cases bring, not the spread between runs', () => {
    const extra = 0.02 ** 2;
    const room = (0.05 / 1.6448536269514722) ** 2 - extra;
    expect(needed({ drop: 0 }, 20, extra)).toBe(Math.floor(((0.05 ** 2 - extra) * 20) / room) + 1);
    expect(needed({ drop: 0 }, 20, 0.04 ** 2)).toBeNull();
  });
});

describe('the number of trials that would settle an open suite', () => {
  const cases = suiteOf(8).map((item) => ({ counts: countsOf(item), judge: null }));
  const suite = (plan: Partial<PassRatePlan>) =>
    testPassRate(suiteOf(8), { ...PLAN, ...plan }, finalLook(5)) ?? expect.fail('there is nothing to test');

  test('is more than now, and the fewest that do', () => {
    const open = suite({ rule_out: 0.15 });
    expect(trialsNeeded(cases, open, 5, 0)).toBe(6);
    expect(trialsNeeded(cases, open, 9, 0)).toBe(10);
    expect(trialsNeeded(cases, open, 49, 0)).toBe(50);
    expect(trialsNeeded(cases, open, 50, 0)).toBeNull();
  });

  test('is none where nothing could become red or ruled out', () => {
    const off = { rule_out: null, max_drop: 0.5 };
    expect(trialsNeeded(cases, suite(off), 5, 0)).toBeNull();
    expect(trialsNeeded(cases, suite({ ...off, boundary: 0.5 }), 5, 0)).toBeNull();
    expect(trialsNeeded(cases, suite({ rule_out: null, max_drop: 0.02, boundary: 0 }), 5, 0)).toBeNull();
    expect(trialsNeeded(cases, suite({ rule_out: null, max_drop: 0.02, boundary: 0.001 }), 5, 0)).not.toBeNull();
  });
});
