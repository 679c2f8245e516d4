import { expect, test } from 'vitest';
import { trialsRange } from '#domain/gate/looks/trials-range.ts';
import { nameOf, orderOf, STOPS, type SuiteFacts } from '#test/application/look-run.ts';
import { outcomes } from '#test/support/results.ts';

const LOOKS = [2, 3] as const;

test.each<[what: string, facts: SuiteFacts, least: readonly string[], most: readonly string[]]>([
  ['all cases up to the first look', { looks: LOOKS, own: [null] }, ['c1#1', 'c1#2'], ['c1#1', 'c1#2', 'c1#3']],
  ['what a case runs of its own', { looks: LOOKS, own: [4] }, at('c1', 4), at('c1', 4)],
  ['never-fail cases to the end', { looks: LOOKS, own: [null], never_fail: ['c1'] }, at('c1', 3), at('c1', 3)],
  ['everything of a re-run', { looks: LOOKS, own: [null], appended: true }, at('c1', 3), at('c1', 3)],
])('sure to be run: %s', (_, facts, least, most) => {
  const range = trialsRange(orderOf(facts, STOPS), new Map());
  expect([range.least.map(nameOf), range.most.map(nameOf)]).toEqual([least, most]);
});

test('what an interrupted run finished is not run again, its errors are', () => {
  const { least, most } = trialsRange(
    orderOf({ looks: LOOKS, own: [null] }, STOPS),
    new Map([['c1', outcomes(1, 0, 1)]]),
  );
  expect([least.map(nameOf), most.map(nameOf)]).toEqual([['c1#2'], ['c1#2', 'c1#3']]);
});

function at(id: string, count: number): readonly string[] {
  return Array.from({ length: count }, (_, position) => `${id}#${position + 1}`);
}
