import { describe, expect, test } from 'vitest';
import { caseRecord, outcomes, resultsFile, trialRecords } from '#test/support/results.ts';
import { saying } from '#test/support/worded.ts';
import { decideOn, reasonOf } from '../decide-on.ts';

const OTHERS = Array.from({ length: 9 }, (_, i) => `other-${i}`);
const AGAIN = { regrading: { problem: null, grader_hash: null } };
const NOT_AGAIN = {
  expect_hash: 'another',
  regrading: { problem: 'its trajectories have expired', grader_hash: null },
};

/** Cases that broke among nine that pass, main's side of each as given. */
function decision(onMain: Readonly<Record<string, object>>, gate: Record<string, unknown> = {}) {
  const ids = Object.keys(onMain);
  return decideOn(
    {
      candidate: resultsFile([
        ...ids.map((id) => caseRecord(id, { trials: outcomes(0, 5) })),
        ...OTHERS.map((id) => caseRecord(id)),
      ]),
      baseline: resultsFile([
        ...Object.entries(onMain).map(([id, facts]) => caseRecord(id, { trials: outcomes(15), ...facts })),
        ...OTHERS.map((id) => caseRecord(id, { trials: outcomes(15) })),
      ]),
    },
    gate,
  );
}

describe('where main was graded again', () => {
  test('a broken case is named with it: the reader sees that the demand changed', () => {
    const { message } = reasonOf(decision({ refund: AGAIN }), 'case_broken');
    expect(message).toMatch(
      /^case refund passed 15\/15 on main and 0\/5 here \(main graded again with this change's expectations\); chance of /,
    );
    expect(reasonOf(decision({ refund: {} }), 'case_broken').message).not.toContain('graded');
  });

  test('of several broken cases each one says it for itself', () => {
    const { message } = reasonOf(decision({ a: AGAIN, b: {}, c: AGAIN }), 'case_broken');
    expect(message).toMatch(
      /^3 cases broke: a passed 15\/15 on main and 0\/5 here \(main graded again\); b passed 15\/15 on main and 0\/5 here; c passed 15\/15 on main and 0\/5 here \(main graded again\); /,
    );
  });

  test('the numbers of the case say it as well', () => {
    const { cases } = decision({ a: AGAIN, b: {} }).decision.pass_rate;
    const again = cases.filter(({ regraded }) => regraded).map(({ id }) => id);
    expect(again).toEqual(['a']);
  });

  test('a case is inside the tests; one that could not be graded again is outside, as changed', () => {
    expect(reasonOf(decision({ a: AGAIN, b: NOT_AGAIN }), 'not_compared')).toMatchObject({
      cases: ['b'],
      message: 'cases outside the tests: 1 changed',
    });
    expect(decision({ a: AGAIN }).reasons.map(({ code }) => code)).not.toContain('not_compared');
  });

  test.each<[string, object, string]>([
    ['by what it demanded then', {}, 'it also fails on main (15/15); no failure is tolerated'],
    [
      'by what is demanded now',
      AGAIN,
      "it also fails on main (15/15, graded again with this change's expectations); no failure is tolerated",
    ],
  ])('a never-fail case that fails on main too, %s', (_, facts, words) => {
    const onMain = { a: { trials: outcomes(0, 15), ...facts } };
    expect(reasonOf(decision(onMain, { never_fail: ['a'] }), 'never_fail').message).toContain(words);
  });

  test('a never-fail check says it where it failed on main in a case that was graded again, and only there', () => {
    const limits = (passed: boolean) =>
      trialRecords([
        {
          outcome: passed ? 'passed' : 'failed',
          checks: [{ id: 'limits', name: 'limits', turn: null, passed, score: null, fact: saying('') }],
        },
      ]);
    const words = (onMain: readonly [again: boolean, passed: boolean][]): string => {
      const sides = onMain.map(([again, passed], i) => ({
        here: caseRecord(`c${i}`, { trials: limits(false) }),
        main: caseRecord(`c${i}`, { trials: limits(passed), ...(again ? AGAIN : {}) }),
      }));
      const files = {
        candidate: resultsFile(sides.map(({ here }) => here)),
        baseline: resultsFile(sides.map(({ main }) => main)),
      };
      return reasonOf(decideOn(files, { never_fail: ['check:limits'] }), 'never_fail').message;
    };
    expect(
      words([
        [true, false],
        [false, true],
      ]),
    ).toContain("(1/2, graded again with this change's expectations)");
    expect(
      words([
        [true, true],
        [false, false],
      ]),
    ).toContain('(1/2)');
  });
});
