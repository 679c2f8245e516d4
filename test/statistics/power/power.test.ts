import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { loweredSuite, type PlannedCase } from '#statistics/power/lowered-suite.ts';
import { type AgainPlan, powerAgain } from '#statistics/power/power-again.ts';
import { type AlonePlan, caseReds, powerAlone } from '#statistics/power/power-alone.ts';
import { smallestDrop } from '#statistics/power/smallest-drop.ts';
import { spendingIncrements } from '#statistics/spending.ts';
import { driftOf } from '#statistics/values/drift.ts';

/** Of the reference, with twenty times as many plays; `npm run bench:gate` holds the same sentences against simulated pull requests. */
interface PowerVector {
  readonly name: string;
  readonly runs: number;
  readonly b: readonly number[];
  readonly m: number;
  readonly looks: readonly number[];
  readonly rule_out: number;
  readonly again: Sight;
  readonly alone: Sight;
}

interface Sight {
  readonly detectable: number;
  readonly red_at_rule_out: number;
}

const VECTORS: { readonly plans: readonly PowerVector[] } = JSON.parse(
  readFileSync(new URL('../../fixtures/power-vectors.json', import.meta.url), 'utf8'),
);

const STAGES = [5, 10, 20];

/** By the square of the trials, of half of 5 %. */
const RED = [25, 75, 300].map((weight) => (0.025 * weight) / 400);

/** The default policy, with budgets of the mean where it is tried again with its cases, and of a suite with recall and tokens. */
function plansOf({ b, m, runs, looks, rule_out }: Omit<PowerVector, 'name' | 'again' | 'alone'>) {
  const limits = { max_drop: 0.02, rule_out };
  const again: AgainPlan = {
    ...limits,
    looks: looks.map((look, i) => ({ look, z: i === looks.length - 1 ? 1.645 : 1.96 })),
    worse: 0.05,
    stages: STAGES.map((trials, i) => ({ trials, red: RED[i] ?? 0, cleared: i === 0 ? 0.5 : 0.25, z: 1.645 })),
  };
  const slopes = b.map((passed) => ((passed / m) * (1 - passed / m) * m) / (m - 1));
  const slope = (slopes.reduce((sum, each) => sum + each, 0) + 1 / m) / b.length;
  const increments = spendingIncrements((0.05 * 0.35) / 0.95, looks);
  const alone: AlonePlan = {
    ...limits,
    looks: looks.map((look, i) => ({ look, red: increments[i] ?? 0, z: i === looks.length - 1 ? 1.645 : 1.96 })),
    drift: driftOf(0.3 * slope, runs, null),
    extra_variance: 0,
    cases: null,
  };
  return { cases: b.map((passed) => ({ b: passed, m, own: null })), again, alone };
}

/** The reference takes the rates that main has shown as the true ones; here a case that never failed fails some day. */
const NEAR = { drop: 0.006, share: 0.04 };

describe.each(VECTORS.plans)('what a plan sees: $name', (vector) => {
  const { cases, again, alone } = plansOf(vector);

  test.each([
    ['fresh trials of both sides decide', vector.again, powerAgain(cases, again)],
    ['stored trials of main decide', vector.alone, powerAlone(cases, alone)],
  ])('where %s', (_, { detectable, red_at_rule_out: red }, power) => {
    expect(Math.abs((smallestDrop(power) ?? 1) - detectable)).toBeLessThan(NEAR.drop);
    expect(Math.abs(power(vector.rule_out) - red)).toBeLessThan(NEAR.share);
    expect(power(0), 'an unchanged change').toBeLessThan(0.05);
  });
});

describe('where stored trials decide, a single case may be red by itself', () => {
  const few = [25, 20, 12].map((b): PlannedCase => ({ b, m: 25, own: null }));
  const plan: AlonePlan = {
    max_drop: 0.02,
    rule_out: 0.15,
    looks: [{ look: 25, red: 0.018, z: 1.645 }],
    drift: driftOf(0.04, 1, null),
    extra_variance: 0,
    cases: null,
  };
  const withCases: AlonePlan = { ...plan, cases: { look: 25, red: 0.018 } };

  test('so that more changes are red than by the mean alone, and of unchanged ones next to none', () => {
    expect(powerAlone(few, withCases)(0.15) - powerAlone(few, plan)(0.15)).toBeGreaterThan(0.03);
    expect(powerAlone(few, withCases)(0)).toBeLessThan(0.02);
  });

  test('and the chance is that of a count of passes, by the drop that is seen', () => {
    const reds = caseReds([{ b: 5, m: 5, own: null }], { look: 5, red: 0.004 });
    // Only 0 of 5 after 5 of 5 has a p of 1/252.
    expect(reds(0.6)).toBeCloseTo(0.6 ** 5, 6);
    expect(reds(0)).toBe(0);
    expect(caseReds([{ b: 5, m: 5, own: null }], { look: 5, red: 0.003 })(1)).toBe(0);
  });
});

describe('a suite whose mean a change lowers', () => {
  const mixed: readonly PlannedCase[] = [
    { b: 25, m: 25, own: null },
    { b: 20, m: 25, own: null },
    { b: 1, m: 25, own: 4 },
  ];

  test('counts equal cases as it counts different ones', () => {
    const twice = loweredSuite([...mixed, ...mixed], 0.1);
    const once = loweredSuite(mixed, 0.1);
    for (const key of ['main', 'mainTrial', 'trial', 'free', 'fixed'] as const)
      expect(twice[key]).toBeCloseTo(2 * once[key], 9);
    expect(twice.at(5).exchangeable).toBeCloseTo(2 * once.at(5).exchangeable, 9);
  });

  test('has no case below 0, however large the drop', () => {
    expect(loweredSuite(mixed, 0.9)).toMatchObject({ trial: 0, free: 0, fixed: 0 });
  });

  test('knows from all cases together how much those of a single trial vary', () => {
    const single = (passed: number): PlannedCase => ({ b: passed, m: 1, own: null });
    expect(loweredSuite([single(1), single(1), single(1), single(0)], 0).mainTrial).toBeCloseTo(4 * 0.75 * 0.25, 9);
  });

  test.each([1, 0.8, 0.6])(
    'varies though no trial of main failed, and is seen the better the more main ran: %d',
    (rate) => {
      const seen = [5, 10, 25, 50].map((m) => {
        const cases = Array.from({ length: 20 }, (): PlannedCase => ({ b: rate * m, m, own: null }));
        expect(loweredSuite(cases, 0, 0.5).mainTrial).toBeGreaterThan(0);
        const { again, alone } = plansOf({ b: [4], m: 5, runs: 1, looks: [3, 5, 10], rule_out: 0.1 });
        return [smallestDrop(powerAgain(cases, again)), smallestDrop(powerAlone(cases, alone))].map(
          (drop) => drop ?? 1,
        );
      });
      for (const [i, drops] of seen.entries())
        for (const [way, drop] of drops.entries()) expect(drop).toBeLessThanOrEqual(seen[i - 1]?.[way] ?? 1);
    },
  );

  test('is blind where no drop is red', () => {
    expect(smallestDrop(() => 0.79)).toBeNull();
    expect(smallestDrop((drop) => Number(drop >= 0.1))).toBeCloseTo(0.1, 3);
  });
});
