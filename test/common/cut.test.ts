import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cutEnd, cutStart } from '#common/cut.ts';
import { secretRedactor } from '#report/redaction/redaction.ts';
import { always } from '#test/support/always.ts';
import { tries } from '#test/support/tries.ts';
import { anySecret, leaks } from '../report/secrets.ts';

describe('a cut', () => {
  test.each([
    [cutEnd, 'abcdef', 6, 'abcdef'],
    [cutEnd, 'abcdef', 4, 'abcd…'],
    [cutEnd, 'abc😀', 4, 'abc…'],
    [cutEnd, 'ab\u001b[1mcd', 4, 'abcd'],
    [cutStart, 'abcdef', 6, 'abcdef'],
    [cutStart, 'abcdef', 4, '…cdef'],
    [cutStart, '😀abc', 4, '…abc'],
    [cutStart, 'ab\u001b[1mcd', 3, '…bcd'],
  ])('%o of %j at %i is %j', (cut, text, max, expected) => expect(cut(text, max)).toBe(expected));

  const spellings = fc.constantFrom<(secret: string) => string>(
    (secret) => secret,
    (secret) => JSON.stringify(secret),
    (secret) => secret.replace(/..../g, '$&\u001b[1;31m'),
    (secret) => [...secret].join('\n'),
  );

  test.each([cutEnd, cutStart])('by %o anywhere in a secret leaves nothing of it to read after redaction', (cut) => {
    always(
      fc.property(anySecret, spellings, fc.nat({ max: 100 }), (secret, spell, max) => {
        const text = cut(`${'. '.repeat(30)}${spell(secret)}${' .'.repeat(30)}`, 20 + max);
        expect(leaks(secretRedactor([secret])(text), secret, '')).toEqual([]);
      }),
      { numRuns: tries(300) },
    );
  });
});
