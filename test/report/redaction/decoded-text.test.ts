import { expect, test } from 'vitest';
import { DECODERS } from '#report/redaction/decoded-text.ts';
import { expectSaidByLine } from '#test/support/said.ts';

/** What the one decoder that changes a text makes of it. */
function undone(text: string): string {
  return DECODERS.map((decode) => decode(text).text).find((form) => form !== text) ?? text;
}

test('one level of escaping is undone, and all else stays, as in the golden file', () =>
  expectSaidByLine(new URL('golden/decoded.txt', import.meta.url), (text) => JSON.stringify(undone(text))));

test('a text without escapes keeps each character at its place', () => {
  for (const text of ['\\u004', '&#x110000; a', '&unknown;', '%c0%80 a', '%e2%82', '%ff'])
    for (const decode of DECODERS) {
      const { text: same, source } = decode(text);
      expect(same).toBe(text);
      expect(Array.from(text, (_, at) => source(at))).toEqual(Array.from(text, (_, at) => [at, at + 1]));
    }
});
