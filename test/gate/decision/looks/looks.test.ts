import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decideEvidence, type EvidenceVerdict } from '#gate/decision/decide-evidence.ts';
import { testLooks } from '#gate/decision/looks/test-looks.ts';
import { planGates } from '#gate/decision/rules/plan.ts';
import type { PairedCase } from '#gate/decision/terms/evidence.ts';
import { lookBoundaries, WRONG_PASS } from '#gate/decision/terms/look-boundaries.ts';
import type { Policy } from '#gate/decision/terms/policy.ts';
import { seededRandom } from '#statistics/seeded-random.ts';
import { always } from '#test/support/always.ts';
import { tries } from '#test/support/tries.ts';
import { POLICY } from '../decide-on.ts';
import { evidenceOf, pairedCase } from '../evidence-of.ts';

const LOOKS = [3, 5, 10];
const ALL = { looks: LOOKS, stop: 10, appended: false };

/** The whole gate, free to go to the last look. */
function judge(cases: readonly PairedCase[], policy: Partial<Policy> = {}): EvidenceVerdict {
  return decideEvidence(evidenceOf(cases), { ...POLICY, ...policy }, ALL);
}

/** Trials that each case was asked for. */
function asked({ used }: EvidenceVerdict): readonly number[] {
  return used.paired.map(({ trials }) => trials.length);
}

/** `count` cases that always passed on main and do here. */
function stable(count: number): PairedCase[] {
  return Array.from({ length: count }, (_, i) => pairedCase(`stable-${i}`, 'PPPPPPPPPP', [25, 25]));
}

describe('the boundaries of three looks', () => {
  test('are those of O’Brien and Fleming for 3, 5 and 10 of 10 trials, and one look has the whole budget', () => {
    const suite = (0.05 * 0.35) / 0.95;
    const boundaries = lookBoundaries(LOOKS, { suite, case: suite }, 'deciding', 15);
    expect(boundaries.map((look) => look.suite)).toEqual([
      expect.closeTo(1.6823e-5, 8),
      expect.closeTo(8.412e-4, 7),
      expect.closeTo(0.017563, 6),
    ]);
    expect(boundaries.map((look) => look.case)).toEqual(boundaries.map((look) => look.suite));
    expect(lookBoundaries([5], { suite, case: suite }, 'deciding', 15)).toMatchObject([
      { look: 5, suite, case: suite, z: expect.closeTo(1.645, 3) },
    ]);
  });

  test('rule a drop out wrongly in 5 % together: looks that choose leave a part of that to the fresh trials', () => {
    const random = seededRandom(3);
    const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
    const stored = 15;
    // What each look sees of a drop, less the drop, in its own standard errors: main's trials are the same at all of them.
    const play = (z: readonly number[]) => {
      const main = normal() / Math.sqrt(stored);
      let [sum, ran] = [0, 0];
      return LOOKS.some((look, i) => {
        sum += Math.sqrt(look - ran) * normal();
        ran = look;
        return (sum / look + main) / Math.sqrt(1 / look + 1 / stored) < -(z[i] ?? 0);
      });
    };
    const wrong = (looks_for: 'deciding' | 'choosing') => {
      const z = lookBoundaries(LOOKS, {}, looks_for, stored).map((look) => look.z);
      return Array.from({ length: 40_000 }, () => play(z)).filter(Boolean).length / 40_000;
    };
    expect(wrong('deciding')).toBeCloseTo(WRONG_PASS.alone, 2);
    expect(wrong('choosing')).toBeCloseTo(WRONG_PASS.looks, 2);
    expect(WRONG_PASS.looks + WRONG_PASS.fresh).toBeCloseTo(WRONG_PASS.alone, 12);
  });
});

describe('a suite that did not change', () => {
  test('passes at the first look and is asked for no more', () => {
    const judged = judge(stable(50));
    expect(judged.verdict).toBe('pass');
    expect(judged.trials).toBe(150);
    expect(judged.gates.looks).toMatchObject({ next: null, suite: { look: 3, passed: true } });
  });

  test('with one suspicious case goes on with that case alone', () => {
    const judged = judge([pairedCase('odd', 'fPPPPPPPPP', [25, 25]), ...stable(49)]);
    expect(judged.gates.looks.looks.map(({ cases }) => cases)).toEqual([50, 1]);
    expect(asked(judged)).toEqual([5, ...Array(49).fill(3)]);
    expect(judged.verdict).toBe('pass');
  });

  test('goes on with all cases while a drop that matters is not ruled out', () => {
    const cases = Array.from({ length: 12 }, (_, i) =>
      pairedCase(`c${i}`, i % 2 === 0 ? 'fPPPPPPPPP' : 'PPPPPPPPPP', [14, 15]),
    );
    const judged = judge(cases);
    expect(judged.gates.looks.looks[0]).toMatchObject({ look: 3, cases: 12, suite: { outcome: 'open' } });
    expect(judged.gates.looks.looks[1]).toMatchObject({ cases: 12 });
  });
});

describe('a change that broke something', () => {
  test('fails at the first look when everything broke', () => {
    const judged = judge(Array.from({ length: 20 }, (_, i) => pairedCase(`c${i}`, 'ffffffffff', [15, 15])));
    expect(judged.verdict).toBe('fail');
    expect(judged.gates.looks.looks).toHaveLength(1);
    expect(judged.trials).toBe(60);
  });
});

test('a case with a number of its own is read whole at every look and never extended', () => {
  const own = pairedCase('own', 'fPP', [22, 25], { fixed: true });
  const judged = judge([own, ...stable(30)]);
  expect(judged.gates.looks.looks).toHaveLength(1);
  expect(asked(judged)[0]).toBe(3);
  const long = judge([pairedCase('own', 'PPPPPPP', [25, 25], { fixed: true }), ...stable(30)]);
  expect(long.gates.cases[0]).toMatchObject({ candidate: { passed: 7, scored: 7 } });
});

test('a case with a number of its own asks for no further look, however suspicious it is', () => {
  const others = stable(49);
  expect(judge([pairedCase('odd', 'fPPPPPPPPP', [25, 25]), ...others]).gates.looks.looks).toHaveLength(2);
  expect(judge([pairedCase('own', 'fPP', [25, 25], { fixed: true }), ...others]).gates.looks.looks).toHaveLength(1);
});

test('a case that was not suspicious asks for no further look, whatever the trials that it has anyway', () => {
  const safety = pairedCase('safety', 'PPPffPPPPP', [25, 25], { never_fail: true });
  const { looks, next, reached, cases } = judge([safety, pairedCase('odd', 'fPPPPPPPPP', [25, 25]), ...stable(48)])
    .gates.looks;
  expect(cases.find(({ id }) => id === 'safety')).toMatchObject({ candidate: { passed: 3, scored: 5 }, failed: false });
  expect(looks.map(({ look }) => look)).toEqual([3, 5]);
  expect([next, reached.get('safety')]).toEqual([null, 5]);
});

test('a case in which no failure is allowed takes part in every look that is read', () => {
  const safety = pairedCase('safety', 'PPPPPPPPPP', [25, 25], { never_fail: true });
  const judged = judge([safety, pairedCase('odd', 'fPPPPPPPPP', [25, 25]), ...stable(48)]);
  expect(judged.gates.looks.reached.get('safety')).toBe(5);
  expect(judged.gates.looks.reached.get('stable-0')).toBe(3);
});

test('trials that were added by a later run are read once, at the last look, with what it may still use', () => {
  const cases = [pairedCase('odd', 'fPPPPPPPPP', [25, 25]), ...stable(20)];
  const judged = decideEvidence(evidenceOf(cases), POLICY, { looks: LOOKS, stop: 10, appended: true });
  expect(judged.gates.looks.looks).toMatchObject([{ look: 10, cases: 21 }]);
  expect(judged.gates.looks.looks[0]?.suite?.boundary).toBe(judged.plan.looks[2]?.suite);
});

test('a run that ended early says where it would go on', () => {
  const cases = Array.from({ length: 12 }, (_, i) => pairedCase(`c${i}`, i < 5 ? 'fPP' : 'PPP', [15, 15]));
  const plan = planGates(cases, POLICY, { looks: LOOKS, reckons_with_days: false });
  const { next } = testLooks(cases, plan, { looks: LOOKS, stop: 3, appended: false });
  expect(next).toEqual({ look: 5, cases: 'all' });
});

test('where runs of main differ beyond chance and nobody repeats them, a drop of that size is no proof', () => {
  const rates = [10, 7, 10, 6, 9];
  const runs = rates.map((passed) => ({ passed, scored: 10 }));
  const cases = Array.from({ length: 30 }, (_, i) => pairedCase(`c${i}`, 'PfPPPfPPfP', [42, 50], { runs }));
  const evidence = evidenceOf(cases);
  const alone = decideEvidence(evidence, POLICY, ALL);
  const reckoned = decideEvidence(evidence, POLICY, ALL, { reckons_with_days: true });
  expect(alone.verdict).toBe('fail');
  expect(reckoned.plan.between_runs).toMatchObject({ runs: 5 });
  expect(reckoned.verdict).toBe('inconclusive');
});

describe('where nobody repeats a failure on main', () => {
  const fallen = (letters: string) =>
    evidenceOf(Array.from({ length: 50 }, (_, i) => pairedCase(`c${i}`, i % 5 < 2 ? letters : 'PPPPPPPPPP', [9, 10])));
  const judged = (letters: string, reckons_with_days: boolean) =>
    decideEvidence(fallen(letters), { ...POLICY, case_pass_rate: null }, ALL, { reckons_with_days });

  test('a drop that another day explains is open, though one run of main shows nothing of days', () => {
    expect(judged('PfPfPfPPPf', false).gates.suite.pass_rate).toMatchObject({ failed: true, p_drift: null });
    const { verdict, gates } = judged('PfPfPfPPPf', true);
    expect(verdict).toBe('inconclusive');
    expect(gates.suite.pass_rate).toMatchObject({ failed: false, passed: false });
    expect(gates.findings.map(({ code }) => code)).toContain('within_drift');
    expect(gates.trials_needed).toBeNull();
  });

  test('a drop that no day explains is red', () => {
    expect(judged('ffffffffff', true).verdict).toBe('fail');
  });
});

describe('whatever the trials', () => {
  const letters = fc.string({ unit: fc.constantFrom('P', 'P', 'P', 'f', '.'), minLength: 10, maxLength: 10 });
  const main = fc.integer({ min: 0, max: 15 }).map((b): readonly [number, number] => [b, 15]);
  const cases = fc
    .array(fc.tuple(letters, main), { minLength: 1, maxLength: 8 })
    .map((rows) => rows.map(([here, there], i) => pairedCase(`c${i}`, here, there)));

  test('the order of cases and of a case’s trials changes nothing', () => {
    always(
      fc.property(cases, fc.infiniteStream(fc.nat()), (some, keys) => {
        const shuffled = some
          .map((item) => ({ key: keys.next().value, item: { ...item, trials: item.trials.toReversed() } }))
          .sort((left, right) => left.key - right.key)
          .map(({ item }) => item);
        const sorted = shuffled.toSorted((left, right) => (left.id < right.id ? -1 : 1));
        expect(judge(sorted).verdict).toBe(judge(some).verdict);
        expect(judge(sorted).gates.looks.looks).toEqual(judge(some).gates.looks.looks);
      }),
      { numRuns: tries(60) },
    );
  });

  test('a look reads nothing of later trials', () => {
    always(
      fc.property(cases, fc.boolean(), (some, passed) => {
        const stop = judge(some).gates.looks.looks.at(-1)?.look ?? 10;
        const other = some.map((item) => ({
          ...item,
          trials: item.trials.map((trial) => (trial.index > stop ? { ...trial, passed } : trial)),
        }));
        expect(judge(other).gates.looks.looks).toEqual(judge(some).gates.looks.looks);
      }),
      { numRuns: tries(60) },
    );
  });

  test('no case is asked for more than the last look, and a verdict is one of three', () => {
    always(
      fc.property(cases, (some) => {
        const judged = judge(some);
        expect(['pass', 'fail', 'inconclusive']).toContain(judged.verdict);
        for (const reached of judged.gates.looks.reached.values()) expect(LOOKS).toContain(reached);
      }),
      { numRuns: tries(60) },
    );
  });
});
