import { describe, expect, test } from 'vitest';
import { logDrift, recallDrift } from '#gate/decision/rules/drift-allowance.ts';
import type { GateTrial, PairedCase } from '#gate/decision/terms/evidence.ts';
import { BOUNDLESS, driftOf, UNKNOWN_DRIFT } from '#statistics/values/drift.ts';
import { runSpread } from '#statistics/values/run-spread.ts';
import { pairedCase } from '../evidence-of.ts';

type Values = readonly (number | null)[];

/** A case with these values in each run of main. */
function measured(id: string, metric: 'total_tokens' | 'tool_recall', runs: readonly Values[]): PairedCase {
  const values = runs.flat();
  const item = pairedCase(id, 'P', [values.length, values.length], {
    runs: runs.map(({ length }) => ({ passed: length, scored: length })),
  });
  return {
    ...item,
    baseline: item.baseline.map((trial, at): GateTrial => ({ ...trial, [metric]: values[at] ?? null })),
  };
}

const sums = (values: readonly number[]) => ({
  count: values.length,
  sum: values.reduce((total, value) => total + value, 0),
  squares: values.reduce((total, value) => total + value * value, 0),
});
const logs = (values: readonly number[]) => sums(values.map(Math.log));

const [FIRST, SECOND] = [
  [
    [100, 120],
    [150, 160],
    [90, 99],
    [120, 125],
  ],
  [
    [10, 14, 12],
    [15, 19, 25],
    [9, 11, 10],
    [12, 13, 14],
  ],
];

describe('how far runs of main moved', () => {
  test('is seen in the logarithms of a count, run by run', () => {
    const cases = [measured('a', 'total_tokens', FIRST), measured('b', 'total_tokens', SECOND)];
    const spread = runSpread([FIRST.map(logs), SECOND.map(logs)]);
    expect(logDrift(cases, 'total_tokens')).toEqual(driftOf(0.05, 4, spread, BOUNDLESS));
    const few = FIRST.slice(0, 3);
    expect(logDrift([measured('a', 'total_tokens', few)], 'total_tokens'), 'three runs say too little').toBe(
      UNKNOWN_DRIFT,
    );
  });

  test('is seen in recalls as they are', () => {
    const runs = [
      [0.5, 0.75],
      [1, 0.75],
    ];
    const cases = [measured('a', 'tool_recall', runs), measured('b', 'tool_recall', runs)];
    // The mean recall of 0.75 varies without bias by r(1 − r)·4/3; one of eight trials may hide a failure.
    const slope = (0.75 * 0.25 * 4) / 3;
    const expected = driftOf(0.3 * (slope + 1 / 8), 2, runSpread([runs.map(sums), runs.map(sums)]));
    expect(recallDrift(cases)).toEqual(expected);
    const silent = measured('c', 'tool_recall', [[null], [null]]);
    expect(recallDrift([...cases, silent]), 'a case without recall says nothing').toEqual(expected);
  });

  test('a run in which only some trials report a count has none of it', () => {
    const part: readonly Values[] = [[10, null], ...SECOND.slice(1)];
    const whole = measured('a', 'total_tokens', FIRST);
    const cases = [whole, measured('b', 'total_tokens', part)];
    expect(logDrift(cases, 'total_tokens')).toEqual(logDrift([whole], 'total_tokens'));
  });

  test('is that of the most runs that any case has', () => {
    const cases = [measured('a', 'total_tokens', FIRST.slice(0, 1)), measured('b', 'total_tokens', SECOND)];
    expect(logDrift(cases, 'total_tokens')).toEqual(driftOf(0.05, 4, runSpread([SECOND.map(logs)]), BOUNDLESS));
    expect(logDrift(cases.toReversed(), 'total_tokens')).toEqual(logDrift(cases, 'total_tokens'));
  });
});
