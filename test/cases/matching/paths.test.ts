import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { joinPath, readPath, splitPath } from '#cases/matching/paths.ts';
import type { Json } from '#common/json.ts';

describe('readPath', () => {
  test.each<{ name: string; root: Json; path: string; value: Json | undefined }>([
    { name: 'a key', root: { a: 1 }, path: 'a', value: 1 },
    {
      name: 'nested keys and positions',
      root: { order: { items: [{ status: 'x' }] } },
      path: 'order.items.0.status',
      value: 'x',
    },
    { name: 'null is a value', root: { a: null }, path: 'a', value: null },
    { name: 'nothing there', root: { a: {} }, path: 'a.b', value: undefined },
    { name: 'nothing below a text', root: { a: 'text' }, path: 'a.length', value: undefined },
    { name: 'the second of a list', root: [1, 2], path: '1', value: 2 },
    { name: 'the eleventh of a list', root: [...Array(11).keys()], path: '10', value: 10 },
    { name: 'the hundredth of a list', root: [...Array(100).keys()], path: '99', value: 99 },
    { name: 'a position is a whole key', root: [1, 2], path: '1a', value: undefined },
    { name: 'a list has positions only', root: { a: [1] }, path: 'a.length', value: undefined },
    { name: 'no position behind the end', root: [1], path: '1', value: undefined },
    { name: 'positions without leading zeros', root: [1, 2], path: '01', value: undefined },
    { name: 'a list has no negative positions', root: [1], path: '-1', value: undefined },
    { name: 'inherited members are not there', root: {}, path: 'constructor', value: undefined },
    { name: 'an escaped dot is part of the key', root: { 'a.b': 1, a: { b: 2 } }, path: 'a\\.b', value: 1 },
    { name: 'a literal key with dots wins', root: { 'a.b': 1, a: { b: 2 } }, path: 'a.b', value: 1 },
    {
      name: 'a literal key with dots wins further down',
      root: { x: { 'a.b': { c: 1 }, a: { b: { c: 2 } } } },
      path: 'x.a.b.c',
      value: 1,
    },
    {
      name: 'a literal key that leads nowhere does not hide the nested one',
      root: { 'a.b': 1, a: { b: { c: 2 } } },
      path: 'a.b.c',
      value: 2,
    },
    { name: 'an escaped backslash', root: { 'a\\': { b: 1 } }, path: 'a\\\\.b', value: 1 },
    { name: 'another backslash is itself', root: { 'a\\x': 1 }, path: 'a\\x', value: 1 },
    { name: 'the empty key', root: { '': 1 }, path: '', value: 1 },
    { name: 'below the empty key only what names it', root: { '': { a: 1 } }, path: 'a', value: undefined },
    { name: 'no state at all', root: null, path: 'a', value: undefined },
  ])('$name', ({ root, path, value }) => {
    expect(readPath(root, path)).toEqual(value);
  });
});

test('every key survives being joined into a path and split again', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: fc.constantFrom('a', '.', '\\', '0') }), { minLength: 1 }), (keys) => {
      const named = keys.map((key) => `k${key}`);
      const path = named.reduce((base, key) => joinPath(base, key), '');
      expect(splitPath(path)).toEqual(named);
    }),
  );
});
