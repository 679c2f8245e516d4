import { describe, expect, test } from 'vitest';
import { type LooksResult, testLooks } from '#gate/decision/looks/test-looks.ts';
import { planGates } from '#gate/decision/rules/plan.ts';
import type { PairedCase } from '#gate/decision/terms/evidence.ts';
import { lookBoundaries } from '#gate/decision/terms/look-boundaries.ts';
import { POLICY } from '../decide-on.ts';
import { pairedCase } from '../evidence-of.ts';

const LOOKS = [3, 5, 10];

/** The looks of a run, free to go to the last unless it stopped. */
function looksOf(paired: readonly PairedCase[], stop = 10): LooksResult {
  const plan = planGates(paired, POLICY, { looks: LOOKS, reckons_with_days: false });
  return testLooks(paired, plan, { looks: LOOKS, stop, appended: false });
}

/** Cases that always passed on main and do here. */
function stable(count: number): PairedCase[] {
  return Array.from({ length: count }, (_, i) => pairedCase(`stable-${i}`, 'PPPPPPPPPP', [25, 25]));
}

describe('the looks of a run', () => {
  test('are those that it started, and the first in any case', () => {
    const open = Array.from({ length: 12 }, (_, i) => pairedCase(`c${i}`, 'PfPPfPPPPP', [12, 15]));
    expect([0, 3, 5, 10].map((stop) => looksOf(open, stop).looks.map(({ look }) => look))).toEqual([
      [3],
      [3],
      [3, 5],
      [3, 5, 10],
    ]);
  });

  test('end at the one that finds a broken case, although others are suspicious', () => {
    const cases = [
      pairedCase('broken', 'ffffffffff', [75, 75]),
      pairedCase('odd', 'fPfPPPPPPP', [25, 25]),
      ...stable(148),
    ];
    const { looks, next, cases: tested } = looksOf(cases);
    expect(looks.map(({ look }) => look)).toEqual([3]);
    expect(tested.filter(({ failed }) => failed).map(({ id }) => id)).toEqual(['broken']);
    expect(next).toBeNull();
  });

  test('test the suite no more once it has passed, while suspicious cases go on', () => {
    const { looks, suite } = looksOf([pairedCase('odd', 'fPPffPPPPP', [25, 25]), ...stable(60)]);
    expect(looks.map((look) => look.suite?.outcome ?? null)).toEqual(['passed', null, null]);
    expect(suite).toMatchObject({ look: 3, passed: true });
  });

  test('take more for suspicious at the first than later', () => {
    // At the first look p = 0.206: more than 0.12 and less than 0.24.
    const first = looksOf([pairedCase('odd', 'fPPPPPPPPP', [24, 25]), ...stable(60)]);
    expect(first.looks.map(({ cases }) => cases)).toEqual([61, 1]);
    // At the second p = 0.167.
    const second = looksOf([pairedCase('odd', 'fPPPPPPPPP', [25, 25]), ...stable(60)]);
    expect(second.looks.map(({ cases }) => cases)).toEqual([61, 1]);
  });
});

describe('a look tells', () => {
  const cases = [pairedCase('odd', 'fPPPPPPPPP', [25, 25]), ...stable(20), pairedCase('less', 'PPPPPPPPPP', [20, 25])];
  const { looks, suite, cases: tested } = looksOf(cases, 3);
  const [first] = looks;

  test('the largest drop that it leaves: z standard errors above the one that it found', () => {
    const { drop = 0, standard_error: error = 0 } = suite ?? {};
    expect(error).toBeGreaterThan(0);
    const [{ z } = { z: 0 }] = lookBoundaries(LOOKS, {}, 'deciding', 25);
    expect(first?.suite?.upper).toBeCloseTo(drop + z * error, 12);
  });

  test('the least adjusted p of its cases', () => {
    const all = tested.map(({ p_adjusted: p }) => p);
    expect(Math.min(...all)).toBeLessThan(Math.max(...all));
    expect(first?.least_p_adjusted).toBe(Math.min(...all));
  });
});
