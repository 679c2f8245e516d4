import fc from 'fast-check';
import { expect, test } from 'vitest';
import { always } from '#test/support/always.ts';
import { cassetteName } from '#wire/cassettes/cassette-folder.ts';

test.each([
  ['refund', 'refund.json'],
  ['tool_use-2.1', 'tool_use-2.1.json'],
  ['many/turns', /^many-turns~[0-9a-f]{16}\.json$/],
  ['Refund', /^refund~[0-9a-f]{16}\.json$/],
  ['con', /^con~/],
  ['nul.txt', /^nul\.txt~/],
  ['..', /^~/],
  ['', /^~/],
])('the file of the case %j', (id, name) => {
  expect(cassetteName(id)).toMatch(name);
});

test('no two cases share a file, on no file system, and none leaves its folder', () => {
  const id = fc.oneof(fc.stringMatching(/^[A-Za-z0-9._/~-]{1,12}$/), fc.string({ unit: 'binary' }));
  always(
    fc.property(id, id, (left, right) => {
      const [name, another] = [cassetteName(left), cassetteName(right)];
      expect(name).toMatch(/^[a-z0-9_~][a-z0-9._~-]*\.json$/);
      expect(name.length).toBeLessThan(140);
      expect(name.toLowerCase() === another.toLowerCase()).toBe(left === right);
    }),
  );
});
