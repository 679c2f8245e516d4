import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { matchArguments, matchValue } from '#cases/matching/match-value.ts';
import { composeTexts } from '#cases/matching/texts/fold-text.ts';
import type { Json } from '#common/json.ts';
import { always } from '#test/support/always.ts';

const json = fc.jsonValue({ maxDepth: 3 }).map((value) => JSON.parse(JSON.stringify(value)) as Json);

describe('integers beyond 2^53', () => {
  test.each<[name: string, expected: Json, actual: Json, code: string | null]>([
    ['are equal when they are', 9007199254740993n, 9007199254740993n, null],
    ['that are neighbours differ', { id: 9007199254740993n }, { id: 9007199254740992n }, 'wrong_value'],
    ['are equal to a plain number of the same value', 1e20, 100000000000000000000n, null],
    ['differ from a plain number beside them', 9007199254740993n, 9007199254740992, 'wrong_value'],
    ['are no texts', 9007199254740993n, '9007199254740993', 'wrong_type'],
    ['are in ranges', { $gte: 1, $lte: 9007199254740993n }, 9007199254740993n, null],
    ['are out of them by one', { $lte: 9007199254740992n }, 9007199254740993n, 'wrong_value'],
    ['are near', { $approx: 9007199254740993n, within: 1 }, 9007199254740994n, null],
    ['are not near by one too many', { $approx: 9007199254740993n, within: 1 }, 9007199254740995n, 'wrong_value'],
    ['are one of several', { $one_of: [1, 9007199254740993n] }, 9007199254740992n, 'wrong_value'],
    ['are not another', { $not: 9007199254740993n }, 9007199254740992n, null],
  ])('%s', (_, expected, actual, code) => {
    expect(matchValue(expected, actual, 'exact')?.code ?? null).toBe(code);
  });
});

describe('plain values', () => {
  test('texts and keys that differ in their composition alone are the same', () => {
    const composed = { caf\u00e9: ['caf\u00e9'], list: { $one_of: ['\u00e9'] }, text: { $matches: '^\u00e9$' } };
    const apart = { 'cafe\u0301': ['cafe\u0301'], list: 'e\u0301', text: 'e\u0301' };
    expect(matchValue(composed, apart, 'exact')).toBeNull();
    expect(matchValue({ 'cafe\u0301': 1 }, { caf\u00e9: 1 }, 'exact')).toBeNull();
  });

  test.each([
    ['the expected value under one, another under the other', 'caf\u00e9', { 'cafe\u0301': 1, caf\u00e9: 2 }],
    ['the expected value under both', 'cafe\u0301', { 'cafe\u0301': 1, caf\u00e9: 1 }],
    ['two that are both decomposed', '\u1ec7', { 'e\u0323\u0302': 1, '\u1eb9\u0302': 2 }],
  ])('a second spelling of an expected key hides nothing: %s', (_, key, actual) => {
    expect(matchValue({ [key]: 1 }, actual, 'exact')).not.toBeNull();
    expect(matchValue({ [key]: 1 }, actual, 'includes')).not.toBeNull();
    expect(Object.keys(composeTexts(actual) ?? {})).toHaveLength(2);
  });

  test('a further key is a difference in mode exact and none in mode includes, at every depth', () => {
    const expected = { a: [{ b: 1 }] };
    const actual = { a: [{ b: 1, c: 2 }], d: 3 };
    expect(matchValue(expected, actual, 'exact')).toEqual({
      path: 'a.0.c',
      code: 'unexpected_argument',
      expected: undefined,
      actual: 2,
    });
    expect(matchValue(expected, actual, 'includes')).toBeNull();
  });

  test('expected keys come before unexpected ones, each by name, whatever order they are written in', () => {
    expect(matchValue({ z: 1, m: 1 }, { z: 2, m: 2, a: 0 }, 'exact')?.path).toBe('m');
    expect(matchValue({ m: 1, z: 1 }, { a: 0, z: 2, m: 2 }, 'exact')?.path).toBe('m');
    expect(matchValue({ m: 1 }, { m: 1, z: 0, a: 0 }, 'exact')?.path).toBe('a');
  });

  test('every value equals its copy, and only values of equal structure are equal', () => {
    always(
      fc.property(json, json, (left, right) => {
        expect(matchValue(left, JSON.parse(JSON.stringify(left)), 'exact')).toBeNull();
        const equal = matchValue(left, right, 'exact') === null;
        expect(equal).toBe(matchValue(right, left, 'exact') === null);
        expect(equal).toBe(isDeepStrictEqual(left, right));
      }),
    );
  });

  test('what is equal is also included', () => {
    always(
      fc.property(json, json, (left, right) => {
        if (matchValue(left, right, 'exact') === null) expect(matchValue(left, right, 'includes')).toBeNull();
        expect(matchValue(left, grown(left), 'includes')).toBeNull();
      }),
    );
  });
});

describe('matchers inside values', () => {
  test('a difference names the path of the matcher, the matcher and the value', () => {
    const expected = { order: { amount: { $approx: 20, within: 1 } } };
    expect(matchValue(expected, { order: { amount: 25 } }, 'exact')).toEqual({
      path: 'order.amount',
      code: 'wrong_value',
      expected: { $approx: 20, within: 1 },
      actual: 25,
    });
  });

  test('all matchers of one object must hold', () => {
    const range = { $gte: 1, $lte: 5 };
    expect([0, 1, 3, 5, 6].map((value) => matchValue(range, value, 'exact') === null)).toEqual([
      false,
      true,
      true,
      true,
      false,
    ]);
  });

  test('an object with unknown $ keys is a plain object', () => {
    expect(matchValue({ $filter: 'x' }, { $filter: 'x' }, 'exact')).toBeNull();
    expect(matchValue({ $filter: 'x' }, { $filter: 'y' }, 'exact')).toMatchObject({
      path: '$filter',
      code: 'wrong_value',
    });
  });

  test('the names of arguments are never matchers', () => {
    expect(matchArguments({ $gte: 5 }, { $gte: 5 }, 'exact')).toBeNull();
    expect(matchArguments({ amount: { $gte: 5 } }, { amount: 6 }, 'exact')).toBeNull();
    expect(matchArguments({ $any: true }, {}, 'exact')).toMatchObject({ path: '$any', code: 'missing_argument' });
  });

  test('matchers compare their operands in the mode of the comparison', () => {
    const expected = { a: { $one_of: [{ b: 1 }] } };
    const actual = { a: { b: 1, c: 2 } };
    expect(matchValue(expected, actual, 'exact')).toMatchObject({ path: 'a', code: 'wrong_value' });
    expect(matchValue(expected, actual, 'includes')).toBeNull();
    expect(matchValue({ a: { $not: { b: 1 } } }, actual, 'exact')).toBeNull();
    expect(matchValue({ a: { $not: { b: 1 } } }, actual, 'includes')).toMatchObject({ path: 'a', code: 'wrong_value' });
  });
});

/** The same value with a further key in every object. */
function grown(value: Json): Json {
  if (Array.isArray(value)) return value.map((item: Json) => grown(item));
  if (typeof value !== 'object' || value === null) return value;
  return {
    ...Object.fromEntries(Object.entries(value).map(([key, member]) => [key, grown(member)])),
    'a further key': 1,
  };
}
