import { describe, expect, test } from 'vitest';
import { findLines } from '#gate/lines/find-lines.ts';
import type { Oracle, Parts } from '#gate/lines/oracle.ts';
import { searchWorlds } from '../../../bench/lines/worlds.ts';

const RED = { main: { passed: 10, trials: 10 }, here: { passed: 0, trials: 10 } };

/** A case that passes exactly where `mends` says so, and a version that does not load where it says nothing. */
const oracle =
  (mends: (undone: Parts) => boolean | null): Oracle =>
  async (questions) =>
    questions.map(({ undone, count }) => Array.from({ length: count }, () => mends(undone)));

const all =
  (...parts: readonly number[]) =>
  (undone: Parts) =>
    parts.every((part) => undone.has(part));

describe('the search for the line that broke a case', () => {
  test.each([
    ['one of many', 16, all(11), [11]],
    ['the only one', 1, all(0), [0]],
    ['two that only broke it together', 4, all(1, 3), [1, 3]],
  ] as const)('names %s', async (_, count, mends, parts) => {
    const found = await findLines(count, RED, oracle(mends), 60);
    expect(found).toMatchObject({ outcome: 'named', parts: expect.arrayContaining([...parts]), either: false });
    expect(found.parts.length).toBe(parts.length);
  });

  test('names one of two where undoing either suffices, and knows of the other', async () => {
    const found = await findLines(
      8,
      RED,
      oracle((undone) => undone.has(2) || undone.has(6)),
      60,
    );
    expect(found).toMatchObject({ outcome: 'named', parts: [2], either: true });
  });

  test('keeps parts together that do not run apart', async () => {
    const found = await findLines(
      4,
      RED,
      oracle((undone) => (undone.has(1) === undone.has(2) ? undone.has(1) : null)),
      60,
    );
    expect(found).toMatchObject({ outcome: 'named', parts: [1, 2] });
    expect(found.unloaded).toBeGreaterThan(0);
  });

  test.each([
    ['nothing mends', () => false, 60, RED, 'not_found'],
    ['the trials are used up', all(3), 4, RED, 'used_up'],
    ['verifying uses them up', all(3), 14, RED, 'open'],
    ['the sides pass too alike', all(3), 60, { ...RED, here: { passed: 7, trials: 10 } }, 'too_close'],
  ] as const)('can not say where %s', async (_, mends, most, red, outcome) => {
    const found = await findLines(8, red, oracle(mends), most);
    expect(found.outcome).toBe(outcome);
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
