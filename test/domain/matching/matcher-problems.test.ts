import { expect, test } from 'vitest';
import type { Json } from '#domain/json.ts';
import { matcherProblems } from '#domain/matching/matcher-problems.ts';

test.each<{ value: Json }>([
  { value: 'plain' },
  { value: { a: [1, { b: null }] } },
  { value: { $approx: 1, within: 0 } },
  { value: { $gte: 1, $lte: 1 } },
  { value: { a: { $one_of: [{ $absent: true }, { $matches: 'x' }] } } },
  { value: { $literal: { $unknown: 1, price: { $gte: 'x' } } } },
  { value: { $contains: { id: 1 } } },
])('nothing is wrong with $value', ({ value }) => {
  expect(matcherProblems(value)).toEqual([]);
});

test.each<{ value: Json; path: string; message: RegExp }>([
  {
    value: { $contain: 'x' },
    path: '$contain',
    message: /unknown matcher; known are .*\$contains.*\{\$literal: \{\$contain: …\}\}/,
  },
  { value: { a: [{ $any: false }] }, path: 'a.0.$any', message: /takes true/ },
  { value: { $absent: 1 }, path: '$absent', message: /takes true/ },
  { value: { $contains: '' }, path: '$contains', message: /not empty/ },
  { value: { $matches: '' }, path: '$matches', message: /not empty/ },
  { value: { $matches: '(?=x)' }, path: '$matches', message: /RE2.*without look-around/ },
  { value: { $matches: '[' }, path: '$matches', message: /RE2 syntax: missing closing/ },
  { value: { $one_of: [] }, path: '$one_of', message: /at least one/ },
  { value: { $one_of: [1, { $gte: 'x' }] }, path: '$one_of.1.$gte', message: /takes a number/ },
  { value: { $approx: '1' }, path: '$approx', message: /takes a number/ },
  { value: { $approx: 1, within: -1 }, path: '$approx', message: /not negative/ },
  { value: { $gte: 5, $lte: 1 }, path: '$gte', message: /no number is at least 5 and at most 1/ },
  { value: { $date: '2025-02-30' }, path: '$date', message: /a day that exists/ },
  { value: { $date: '5 Sep 2025' }, path: '$date', message: /YYYY-MM-DD/ },
  { value: { $not: { $lte: null } }, path: '$not.$lte', message: /takes a number/ },
  { value: { $gte: 1, within: 2 }, path: 'within', message: /stands beside a matcher/ },
])('$value is refused at $path', ({ value, path, message }) => {
  expect(matcherProblems(value)).toEqual([{ path, message: expect.stringMatching(message) }]);
});

test('all problems of a value are told at once', () => {
  expect(matcherProblems({ a: { $gte: 'x' }, b: { $foo: 1 } }).map(({ path }) => path)).toEqual(['a.$gte', 'b.$foo']);
});
