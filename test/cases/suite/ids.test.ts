import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { slug } from '#cases/suite/parsing/slug.ts';
import { ID_PATTERN } from '#cases/suite/schemas/case-schema.ts';
import { always } from '#test/support/always.ts';
import { tries } from '#test/support/tries.ts';

const anyText = fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme', maxLength: 300 }));
const anyId = fc.string({ unit: fc.constantFrom('a', 'b', '-', '2', '3', '.', '/'), minLength: 1, maxLength: 128 });

describe('slugs', () => {
  test.each([
    ['refund/cracked_mug.1', 'refund/cracked_mug.1'],
    ['Tool Use & Planning', 'tool-use-planning'],
    ['  Où est mon café?  ', 'ou-est-mon-cafe'],
    ['Straße in Ærøskøbing', 'strasse-in-aeroskobing'],
    ['../../etc/passwd is read', 'etc/passwd-is-read'],
    ['a // b .. c', 'a-b-c'],
    ['¿?', 'case-049e42f7'],
    ['', 'case-e3b0c442'],
    ['退款', 'case-f1c91e1d'],
  ])('%j → %s', (text, id) => {
    expect(slug(text)).toBe(id);
  });

  test('texts that differ only in what is lost get different ids', () => {
    const texts = ['退款 A', '取消 A', 'x'.repeat(200), `${'x'.repeat(200)}y`, '١ A', '٢ A'];
    expect(new Set(texts.map(slug)).size).toBe(texts.length);
  });

  test('are valid ids of any text, the same every time, and their own slugs', () => {
    always(
      fc.property(anyText, (text) => {
        const id = slug(text);
        expect(id).toMatch(ID_PATTERN);
        expect(slug(text)).toBe(id);
        expect(slug(id)).toBe(id);
      }),
      { numRuns: tries(500) },
    );
  });

  test('leave valid ids alone', () => {
    always(
      fc.property(anyId, (id) => {
        expect(slug(id)).toBe(id);
      }),
    );
  });
});
