import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { finalLook, type PassRatePlan, testPassRate } from '#gate/decision/rules/pass-rate/test.ts';
import { countsOf } from '#gate/decision/terms/evidence.ts';
import { chanceToSettle, trialsNeeded } from '#statistics/power/trials-needed.ts';
import { driftOf } from '#statistics/values/drift.ts';
import { pairedCase } from '../../evidence-of.ts';

interface SettlingVector {
  readonly name: string;
  /** A case each: passed and judged trials here, and on main. */
  readonly counts: readonly (readonly [number, number, number, number])[];
  readonly rule_out: number;
  readonly max_drop: number;
  readonly alpha: number;
  readonly needed: number | null;
  /** That five more trials settle it. */
  readonly chance: number;
}

const VECTORS: { readonly settling: readonly SettlingVector[] } = JSON.parse(
  readFileSync(new URL('../../../../fixtures/power-vectors.json', import.meta.url), 'utf8'),
);

const PLAN: PassRatePlan = { boundary: 0.02, max_drop: 0.02, rule_out: 0.1, drift: null, judge: undefined };

/** Main is the same every day, and in all of its runs. */
const ALIKE = { extra_variance: 0, drift: null };

describe('the number of trials that settles an open suite four times out of five', () => {
  /** Ten of forty cases fail more often here. */
  const undecided = Array.from({ length: 40 }, (_, at) =>
    at < 10 ? pairedCase(`c${at}`, 'PPPff', [11, 15]) : pairedCase(`c${at}`, 'PPPPP', [15, 15]),
  );
  const cases = undecided.map((item) => ({ counts: countsOf(item), judge: null }));
  const suite = (plan: Partial<PassRatePlan>) =>
    testPassRate(undecided, { ...PLAN, ...plan }, finalLook(5)) ?? expect.fail('there is nothing to test');

  test.each(VECTORS.settling)('agrees with the reference: $name', ({ counts, needed, chance, ...limits }) => {
    const compared = counts.map(([a, n, b, m]) => ({ counts: { a, n, b, m }, judge: null }));
    const look = counts[0]?.[1] ?? 0;
    const paired = counts.map(([a, n, b, m], at) =>
      pairedCase(`c${at}`, `${'P'.repeat(a)}${'f'.repeat(n - a)}`, [b, m]),
    );
    const plan = { ...PLAN, boundary: limits.alpha, max_drop: limits.max_drop, rule_out: limits.rule_out };
    const open = testPassRate(paired, plan, finalLook(look)) ?? expect.fail('there is nothing to test');
    expect(trialsNeeded(compared, open, look, ALIKE)).toBe(needed);
    expect(chanceToSettle(compared, open, look + 5, ALIKE)).toBeCloseTo(chance, 3);
  });

  test('is more than now, and none beyond what any plan asks for', () => {
    const open = suite({ rule_out: 0.06 });
    const needed = trialsNeeded(cases, open, 5, ALIKE) ?? expect.fail('no number of trials settles it');
    expect(chanceToSettle(cases, open, needed, ALIKE)).toBeGreaterThanOrEqual(0.8);
    expect(chanceToSettle(cases, open, needed - 1, ALIKE)).toBeLessThan(0.8);
    expect(trialsNeeded(cases, open, 50, ALIKE)).toBeNull();
  });

  test('is larger where main may have moved since its runs: another day explains reds away, and no pass', () => {
    const red = suite({ rule_out: null, boundary: 0.2 });
    const days = { ...ALIKE, drift: driftOf(0.1, 1, null) };
    const needed = [ALIKE, days].map((main) => trialsNeeded(cases, red, 5, main) ?? 51);
    expect(needed[1]).toBeGreaterThan(needed[0] ?? 51);
    expect(chanceToSettle(cases, red, 20, days)).toBeLessThan(chanceToSettle(cases, red, 20, ALIKE));
    const green = suite({ max_drop: 0.5, boundary: 0 });
    expect(chanceToSettle(cases, green, 20, days)).toBe(chanceToSettle(cases, green, 20, ALIKE));
  });

  test('is none where nothing could become red or ruled out', () => {
    const off = { rule_out: null, max_drop: 0.5 };
    expect(trialsNeeded(cases, suite(off), 5, ALIKE)).toBeNull();
    expect(trialsNeeded(cases, suite({ rule_out: null, max_drop: 0.02, boundary: 0 }), 5, ALIKE)).toBeNull();
    expect(trialsNeeded(cases, suite({ rule_out: null, max_drop: 0.02, boundary: 0.2 }), 5, ALIKE)).not.toBeNull();
  });
});
