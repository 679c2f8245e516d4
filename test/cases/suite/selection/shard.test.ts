import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { casesOfShard, parseShard, shardOf, shardText } from '#cases/suite/selection/shard.ts';
import { always } from '#test/support/always.ts';

const ids = fc.uniqueArray(fc.stringMatching(/^[a-z0-9._/-]{1,20}$/), { maxLength: 60 });
const counts = fc.integer({ min: 1, max: 256 });
const named = (all: readonly string[]) => all.map((id) => ({ id }));
const all = (of: number) => Array.from({ length: of }, (_, position) => ({ index: position + 1, of }));

describe('shards', () => {
  test('every case is in exactly one of them, in the order of the suite', () => {
    always(
      fc.property(ids, fc.integer({ min: 1, max: 16 }), (suite, of) => {
        const parts = all(of).map((shard) => casesOfShard(named(suite), shard).map(({ id }) => id));
        expect(parts.flat().sort()).toEqual([...suite].sort());
        for (const part of parts) expect(part).toEqual(suite.filter((id) => part.includes(id)));
      }),
    );
  });

  test('a case stays where it is when others come and go', () => {
    always(
      fc.property(ids, ids, counts, (before, after, of) => {
        const kept = before.filter((id) => after.includes(id));
        for (const shard of all(of).slice(0, 4)) {
          const was = casesOfShard(named(before), shard).filter(({ id }) => kept.includes(id));
          const is = casesOfShard(named(after), shard).filter(({ id }) => kept.includes(id));
          expect(is.map(({ id }) => id).sort()).toEqual(was.map(({ id }) => id).sort());
        }
      }),
    );
  });

  test.each([2, 4, 7, 16])('%i of them have as many cases as chance gives', (of) => {
    const sizes = new Array<number>(of).fill(0);
    for (let i = 0; i < 8_000; i += 1)
      sizes[shardOf(`case-${i}`, of) - 1] = (sizes[shardOf(`case-${i}`, of) - 1] ?? 0) + 1;
    const expected = 8_000 / of;
    const chiSquare = sizes.reduce((sum, size) => sum + (size - expected) ** 2 / expected, 0);
    // The mean of χ² is its degrees of freedom, its variance twice that.
    expect(chiSquare).toBeLessThan(of - 1 + 4 * Math.sqrt(2 * (of - 1)));
  });

  test('a case is where it has always been: results of a run that is merged later depend on it', () => {
    expect(['refund/cracked', 'weather.today', 'a', 'b', 'c'].map((id) => shardOf(id, 4))).toEqual([3, 3, 3, 4, 2]);
  });
});

describe('the words for a shard', () => {
  test.each([
    ['1/1', { index: 1, of: 1 }],
    ['2/4', { index: 2, of: 4 }],
    [' 256/256 ', { index: 256, of: 256 }],
    ['2 / 4', { index: 2, of: 4 }],
  ])('%j is read', (text, shard) => {
    expect(parseShard(text)).toEqual(shard);
  });

  test.each(['', '5/4', '0/4', '1/0', '-1/4', '1/257', '2', '2/', '/4', '1.5/4', '2/4/8', '02/4', 'one/four'])(
    '%j is none',
    (text) => {
      expect(parseShard(text)).toBeNull();
    },
  );

  test('are those that people read', () => {
    expect(shardText({ index: 2, of: 4 })).toBe('2 of 4');
  });
});
