import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  blindlyWorse,
  RETEST_TRIALS,
  type Retest,
  retestCases,
  unseenCases,
} from '#domain/gate/confirmation/retest.ts';
import type { GateTrial, PairedCase } from '#domain/gate/evidence.ts';
import { planGates } from '#domain/gate/plan.ts';
import { binomialPmf } from '#domain/statistics/distributions/binomial.ts';
import { NO_BOUNDS, POLICY } from '../decide-on.ts';
import { caseDecision } from '../decisions-of.ts';
import { pairedCase } from '../evidence-of.ts';

/** The part of the default budget that is kept for cases that are tried again. */
const ALPHA = planGates([pairedCase('a', 'PPP', [5, 5])], POLICY, {
  looks: [3],
  reckons_with_spread: false,
  retests: true,
}).retest_alpha;

function trials(passed: number, count = RETEST_TRIALS): readonly GateTrial[] {
  return pairedCase('a', 'P'.repeat(passed) + 'f'.repeat(count - passed), [1, 1]).trials;
}

/** One case that passed so many trials on both sides, when it was tried again. */
function tried(here: readonly GateTrial[], main: readonly GateTrial[]): Retest | undefined {
  return retestCases([{ id: 'a' }], { candidate: new Map([['a', here]]), main: new Map([['a', main]]) }, ALPHA)[0];
}

describe('a case that is tried again on both sides', () => {
  test.each<[what: string, here: number, main: number, outcome: Retest['outcome']]>([
    ['is broken where it fell from always to now and then', 2, 20, 'broken'],
    ['is broken where it fell by half', 10, 20, 'broken'],
    ['is not settled where it is still worse, and may be by chance', 16, 20, 'unsettled'],
    ['is sound where it does as well', 19, 20, 'sound'],
    ['is sound where it does better', 20, 17, 'sound'],
    ['is sound where main is as bad today', 3, 2, 'sound'],
  ])('%s', (_, here, main, outcome) => {
    expect(tried(trials(here), trials(main))?.outcome).toBe(outcome);
  });

  test('is called broken no more often than its part of the budget allows, whatever its rate', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.01, max: 0.99, noNaN: true }), (rate) => {
        const chances = [...binomialPmf(RETEST_TRIALS, rate)];
        let red = 0;
        for (const [here, one] of chances.entries())
          for (const [main, other] of chances.entries())
            if (tried(trials(here), trials(main))?.outcome === 'broken') red += one * other;
        expect(red).toBeLessThanOrEqual(ALPHA);
      }),
      { numRuns: 20 },
    );
  });

  test.each([
    ['main', trials(18), []],
    ['the change', [], trials(18)],
    ['both', [], []],
  ])('is not settled without fresh trials of %s', (_, here, main) => {
    expect(tried(here, main)).toMatchObject({ outcome: 'unsettled', p_adjusted: null });
  });

  test('is not sound for want of trials that could have shown that it broke', () => {
    expect(tried(trials(8, 8), trials(8, 8))?.outcome).toBe('unsettled');
  });
});

describe('a case that could not have been seen to break', () => {
  const unseen = (
    stored: readonly [number, number],
    retests: boolean,
    looks: readonly number[] = [3, 5, 10],
    facts: Partial<PairedCase> = {},
  ) => {
    const cases = [
      pairedCase('few', 'PPPPPPPPPP', stored, facts),
      ...Array.from({ length: 49 }, (_, i) => pairedCase(`other-${i}`, 'PPPPPPPPPP', [23, 25])),
    ];
    const plan = planGates(cases, POLICY, { looks, reckons_with_spread: false, retests });
    return unseenCases(cases, plan, retests);
  };

  test.each<[what: string, stored: readonly [number, number], alone: boolean, retried: boolean]>([
    ['always passes main in many trials', [25, 25], false, false],
    ['failed main twice in five', [3, 5], true, false],
    ['passed main once in five', [1, 5], true, true],
    ['passes main so seldom that it is dropped after the first look', [10, 25], true, true],
    ['never passes main, and has nothing to lose', [0, 5], false, false],
  ])('%s', (_, stored, alone, retried) => {
    expect(unseen(stored, false)).toEqual(alone ? ['few'] : []);
    expect(unseen(stored, true)).toEqual(retried ? ['few'] : []);
  });

  test.each<[what: string, facts: Partial<PairedCase>, expected: readonly string[]]>([
    ['is dropped after the first look', {}, ['few']],
    ['has its own number of trials', { fixed: true }, []],
    ['takes part in every look, as it must never fail', { never_fail: true }, []],
  ])('passes main so seldom, and %s', (_, facts, expected) => {
    expect(unseen([10, 25], true, [3, 5, 10], facts)).toEqual(expected);
  });

  test.each<[what: string, stored: readonly [number, number], looks: readonly number[], expected: readonly string[]]>([
    // p = 0.139 after three trials: beyond 0.12, and within the 0.24 of a first look.
    ['would go on after the first look, which takes more for suspicious', [13, 25], [3, 5, 10], []],
    // p = 0.208 after three trials and 0.129 after four.
    ['would go on after the first look and not after the second', [11, 25], [3, 4, 10], ['few']],
    ['would go on after the first look, and there is no second', [11, 25], [3, 10], []],
  ])('%s', (_, stored, looks, expected) => {
    expect(unseen(stored, true, looks)).toEqual(expected);
  });

  test('the last look drops no case, however many trials main has of it', () => {
    // p = 0.0135 is red by itself, and would not be suspicious at a first look beside ten thousand trials (0.012).
    const alone = [pairedCase('many', 'PPPPPPPPPP', [3500, 10_000])];
    const plan = planGates(alone, { ...POLICY, pass_rate: NO_BOUNDS }, { looks: [10], reckons_with_spread: false });
    expect(plan.looks[0]?.case).toBeGreaterThan(0.0135);
    expect(unseenCases(alone, plan, false)).toEqual([]);
  });
});

describe('a case that looks worse and could not have been red', () => {
  const [worse, well] = [caseDecision('worse', { p_adjusted: 0.1 }), caseDecision('well', { p_adjusted: 0.11 })];

  test('is one of those at an adjusted p of at most a tenth', () => {
    expect(blindlyWorse([worse, well], () => ['worse', 'well']).map(({ id }) => id)).toEqual(['worse']);
    expect(blindlyWorse([worse, well], () => ['well'])).toEqual([]);
    expect(blindlyWorse([{ ...worse, failed: true }], () => ['worse'])).toEqual([]);
  });

  test('is not looked for where no case looks worse', () => {
    expect(blindlyWorse([well], () => expect.fail('it was looked for'))).toEqual([]);
  });
});
