import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compileGlob, type GlobKind, plainGlob } from '#cases/matching/glob.ts';
import { always } from '#test/support/always.ts';

const kinds = fc.constantFrom<GlobKind>('name', 'id', 'path');
const text = fc.string({ unit: fc.constantFrom('a', 'b', '.', '/', '\n', '+', ']', '😀'), maxLength: 6 });
/** A beginning, a star or none, an end. */
const plain = fc.tuple(text, fc.constantFrom('', '*'), text).map((parts) => parts.join(''));

/** With alternatives, a glob is translated to RE2. */
const translated = (glob: string, kind: GlobKind) => compileGlob(`{${glob},${glob}}`, kind);

describe('a plain glob matches what its translation matches', () => {
  test('any text', () => {
    always(
      fc.property(plain, kinds, text, (glob, kind, tried) => {
        expect(plainGlob(glob, kind)?.(tried)).toBe(translated(glob, kind)(tried));
      }),
    );
  });

  test('texts made after the glob', () => {
    always(
      fc.property(plain, kinds, text, (glob, kind, filled) => {
        const tried = glob.replace('*', () => filled);
        expect(plainGlob(glob, kind)?.(tried)).toBe(translated(glob, kind)(tried));
      }),
    );
  });
});

test.each(['a?', '[a]', '{a,b}', '\\*', '**', 'a*b*'])('%s is none', (glob) => {
  expect(plainGlob(glob, 'path')).toBeNull();
});
