import { describe, expect, test } from 'vitest';
import { compare } from '#domain/baseline/comparison/compare.ts';
import { isRed } from '#domain/gate/boundary.ts';
import { confirmationNeeded, retestNeeded } from '#domain/gate/confirmation/confirmation-needed.ts';
import { isMainWorse, stands } from '#domain/gate/confirmation/repeated-test.ts';
import { againstToday, mainSince } from '#domain/gate/confirmation/repetition.ts';
import { bothSides } from '#test/support/results.ts';
import { NO_BOUNDS, POLICY, times } from '../decide-on.ts';
import { pairedCase } from '../evidence-of.ts';

const CASES_ONLY = { ...POLICY, pass_rate: NO_BOUNDS };

/** What fresh trials a run asks for, by the question. */
function asked(counts: Parameters<typeof bothSides>[0]) {
  const { candidate, baseline } = bothSides(counts);
  const comparison = compare(candidate, [baseline]);
  return {
    confirm: [...(confirmationNeeded(comparison, CASES_ONLY, candidate, false)?.base.keys() ?? [])],
    retest: [...(retestNeeded(comparison, CASES_ONLY, candidate)?.base.keys() ?? [])],
  };
}

describe('fresh trials are asked for', () => {
  const sound = times(20, [9, 10, 9, 10]);

  test('only to confirm what is red, where anything is', () => {
    expect(asked([[6, 10, 10, 10], [0, 10, 10, 10], ...sound])).toEqual({ confirm: ['case-001'], retest: [] });
  });

  test('of nothing, where nothing looks worse', () => {
    expect(asked(sound)).toEqual({ confirm: [], retest: [] });
  });
});

test('cases without a fresh trial are left out of both repeated tests', () => {
  const cases = [pairedCase('a', 'P', [1, 1]), pairedCase('b', 'P', [1, 1]), pairedCase('c', 'P', [1, 1])];
  const fresh = pairedCase('b', 'Pf', [0, 0]).trials;
  const trials = {
    main: new Map([
      ['b', fresh],
      ['c', []],
    ]),
    candidate: new Map(),
  };
  expect(againstToday(cases, trials).map(({ id, baseline }) => [id, baseline.length])).toEqual([['b', 2]]);
  expect(mainSince(cases, trials).map((item) => [item.id, item.trials.length])).toEqual([['b', 2]]);
});

test('a failure stands unless it was repeated and did not hold; main is worse only far beyond chance', () => {
  expect(stands({ kept: true, unconfirmed: null })).toBe(true);
  expect(stands({ kept: false, unconfirmed: 'too few' })).toBe(true);
  expect(stands({ kept: false, unconfirmed: null })).toBe(false);
  expect([isMainWorse({ main_p: null }), isMainWorse({ main_p: 0.001 }), isMainWorse({ main_p: 0.002 })]).toEqual([
    false,
    true,
    false,
  ]);
});

test('a test with no part of the budget is never red, whatever it finds', () => {
  expect(isRed({ p: 0, boundary: 0, change: 1, limit: 0 })).toBe(false);
  expect(isRed({ p: 0, boundary: 0.01, change: 1, limit: 0 })).toBe(true);
});
