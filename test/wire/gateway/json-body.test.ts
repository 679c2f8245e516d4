import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { JsonObject } from '#common/json.ts';
import { parseJsonText } from '#common/json-text.ts';
import { always } from '#test/support/always.ts';
import { readJsonBody } from '#wire/gateway/call/json-body.ts';

const object = fc.dictionary(fc.oneof(fc.string(), fc.constantFrom('a', '"', '\\', ':', '__proto__')), fc.jsonValue());

test('a body of JSON is read as it is, however it is written', () => {
  always(
    fc.property(object, fc.constantFrom(0, 2, '\t'), (value, indent) => {
      const text = JSON.stringify(value, null, indent);
      expect(readJsonBody(text)).toEqual({ value: parseJsonText(text), problem: null });
    }),
  );
});

test('a body that names a key twice, wherever and however spelt, is refused', () => {
  const spelt = (key: string) =>
    `"${[...key].map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')}"`;
  const key = fc.string({ unit: 'binary-ascii', maxLength: 5 });
  always(
    fc.property(
      key,
      object,
      object,
      fc.boolean(),
      fc.constantFrom('', ' ', '\n'),
      (name, inner, outer, escapes, space) => {
        const again = escapes ? spelt(name) : JSON.stringify(name);
        const twice = `{${JSON.stringify(name)}${space}:1,${space}${again}${space}:${JSON.stringify(inner)}}`;
        const text = JSON.stringify({ ...outer, here: ['⟨⟩'] } satisfies JsonObject).replace('"⟨⟩"', () => twice);
        expect(readJsonBody(text).problem).toContain('names a key twice');
      },
    ),
  );
});

test('a deep or a long body is read in time that grows with its length alone', () => {
  const deep = `${'{"a":['.repeat(100_000)}${']}'.repeat(100_000)}`;
  const long = JSON.stringify({ image: 'a"\\'.repeat(2_000_000), ids: Array.from({ length: 500_000 }, (_, at) => at) });
  const began = performance.now();
  expect([deep, long].map((text) => readJsonBody(text).problem)).toEqual([null, null]);
  expect(performance.now() - began).toBeLessThan(10_000);
});
