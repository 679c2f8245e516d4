import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { matcherProblems } from '#cases/matching/matcher-problems.ts';
import type { Json } from '#common/json.ts';
import { always } from '#test/support/always.ts';

describe('matchers that are written well', () => {
  test.each<[Json]>([
    [{ $any: true }],
    [{ $absent: true }],
    [{ $contains: 'alice' }],
    [{ $matches: '^RES-[0-9]+$' }],
    [{ $one_of: ['a', 1, null, { $approx: 2 }] }],
    [{ $approx: 19.99 }],
    [{ $approx: 19.99, within: 0.01 }],
    [{ $approx: 19.99, within: 0 }],
    [{ $gte: 5, $lte: 5 }],
    [{ $gte: 5 }],
    [{ $lte: 5 }],
    [{ $literal: { $any: false, $matches: '(' } }],
    [{ $gte: 1, $lte: 5 }],
    [{ $date: '2024-02-29' }],
    [{ $not: { $contains: 'x' } }],
    [{ $not: 'refunded' }],
    [{ $literal: { $set: { $gt: 1 } } }],
    [{ a: [{ b: { $any: true } }] }],
  ])('%j', (value) => {
    expect(matcherProblems(value)).toEqual([]);
  });

  test('values without a key that starts with $ are never matchers', () => {
    always(
      fc.property(fc.jsonValue(), (generated) => {
        const value: Json = JSON.parse(JSON.stringify(generated).replaceAll('$', 'S'));
        expect(matcherProblems(value)).toEqual([]);
      }),
    );
  });
});

describe('matchers that are written wrongly', () => {
  test.each<[value: Json, path: string, message: string]>([
    [{ $aprox: 1 }, '$aprox', 'did you mean $approx'],
    [
      { $regex: 'x' },
      '$regex',
      'known matchers: $any, $absent, $contains, $matches, $one_of, $approx, $gte, $lte, $date, $not',
    ],
    [{ a: [0, { b: { $gt: 1 } }] }, 'a/1/b/$gt', 'did you mean $gte'],
    [{ $any: false }, '$any', 'takes true'],
    [{ $matches: 5 }, '$matches', 'takes a regular expression that is not empty'],
    [{ $absent: 1 }, '$absent', 'takes true'],
    [{ $contains: '' }, '$contains', 'not empty'],
    [{ $matches: '(?!x)' }, '$matches', 'without look-around'],
    [{ $one_of: [] }, '$one_of', 'at least one value'],
    [{ $one_of: 'a' }, '$one_of', 'at least one value'],
    [{ $one_of: ['a', { $approx: 'x' }] }, '$one_of/1/$approx', 'takes a number'],
    [{ $approx: '1' }, '$approx', 'takes a number'],
    [{ $approx: 1, within: -1 }, '$approx', 'within'],
    [{ $approx: 1, with: 1 }, 'with', 'is next to a matcher'],
    [{ $gte: '1' }, '$gte', 'takes a number'],
    [{ $lte: '1' }, '$lte', 'takes a number'],
    [{ $gte: 5, $lte: 1 }, '$gte', 'no number is at least 5 and at most 1'],
    [{ $approx: 1, within: '1' }, '$approx', 'within'],
    [{ $matches: '' }, '$matches', 'not empty'],
    [{ $date: 20250230 }, '$date', 'YYYY-MM-DD'],
    [{ $date: '2025-02-30' }, '$date', 'YYYY-MM-DD'],
    [{ $date: '5 Sep 2025' }, '$date', 'YYYY-MM-DD'],
    [{ $not: { $aproximately: 1 } }, '$not/$aproximately', 'unknown matcher'],
    [{ $contains: 'x', amount: 5 }, 'amount', 'is next to a matcher'],
  ])('%j', (value, path, message) => {
    const problems = matcherProblems(value);
    expect(problems.map((problem) => problem.path.join('/'))).toEqual([path]);
    expect(problems[0]?.message).toContain(message);
  });
});
