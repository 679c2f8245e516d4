import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hashJson } from '#common/hash-json.ts';
import { canonicalJson } from '#common/json.ts';
import { jsonText, parseJsonText } from '#common/json-text.ts';
import { always } from '#test/support/always.ts';

const LONG = '12345678901234567890';

describe('integers beyond 2^53', () => {
  test.each([
    LONG,
    `-${LONG}`,
    ' 9007199254740993 ',
    `[1,${LONG},-9007199254740993]`,
    `{"id":${LONG},"${LONG}":"${LONG}","a":[{"b":${LONG}}]}`,
    `{\n  "id": ${LONG}\n}`,
    `{"__proto__":${LONG},"constructor":1}`,
    `["\\u0000${LONG}","\\u0000\\u0000",${LONG},{"\\u00001":"\\\\\\u00005"}]`,
    '1'.repeat(4300),
  ])('are read and written with all digits: %s', (text) => {
    const value = parseJsonText(text);
    const compact = text.replace(/[ \n]/g, '');
    expect(jsonText(value)).toBe(compact);
    expect(hashJson(parseJsonText(canonicalJson(value)))).toBe(hashJson(value));
  });

  test('are big integers in the value, all other numbers plain ones', () => {
    expect(parseJsonText(`[${LONG},9007199254740991,9007199254740993,1e20,1.5,1e400]`)).toEqual([
      12345678901234567890n,
      9007199254740991,
      9007199254740993n,
      1e20,
      1.5,
      Number.POSITIVE_INFINITY,
    ]);
    expect(parseJsonText(`"${LONG}"`)).toBe(LONG);
  });

  test('that differ have different hashes', () => {
    expect(hashJson(parseJsonText('{"id":9007199254740993}'))).not.toBe(
      hashJson(parseJsonText('{"id":9007199254740992}')),
    );
  });

  test('are written with an indent too', () => {
    expect(jsonText({ id: 12345678901234567890n, a: [] }, 2)).toBe(`{\n  "id": ${LONG},\n  "a": []\n}`);
  });

  test.each(['', '{', `{"a":0${LONG}}`, `[${LONG}`, `[${LONG}.]`, `[--${LONG}]`])(
    'are no way around the syntax: %j',
    (text) => {
      expect(() => parseJsonText(text)).toThrow(SyntaxError);
    },
  );
});

test('whatever holds no long integer is read and written as JSON itself does, byte for byte', () => {
  always(
    fc.property(fc.json(), (text) => {
      const value: unknown = JSON.parse(text);
      const kept = parseJsonText(text);
      expect(jsonText(kept)).toBe(JSON.stringify(value));
    }),
  );
});

test('texts of all kinds survive next to a long integer', () => {
  const texts = fc.string({ unit: fc.constantFrom('\u0000', '"', '\\', '1', ':', ' ', 'u0000', '\ud800', 'é') });
  always(
    fc.property(fc.dictionary(texts, texts), fc.bigInt(), (record, long) => {
      const value = { ...record, long: [long * 2n ** 60n] };
      if (long !== 0n)
        expect(parseJsonText(jsonText(value))).toEqual({
          ...JSON.parse(JSON.stringify(record)),
          long: [long * 2n ** 60n],
        });
    }),
  );
});
