import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { boundedJson } from '#cases/matching/texts/bounded-json.ts';
import type { Json } from '#common/json.ts';
import { always } from '#test/support/always.ts';

/** A value inside `levels` lists or objects. */
const inside = (levels: number, wrap: (value: Json) => Json): Json =>
  Array.from({ length: levels }).reduce<Json>((value) => wrap(value), 1);

describe('JSON of a bounded length', () => {
  test('with room enough is the JSON of the value', () => {
    always(
      fc.property(fc.jsonValue({ maxDepth: 5 }), (generated) => {
        const value: Json = JSON.parse(JSON.stringify(generated));
        expect(boundedJson(value, 1e6)).toBe(JSON.stringify(value));
      }),
    );
  });

  test.each<[value: Json, room: number, text: string]>([
    ['abcdef', 3, '"abc"'],
    [['aaa', 'bbb', 'ccc'], 5, '["aaa","b"]'],
    [['aaa', 'bbb', 'ccc'], 4, '["aaa"]'],
    [[['aaaa'], ['bbbb']], 8, '[["aaaa"],["bb"]]'],
    [{ a: 'xxxx', b: 'yyyy', c: 'zzzz' }, 10, '{"a":"xxxx","b":"y"}'],
    [{ a: 'xxxx', b: 'yyyy', c: 'zzzz' }, 9, '{"a":"xxxx"}'],
    [{ abcdef: 1 }, 3, '{"abc":1}'],
    [[], 0, '[]'],
    [{}, 0, '{}'],
  ])('of %j in %d characters stops soon behind them: %s', (value, room, text) => {
    expect(boundedJson(value, room)).toBe(text);
  });

  test('shows twenty levels, and … for what is deeper', () => {
    const list = (value: Json): Json => [value];
    const object = (value: Json): Json => ({ a: value });
    expect(boundedJson(inside(20, list), 600)).toBe(JSON.stringify(inside(20, list)));
    expect(boundedJson(inside(30, list), 600)).toBe(`${'['.repeat(20)}[…]${']'.repeat(20)}`);
    expect(boundedJson(inside(30, object), 600)).toBe(`${'{"a":'.repeat(20)}{…}${'}'.repeat(20)}`);
  });

  test('takes words for a value where there are any, except beyond the deepest level', () => {
    const words = (value: Json) => (value === 1 ? 'one' : null);
    expect(boundedJson([1, { a: 1, b: 2 }], 100, words)).toBe('[one,{"a":one,"b":2}]');
    expect(
      boundedJson(
        inside(20, (value) => [value]),
        100,
        words,
      ),
    ).toContain('[1]');
  });
});
