import { describe, expect, test } from 'vitest';
import { DECODERS } from '#report/redaction/decoded-text.ts';

/** What the one decoder that changes a text makes of it. */
function undone(text: string): string {
  return DECODERS.map((decode) => decode(text).text).find((one) => one !== text) ?? text;
}

describe('one level of escaping is undone', () => {
  test.each([
    ['a\\u0041b', 'aAb'],
    ['\\u00e9\\u00E9', 'éé'],
    ['\\ud83d\\ude00', '😀'],
    ['\\u{41}b', 'Ab'],
    ['\\u{000000000041}', 'A'],
    ['\\u{1F600}', '😀'],
    ['\\u{10ffff}', '\u{10ffff}'],
    ['\\x41b', 'Ab'],
    ['\\n\\r\\t\\b\\f', '\n\r\t\b\f'],
    ['\\"\\\\\\/', '"\\/'],
  ])('of strings in code: %j is %j', (text, plain) => expect(undone(text)).toBe(plain));

  test.each([
    ['a&#65;b', 'aAb'],
    ['&#x41;&#X42;', 'AB'],
    ['&#x1F600;&#128512;', '😀😀'],
    ['&#x10FFFF;&#1114111;', '\u{10ffff}\u{10ffff}'],
    ['&amp;&lt;&gt;&quot;&apos;&nbsp;', '&<>"\'\u00a0'],
    ['&AMP;&Lt;', '&<'],
  ])('of HTML: %j is %j', (text, plain) => expect(undone(text)).toBe(plain));

  test.each([
    ['a%41b', 'aAb'],
    ['%2f%2F%7e', '//~'],
    ['%c3%a9%C3%A9%d7%90', 'ééא'],
    ['%e2%82%ac%E2%82%AC', '€€'],
    ['%f0%9f%98%80%F4%8F%BF%BF', '😀\u{10ffff}'],
  ])('of URLs: %j is %j', (text, plain) => expect(undone(text)).toBe(plain));

  test('and colours of a terminal are removed', () => expect(undone('se\u001b[1mcret')).toBe('secret'));
});

describe('what is no escape stays, each character at its place', () => {
  test.each([
    '\\u004',
    '\\u{}',
    '\\u{110000} a',
    '\\u{ffffff}',
    '\\xg1',
    '&#x110000; a',
    '&#1114112;',
    '&amp',
    '&unknown;',
    '%4',
    '%zz',
    '%c0%80 a',
    '%e2%82',
    '%f5%80%80%80',
    '%ff',
  ])('%j', (text) => {
    for (const decode of DECODERS) {
      const { text: same, source } = decode(text);
      expect(same).toBe(text);
      expect(Array.from(text, (_, at) => source(at))).toEqual(Array.from(text, (_, at) => [at, at + 1]));
    }
  });
});
