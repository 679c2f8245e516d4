import { describe, expect, test } from 'vitest';
import type { DecideLook } from '#runner/looks/certain-look.ts';
import { goesOn, lanesOn, nameOf, STOPS, scheduleOf } from '#test/runner/look-run.ts';
import type { Looks } from '#trials/trial/looks.ts';

const LOOKS: Looks = [2, 3, 5];

/** A rule that goes on with every case, and what it was asked after. */
function counting(looks: Looks): { readonly decide: DecideLook; readonly asked: number[] } {
  const asked: number[] = [];
  const decide: DecideLook = (...args) => {
    asked.push(args[2]);
    return goesOn(looks, 'all')(...args);
  };
  return { decide, asked };
}

describe('a decision costs time, so it is asked for', () => {
  test('after every look but the last', () => {
    const { decide, asked } = counting(LOOKS);
    const lanes = lanesOn(scheduleOf({ looks: LOOKS, own: [null] }, decide), 1);
    for (lanes.fill(); lanes.running.length > 0; lanes.fill()) lanes.end(0, 'passed');
    expect(lanes.begun).toHaveLength(5);
    expect(asked).not.toContain(5);
  });

  test('ahead of a look once for every trial that ends, in three ways', () => {
    const { decide, asked } = counting([2, 3]);
    const schedule = scheduleOf({ looks: [2, 3], own: [null, null] }, decide);
    const lanes = lanesOn(schedule, 4);
    lanes.fill();
    expect(asked).toEqual([]);
    lanes.end(3, 'passed');
    lanes.fill();
    expect(asked).toEqual([2, 2, 2]);
    lanes.end(3, 'passed');
    lanes.end(2, 'passed');
    lanes.fill();
    expect(lanes.running.map(nameOf)).toEqual(['c1#1', 'c2#1', 'c2#3']);
    expect([schedule.next(), schedule.next(), asked]).toEqual([null, null, Array(6).fill(2)]);
  });
});

describe('a run has at most', () => {
  test.each<[what: string, own: readonly (number | null)[], never_fail: readonly string[], expected: number]>([
    ['the trials of the last look for every case', [null, null], [], 10],
    ['the own trials of a case, fewer or more', [null, 1, 7], [], 13],
    ['none without cases', [], [], 0],
    ['no more for a case that takes part in every look', [null, 1], ['c1', 'c2'], 6],
  ])('%s', (_, own, never_fail, expected) => {
    expect(scheduleOf({ looks: LOOKS, own, never_fail }, STOPS).most()).toBe(expected);
  });
});
