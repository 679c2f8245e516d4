import { expect, test } from 'vitest';
import { trialsRange } from '#runner/run-candidate.ts';
import { orderOf, STOPS, type SuiteFacts } from '#test/runner/look-run.ts';
import { outcomes } from '#test/support/results.ts';

const LOOKS = [2, 3] as const;

test.each<[what: string, facts: SuiteFacts, least: number, most: number]>([
  ['all cases up to the first look', { looks: LOOKS, own: [null] }, 2, 3],
  ['what a case runs of its own', { looks: LOOKS, own: [4] }, 4, 4],
  ['never-fail cases to the end', { looks: LOOKS, own: [null], never_fail: ['c1'] }, 3, 3],
  ['up to the last of three looks', { looks: [2, 3, 5], own: [null] }, 2, 5],
  ['never-fail cases to the last of three', { looks: [2, 3, 5], own: [null], never_fail: ['c1'] }, 5, 5],
  ['everything of a re-run', { looks: LOOKS, own: [null], appended: true }, 3, 3],
])('sure to be run: %s', (_, facts, least, most) => {
  const range = trialsRange(orderOf(facts, STOPS), new Map());
  expect([range.least.get('c1'), range.most.get('c1')]).toEqual([least, most]);
});

test('what an interrupted run finished is not run again, its errors are', () => {
  const { least, most } = trialsRange(
    orderOf({ looks: LOOKS, own: [null] }, STOPS),
    new Map([['c1', outcomes(1, 0, 1)]]),
  );
  expect([least.get('c1'), most.get('c1')]).toEqual([1, 2]);
});

test('what was finished beyond a look does not count for it, and its last trial does', () => {
  const { least, most } = trialsRange(orderOf({ looks: [2, 4], own: [null] }, STOPS), new Map([['c1', outcomes(3)]]));
  expect([least.get('c1'), most.get('c1')]).toEqual([0, 1]);
});
