import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Json } from '#common/json.ts';
import { always } from '#test/support/always.ts';
import { firstFew, shownName, shownValue } from '#trials/checks/terms/shown.ts';

test('short values are compact JSON', () => {
  expect(shownValue({ a: [1, 'x', null], b: {} })).toBe('{"a":[1,"x",null],"b":{}}');
  expect(shownValue(undefined)).toBe('nothing');
  expect(shownValue(null)).toBe('null');
});

test('a rendering is the JSON text, or its beginning and an ellipsis, at most 120 characters', () => {
  always(
    fc.property(fc.jsonValue({ stringUnit: 'binary', maxDepth: 2 }), (value) => {
      const json: Json = JSON.parse(JSON.stringify(value));
      const whole = JSON.stringify(json);
      const text = shownValue(json);
      expect(text.length).toBeLessThanOrEqual(120);
      if (whole.length <= 120) expect(text).toBe(whole);
      else expect(text.endsWith('…') && whole.startsWith(text.slice(0, -1))).toBe(true);
    }),
    { numRuns: 50 },
  );
});

test('a surrogate pair is not parted', () => {
  const text = shownValue('😀'.repeat(100));
  expect(text.isWellFormed()).toBe(true);
});

test('values of any size and depth are shown', () => {
  const deep: Json = JSON.parse(`${'['.repeat(50_000)}${']'.repeat(50_000)}`);
  expect(shownValue(deep).length).toBeLessThanOrEqual(120);
  expect(shownValue(Array.from({ length: 1_000_000 }, (_, index) => index)).length).toBe(120);
  expect(shownValue({ [`${'k'.repeat(1000)}`]: 1 }).length).toBe(120);
});

test('of a list as much is kept as a sentence has room for, odd names are quoted', () => {
  expect(firstFew(Array.from({ length: 1000 }, () => 'lookup')).join(', ').length).toBeGreaterThanOrEqual(120);
  expect(firstFew(Array.from({ length: 1000 }, () => 'lookup')).length).toBeLessThan(20);
  expect(shownName('mcp/lookup-order.v2')).toBe('mcp/lookup-order.v2');
  expect(shownName('a\nb')).toBe('"a\\nb"');
});
