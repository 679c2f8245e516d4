import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { alignTrials, bestMatch } from '#report/html/align/align-trials.ts';
import { always } from '#test/support/always.ts';
import type { ToolCall } from '#trials/trial/trajectory.ts';
import { madeCall, wholeTrajectory } from './shop-html.ts';

const call = fc
  .tuple(fc.constantFrom('look', 'pay'), fc.integer({ min: 0, max: 2 }), fc.integer({ min: 0, max: 1 }))
  .map(([name, amount, result]): ToolCall => madeCall(name, { amount }, { result }));
const trajectory = fc
  .array(fc.array(call, { maxLength: 5 }), { minLength: 1, maxLength: 3 })
  .map((turns) => wholeTrajectory(...turns.map((tool_calls) => ({ tool_calls }))).trajectory);

describe('two trials side by side', () => {
  test('have every call of both once, in order, numbered through', () => {
    always(
      fc.property(trajectory, trajectory, (main, here) => {
        const { turns } = alignTrials(main, here);
        const calls = turns.flatMap((turn) => turn.calls);
        expect(calls.flatMap((call) => call.main ?? [])).toEqual(main.turns.flatMap((turn) => turn.tool_calls ?? []));
        expect(calls.flatMap((call) => call.here ?? [])).toEqual(here.turns.flatMap((turn) => turn.tool_calls ?? []));
        expect(calls.map(({ step }) => step)).toEqual(calls.map((_, index) => index + 1));
      }),
    );
  });

  test('are as far apart from either side, and not at all only if every call is the same', () => {
    always(
      fc.property(trajectory, trajectory, (left, right) => {
        const { distance, first_difference } = alignTrials(left, right);
        expect(alignTrials(right, left).distance).toBe(distance);
        expect(first_difference === null).toBe(distance === 0);
        expect(alignTrials(left, left)).toMatchObject({ distance: 0, first_difference: null });
      }),
    );
  });

  test('differ first where a call is missing, new, or has other arguments, not where only its answer differs', () => {
    const main = wholeTrajectory({ tool_calls: [madeCall('a', {}), madeCall('b', { x: 1 }), madeCall('c', {})] });
    const here = wholeTrajectory({
      tool_calls: [madeCall('a', {}, { result: 'other' }), madeCall('b', { x: 2 }), madeCall('d', {})],
    });
    const { turns, first_difference, distance } = alignTrials(main.trajectory, here.trajectory);
    expect(turns[0]?.calls.map(({ change }) => change)).toEqual(['result', 'arguments', 'only_main', 'only_here']);
    expect({ first_difference, distance }).toEqual({ first_difference: 2, distance: 3 });
  });

  test('keep thousands of calls apart from each other without an end', () => {
    const many = (name: string) => Array.from({ length: 1500 }, (_, index) => madeCall(name, { index }));
    const { turns } = alignTrials(
      wholeTrajectory({ tool_calls: many('a') }).trajectory,
      wholeTrajectory({ tool_calls: many('b') }).trajectory,
    );
    expect(turns[0]?.calls).toHaveLength(3000);
  });

  test('a trial is compared with the nearest one of main, a broken one with the nearest that passed', () => {
    const trial = (passed: boolean, ...amounts: number[]) => ({
      passed,
      trajectory: wholeTrajectory({ tool_calls: amounts.map((amount) => madeCall('pay', { amount })) }).trajectory,
    });
    const mains = [trial(false, 1, 2), trial(true, 1, 9), trial(true, 7, 8, 9), { passed: true, trajectory: null }];
    expect(bestMatch(mains, trial(true, 1, 3))).toEqual({ trial: mains[1], distance: 1 });
    expect(bestMatch(mains, trial(true, 1, 2))?.trial).toBe(mains[0]);
    expect(bestMatch(mains, trial(false, 1, 2))).toEqual({ trial: mains[1], distance: 1 });
    expect(bestMatch(mains.slice(0, 1), trial(false, 1, 2))?.trial).toBe(mains[0]);
    expect(bestMatch([], trial(true))).toBeNull();
  });
});
