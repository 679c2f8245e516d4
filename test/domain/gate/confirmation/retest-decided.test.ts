import { describe, expect, test } from 'vitest';
import { compare } from '#domain/baseline/comparison/compare.ts';
import { retestNeeded } from '#domain/gate/confirmation/confirmation-needed.ts';
import { planGates } from '#domain/gate/plan.ts';
import { bothSides, caseRecord, outcomes, resultsFile, trialRecords } from '#test/support/results.ts';
import { codes, POLICY, reasonOf, times } from '../decide-on.ts';
import { pairedCase } from '../evidence-of.ts';
import { decide } from '../in-words.ts';

type Counts = readonly [number, number, number, number];

const STABLE = times(49, [5, 5, 15, 15]);
const SUSPICIOUS: Counts = [2, 5, 15, 15];
const ID = 'case-000';

/** A run with a case that looks worse, whose fresh trials passed so often of 20, here (`null`: there are none) and on main. */
function decideAgain(here: number | null, main: number) {
  const { candidate, baseline } = bothSides([SUSPICIOUS, ...STABLE]);
  const [first, ...others] = candidate.cases;
  const fresh = here === null ? [] : outcomes(here, 20 - here).map((trial) => ({ ...trial, index: trial.index + 5 }));
  const topped = { ...(first ?? expect.fail()), trials: [...(first?.trials ?? []), ...fresh] };
  const run = { ...candidate, cases: [topped, ...others] };
  const results = resultsFile([caseRecord(ID, { trials: outcomes(main, 20 - main) })]);
  const confirmation = { kind: 'done', results, required: false } as const;
  return decide(compare(run, [baseline]), POLICY, run, { confirmation, retests: true });
}

describe('a case that looks worse and was tried again on both sides', () => {
  test('is red if it is broken by the fresh trials alone', () => {
    const decision = decideAgain(4, 20);
    expect(decision.verdict).toBe('fail');
    expect(reasonOf(decision, 'case_broken')).toMatchObject({
      cases: [ID],
      message: expect.stringMatching(
        /^case case-000 passed 20\/20 on main and 4\/20 here, when main and this change were/,
      ),
    });
  });

  test('leaves the verdict open if it is still worse, and is no more than a note if it is sound', () => {
    expect(codes(decideAgain(15, 20))).toContain('inconclusive case_unsettled');
    const sound = decideAgain(20, 20);
    expect(codes(sound)).toContain('note case_sound');
    expect(sound.verdict).not.toBe('fail');
    expect(codes(decideAgain(3, 3))).toContain('note case_sound');
  });

  test('counts only trials beyond the last look: those that made it suspicious count for nothing', () => {
    expect(codes(decideAgain(null, 20))).toContain('inconclusive case_unsettled');
  });
});

describe('fresh trials are asked for', () => {
  const needed = (first: Counts) => {
    const { candidate, baseline } = bothSides([first, ...STABLE]);
    return retestNeeded(compare(candidate, [baseline]), POLICY, candidate);
  };

  test('of a case that looks worse, twenty on either side, here beyond the last look', () => {
    expect(needed(SUSPICIOUS)).toEqual({ base: new Map([[ID, 20]]), top_up: new Map([[ID, 25]]), after: 5 });
  });

  test('of none if no case does, or the run is red without them', () => {
    expect(needed([5, 5, 15, 15])).toBeNull();
    expect(needed([0, 5, 15, 15])).toBeNull();
  });

  test('a case that plans more trials than the others is topped up beyond its own', () => {
    const { candidate, baseline } = bothSides(STABLE);
    const own = caseRecord('own', { trials: trialRecords([...outcomes(5), ...outcomes(0, 4)]), planned_trials: 9 });
    const run = { ...candidate, cases: [...candidate.cases, { ...own, fixed_trials: true }] };
    const main = { ...baseline, cases: [...baseline.cases, caseRecord('own', { trials: outcomes(12) })] };
    const plan = retestNeeded(compare(run, [main]), POLICY, run);
    expect(plan?.top_up).toEqual(new Map([['own', 29]]));
  });
});

test('what is kept for fresh trials is taken from the budget of single cases, and from nothing else', () => {
  const cases = [pairedCase('a', 'PPPPP', [15, 15])];
  const plan = (retests: boolean) => planGates(cases, POLICY, { looks: [5], reckons_with_spread: false, retests });
  const [without, with_them] = [plan(false), plan(true)];
  expect(without.retest_alpha).toBe(0);
  expect(with_them.alpha).toEqual(without.alpha);
  expect(with_them.retest_alpha).toBeCloseTo(0.8 * (without.alpha.case ?? 0), 12);
  expect((with_them.looks[0]?.case ?? 0) + with_them.retest_alpha).toBeCloseTo(without.alpha.case ?? 0, 12);
  expect(with_them.looks[0]?.suite).toBe(without.looks[0]?.suite);
});
