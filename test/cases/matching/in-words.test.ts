import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { argumentsInWords, inWords } from '#cases/matching/in-words.ts';
import { matchers } from '#cases/matching/matchers/registry.ts';
import type { Json } from '#common/json.ts';
import { always } from '#test/support/always.ts';
import { tries } from '#test/support/tries.ts';

const ROOM = 600;

/** Every matcher, as written and as read. */
const WORDS: Readonly<Record<string, readonly [value: Json, words: string]>> = {
  $any: [{ $any: true }, 'any value'],
  $absent: [{ $absent: true }, 'no value'],
  $contains: [{ $contains: 'alice' }, 'containing "alice"'],
  $matches: [{ $matches: 'RES-[0-9]+' }, 'matching /RES-[0-9]+/'],
  $one_of: [{ $one_of: ['a', { $matches: '^b' }] }, '"a" or matching /^b/'],
  $approx: [{ $approx: 19.99 }, 'about 19.99'],
  $gte: [{ $gte: 1 }, 'at least 1'],
  $lte: [{ $lte: 5 }, 'at most 5'],
  $date: [{ $date: '2025-09-05' }, 'the day 2025-09-05'],
  $not: [{ $not: 'refunded' }, 'anything but "refunded"'],
  $literal: [{ $literal: { price: { $gte: 5 } } }, 'exactly {"price":{"$gte":5}}'],
};

describe('a matcher is told in words', () => {
  test.each([...matchers.keys()])('%s', (key) => {
    const [value, words] = WORDS[key] ?? expect.fail(`no words are expected of ${key}`);
    expect(inWords(value, ROOM)).toBe(words);
  });

  test.each<[Json, string]>([
    [{ $approx: 20, within: 0.01 }, 'about 20 (within 0.01)'],
    [{ $gte: 1, $lte: 5 }, 'at least 1 and at most 5'],
    [{ $not: { $one_of: ['a', 'b'] } }, 'anything but ("a" or "b")'],
    [{ $one_of: [{ $one_of: ['a', 'b'] }, 'c'] }, '"a" or "b" or "c"'],
    [{ $contains: { id: { $any: true } } }, 'containing {"id":any value}'],
    [[{ $approx: 1 }, 'x'], '[about 1,"x"]'],
    [{ 'a b': { c: { $lte: 2 } } }, '{"a b":{"c":at most 2}}'],
    ['text', '"text"'],
    [null, 'null'],
  ])('%j is %s', (value, words) => expect(inWords(value, ROOM)).toBe(words));

  test('but not where a call has an argument of that name', () => {
    expect(argumentsInWords({ $approx: 19.99, amount: { $approx: 19.99 } }, ROOM)).toBe(
      '{"$approx":19.99,"amount":about 19.99}',
    );
  });
});

test('no text of an expectation with matchers shows how they are written', () => {
  const expectation = fc.letrec<{ value: Json }>((tie) => ({
    value: fc.oneof(
      { depthSize: 'small' },
      fc.constantFrom<Json>(...Object.values(WORDS).flatMap(([value]) => ('$literal' in Object(value) ? [] : [value]))),
      fc.dictionary(fc.constantFrom('a', 'b'), tie('value')),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.record({ $not: tie('value') }),
      fc.record({ $contains: tie('value') }),
    ),
  })).value;
  always(
    fc.property(expectation, (value) => {
      expect(inWords(value, 10_000)).not.toMatch(/"\$/);
    }),
    { numRuns: tries(200) },
  );
});

test('a value of any size and depth takes little time and room', () => {
  let deep: Json = 1;
  for (let depth = 0; depth < 100_000; depth += 1) deep = depth % 2 === 0 ? { $not: deep } : [deep];
  expect(inWords(deep, ROOM).length).toBeLessThan(10_000);
  expect(inWords('x'.repeat(1_000_000), ROOM).length).toBeLessThan(2 * ROOM);
});
