import { describe, expect, test } from 'vitest';
import { decideEvidence } from '#gate/decision/decide-evidence.ts';
import { passRateDrift } from '#gate/decision/rules/drift-allowance.ts';
import { type PairedCase, plannedCountsOf } from '#gate/decision/terms/evidence.ts';
import {
  caseFloorFalseAlarm,
  passFloorFalseAlarm,
  recallFloorFalseAlarm,
} from '#statistics/floors/floor-false-alarm.ts';
import { type Drift, driftOf } from '#statistics/values/drift.ts';
import { POLICY } from '../decide-on.ts';
import { evidenceOf, pairedCase } from '../evidence-of.ts';

/** A case whose trials on main recalled so much. */
const recalled = (id: string, values: readonly number[], letters = 'PPPP'): PairedCase => {
  const item = pairedCase(id, letters, [values.length, values.length]);
  return { ...item, baseline: item.baseline.map((trial, at) => ({ ...trial, tool_recall: values[at] ?? null })) };
};

const recallsOf = (cases: readonly PairedCase[]) =>
  cases.map(({ scheduled, baseline }) => ({
    scheduled,
    values: baseline.flatMap(({ tool_recall: recall }) => recall ?? []),
  }));

describe('how often a floor of tool recall is red on unchanged code', () => {
  test('is certain where recall never varies: always below its floor, never at it', () => {
    const steady = [recalled('a', [0.5, 0.5]), recalled('b', [1, 1])];
    expect(recallFloorFalseAlarm(recallsOf(steady), { min: 0.76, mode: 'point' })).toBe(1);
    expect(recallFloorFalseAlarm(recallsOf(steady), { min: 0.75, mode: 'point' })).toBe(0);
  });

  test('is a half at the mean, and less below it', () => {
    const varying = [recalled('a', [0.5, 1]), recalled('b', [0.5, 1])];
    expect(recallFloorFalseAlarm(recallsOf(varying), { min: 0.75, mode: 'point' })).toBeCloseTo(0.5, 12);
    // The mean of two cases of four trials with a variance of 1/8 each has a standard error of 1/8.
    expect(recallFloorFalseAlarm(recallsOf(varying), { min: 0.625, mode: 'point' })).toBeCloseTo(0.158655, 6);
    expect(recallFloorFalseAlarm(recallsOf(varying), { min: 0.75, mode: 'confident' })).toBeLessThan(0.05);
  });

  test('leaves out cases of which main has no recall', () => {
    const known = [recalled('a', [0.5, 1]), recalled('b', [0.5, 1])];
    const with_silent = [...known, pairedCase('c', 'PPPP', [5, 5])];
    expect(recallFloorFalseAlarm(recallsOf(with_silent), { min: 0.7, mode: 'point' })).toBe(
      recallFloorFalseAlarm(recallsOf(known), { min: 0.7, mode: 'point' }),
    );
    expect(recallFloorFalseAlarm(recallsOf([pairedCase('c', 'PPPP', [5, 5])]), { min: 0.7, mode: 'point' })).toBeNull();
  });
});

test('a floor of every case is red on unchanged code if any of them falls below it', () => {
  const coin = pairedCase('a', 'PP', [5, 10]);
  expect(caseFloorFalseAlarm([], 0.5)).toBeNull();
  expect(caseFloorFalseAlarm([coin].map(plannedCountsOf), 0.5)).toBeCloseTo(0.25, 12);
  expect(caseFloorFalseAlarm([coin, coin].map(plannedCountsOf), 0.5)).toBeCloseTo(1 - 0.75 ** 2, 12);
  expect(caseFloorFalseAlarm([pairedCase('b', 'PP', [10, 10])].map(plannedCountsOf), 1)).toBe(0);
});

test('a confident floor of the pass rate is red less often than a literal one', () => {
  const cases = [pairedCase('a', 'PPPPP', [12, 15]), pairedCase('b', 'PPPPP', [12, 15])];
  const [point, confident] = [
    passFloorFalseAlarm(cases.map(plannedCountsOf), { min: 0.8, mode: 'point' }),
    passFloorFalseAlarm(cases.map(plannedCountsOf), { min: 0.8, mode: 'confident' }),
  ];
  expect(point).toBeGreaterThan(0.3);
  expect(confident).toBeLessThan(0.05);
});

describe('how far main may move from day to day', () => {
  const variance = ({ variances }: Drift) => variances.reduce((sum, part) => sum + part.weight * part.variance, 0);

  test('is more for rates in the middle than for those at an end, and for fewer cases', () => {
    const of = (passed: number, count: number) =>
      variance(passRateDrift(Array.from({ length: count }, (_, at) => pairedCase(`c${at}`, 'P', [passed, 20]))));
    expect(of(10, 20)).toBeGreaterThan(of(19, 20));
    expect(of(19, 20)).toBeGreaterThan(of(20, 20));
    expect(of(20, 5)).toBeGreaterThan(of(20, 20));
  });

  test('is what runs of main moved by: less where they agree, more where they differ', () => {
    const of = (...runs: readonly number[]) => {
      const passed = runs.reduce((sum, count) => sum + count, 0);
      const facts = { runs: runs.map((count) => ({ passed: count, scored: 20 })) };
      const cases = Array.from({ length: 20 }, (_, at) => pairedCase(`c${at}`, 'P', [passed, 20 * runs.length], facts));
      return variance(passRateDrift(cases));
    };
    expect(of(10, 10, 10)).toBeLessThan(of(10));
    expect(of(4, 10, 16)).toBeGreaterThan(of(10));
  });

  test('reckons with the variance of a rate without bias, and with one more failure in all', () => {
    const usual = (passed: number, trials: number) =>
      driftOf(
        0.3 * (trials > 1 ? ((passed / trials) * (1 - passed / trials) * trials) / (trials - 1) : 0) + 0.3 / trials,
        1,
        null,
      );
    for (const [passed, trials] of [
      [1, 2],
      [3, 4],
      [1, 1],
      [10, 20],
    ] as const)
      expect(variance(passRateDrift([pairedCase('a', 'P', [passed, trials])]))).toBeCloseTo(
        variance(usual(passed, trials)),
        12,
      );
  });
});

describe('evidence without a run', () => {
  const run = { looks: [5], stop: 5, appended: false };

  test('with nothing to compare is open, and says only that', () => {
    const { verdict, findings } = decideEvidence(evidenceOf([pairedCase('a', '.....', [5, 5])]), POLICY, run);
    expect(verdict).toBe('inconclusive');
    expect(findings.map(({ code }) => code)).toContain('no_comparable_case');
    const fine = Array.from({ length: 20 }, (_, at) => pairedCase(`c${at}`, 'PPPPP', [15, 15]));
    const passing = decideEvidence(evidenceOf(fine), POLICY, run);
    expect(passing.verdict).toBe('pass');
    expect(passing.findings.map(({ code }) => code)).not.toContain('no_comparable_case');
  });
});
