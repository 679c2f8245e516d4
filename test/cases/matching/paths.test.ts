import fc from 'fast-check';
import { expect, test } from 'vitest';
import { joinPath, readPath, splitPath } from '#cases/matching/paths.ts';
import { always } from '#test/support/always.ts';
import { expectSaid } from '#test/support/said.ts';

test('a path leads to the value that the golden file says', () => {
  return expectSaid(new URL('golden/paths.txt', import.meta.url), (text) => {
    const [, path = '', root = ''] = /^(\S+) in (.*)$/.exec(text) ?? [];
    return [JSON.stringify(readPath(JSON.parse(root), path)) ?? 'nothing'];
  });
});

test('the empty path names the empty key', () => expect(readPath({ '': 1 }, '')).toBe(1));

test('every key survives being joined into a path and split again', () => {
  always(
    fc.property(fc.array(fc.string({ unit: fc.constantFrom('a', '.', '\\', '0') }), { minLength: 1 }), (keys) => {
      const named = keys.map((key) => `k${key}`);
      const path = named.reduce((base, key) => joinPath(base, key), '');
      expect(splitPath(path)).toEqual(named);
    }),
  );
});
