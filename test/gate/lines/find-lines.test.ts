import { describe, expect, test } from 'vitest';
import { findLines } from '#gate/lines/find-lines.ts';
import { countedOracle } from '#gate/lines/oracle.ts';
import { searchWorlds } from '../../../bench/lines/worlds.ts';

const RED = { main: { passed: 10, trials: 10 }, here: { passed: 0, trials: 10 } };

type Mends = (undone: readonly number[]) => boolean | null;

/** Searches a case that passes exactly where `mends` says so, with a version that does not load where it says nothing. */
async function search(count: number, mends: Mends, most = 60, red = RED) {
  const oracle = countedOracle<number>(
    async (questions) => questions.map((asked) => Array.from({ length: asked.count }, () => mends(asked.undone))),
    most,
  );
  return { ...(await findLines([...new Array(count).keys()], red, oracle)), ...oracle.cost };
}

const all =
  (...parts: readonly number[]): Mends =>
  (undone) =>
    parts.every((part) => undone.includes(part));

describe('the search for the line that broke a case', () => {
  test.each<readonly [string, number, Mends, readonly number[], boolean]>([
    ['one of many', 16, all(11), [11], false],
    ['the only one', 1, all(0), [0], false],
    ['two that only broke it together', 4, all(1, 3), [3, 1], false],
    ['one of two where undoing either suffices', 8, (undone) => undone.includes(2) || undone.includes(6), [2], true],
    [
      'parts that do not run apart',
      4,
      (undone) => (all(1)(undone) === all(2)(undone) ? all(1)(undone) : null),
      [1, 2],
      false,
    ],
  ])('names %s', async (_, count, mends, parts, either) => {
    expect(await search(count, mends)).toMatchObject({ outcome: 'named', parts, either });
  });

  test.each([
    ['nothing mends', () => false, 60, RED, 'not_found'],
    ['the trials are used up', all(3), 4, RED, 'used_up'],
    ['verifying uses them up', all(3), 14, RED, 'open'],
    ['the sides pass too alike', all(3), 60, { ...RED, here: { passed: 7, trials: 10 } }, 'too_close'],
  ] as const)('can not say where %s', async (_, mends, most, red, outcome) => {
    const found = await search(8, mends, most, red);
    expect(found).toMatchObject({ outcome, unloaded: 0 });
    expect(found.trials).toBeLessThanOrEqual(most);
  });

  test('is right in 95 % of changes with one culprit among 16, and names an innocent in 1 % at most', async () => {
    const { right, innocent } = await searchWorlds('one', 16, 400);
    expect(right).toBeGreaterThanOrEqual(0.95);
    expect(innocent).toBeLessThanOrEqual(0.01);
  });

  test('names a line for at most 3 % of false reds', async () => {
    expect((await searchWorlds('nothing', 8, 400)).innocent).toBeLessThanOrEqual(0.03);
  });

  test('names an innocent in at most 1 % where two broke it together', async () => {
    expect((await searchWorlds('both', 8, 300)).innocent).toBeLessThanOrEqual(0.01);
  });
});
