import { describe, expect, test } from 'vitest';
import { caseRecord, outcomes, resultsFile } from '#test/support/results.ts';
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
});
