import { describe, expect, test } from 'vitest';
import { compileGlob, isGlob } from '#cases/matching/glob.ts';
import type { GlobKind } from '#cases/matching/plain-glob.ts';

describe('a glob', () => {
  test.each<[GlobKind, string, { fits: readonly string[]; not: readonly string[] }]>([
    ['name', '**/b', { fits: ['/b', 'a/b', 'a/c/b'], not: ['b'] }],
    ['name', '?', { fits: ['/', '.', '😀'], not: ['', 'ab'] }],
    ['name', '[!a]', { fits: ['b', '/', '.'], not: ['a', ''] }],
    ['name', 'ab*ba', { fits: ['abba', 'ab/ba'], not: ['aba', 'ab'] }],
    ['id', 'a/*', { fits: ['a/b', 'a/', 'a/.b'], not: ['a', 'a/b/c', 'xa/b'] }],
    ['id', 'a/**', { fits: ['a/', 'a/b', 'a/b/c', 'a/.b/c'], not: ['a', 'ab', 'b/a/c'] }],
    ['id', '**', { fits: ['', 'a', 'a/b'], not: [] }],
    ['id', '**/b', { fits: ['b', 'a/b', 'a/c/b', '.a/b'], not: ['ab', 'a/bb', 'b/a'] }],
    ['id', 'a/**/b', { fits: ['a/b', 'a/x/b', 'a/x/y/b'], not: ['ab', 'a/xb', 'a/b/c'] }],
    ['id', 'a/***', { fits: ['a/b/c'], not: ['a'] }],
    ['id', 'a**', { fits: ['a', 'ab'], not: ['a/b'] }],
    ['id', '**a', { fits: ['a', 'ba'], not: ['b/a'] }],
    ['id', '*/**', { fits: ['a/b', 'a/b/c'], not: ['a'] }],
    ['id', '?', { fits: ['a', '.'], not: ['/', 'ab'] }],
    ['id', '[!a]', { fits: ['b', '!'], not: ['a', '/'] }],
    ['path', '*', { fits: ['a', 'a.b', 'a.'], not: ['.a', 'a/b'] }],
    ['path', '.*', { fits: ['.a', '.', '..'], not: ['a', '.a/b'] }],
    ['path', '?', { fits: ['a'], not: ['.', '/'] }],
    ['path', 'a?', { fits: ['a.', 'ab'], not: ['a', 'a/'] }],
    ['path', 'a*', { fits: ['a', 'a.b'], not: ['a/b'] }],
    ['path', '*.ts', { fits: ['a.ts', 'a.b.ts'], not: ['.ts', '.a.ts', 'a/b.ts'] }],
    ['path', '*a', { fits: ['a', 'ba', 'b.a'], not: ['.a', '.ba'] }],
    ['path', 'a/*', { fits: ['a/b'], not: ['a/.b'] }],
    ['path', '**', { fits: ['a', 'a/b'], not: ['.a', 'a/.b', '.a/b', 'a/.b/c'] }],
    ['path', '**/b', { fits: ['b', 'a/b', 'a/c.d/b'], not: ['.a/b', 'a/.c/b'] }],
    ['path', '**/*.ts', { fits: ['a.ts', 'a/b.ts'], not: ['.ts', 'a/.ts', '.a/b.ts', 'a.js'] }],
    ['path', '**/.env', { fits: ['.env', 'a/.env'], not: ['.a/.env'] }],
    ['path', '{*,b}', { fits: ['a'], not: ['.a'] }],
    ['path', '{b,*}', { fits: ['a'], not: ['.a'] }],
    ['path', 'x{b,*}', { fits: ['x.a', 'xb'], not: ['x/a'] }],
    ['id', '[!-a]', { fits: ['A', '0', 'b'], not: ['-', 'a', '/'] }],
    ['id', '[!-a]*', { fits: ['.b'], not: ['-b'] }],
    ['path', '[!_]*.ts', { fits: ['a.ts', 'a.b.ts'], not: ['_a.ts', '.a.ts', '.ts', 'a/b.ts'] }],
    ['path', 'a[!_]b', { fits: ['a.b', 'axb'], not: ['a_b', 'a/b'] }],
    ['path', 'a/{b,[!c]}', { fits: ['a/b', 'a/d'], not: ['a/c', 'a/.'] }],
    [
      'path',
      '{src/**,test/**}',
      { fits: ['src/a', 'src/a/b', 'test/a/b/c'], not: ['lib/a', 'src', 'src/.a', 'src/a/.b'] },
    ],
    ['path', '{a,{b/**,c}}', { fits: ['a', 'c', 'b/x', 'b/x/y'], not: ['a/x', 'c/x'] }],
    ['path', '{a/**,b}/c', { fits: ['b/c', 'a/x/c', 'a/x/y/c'], not: ['a/x/y', 'b/x/c'] }],
    ['path', '{a/**,b}c', { fits: ['a/xc', 'bc'], not: ['a/x/c'] }],
    ['path', 'a/**,b', { fits: ['a/x,b', 'a/,b'], not: ['a/x/y,b'] }],
    ['id', '{a/**,b/**}', { fits: ['a/x/y', 'b/.x/y'], not: ['c/x'] }],
    ['path', '{src,test}/**', { fits: ['src/a', 'test/a/b'], not: ['lib/a', 'src'] }],
  ])('of the kind %s: %s', (kind, glob, { fits, not }) => {
    const matches = compileGlob(glob, kind);
    expect(fits.filter((text) => !matches(text))).toEqual([]);
    expect(not.filter(matches)).toEqual([]);
  });

  test.each<[string, { fits: readonly string[]; not: readonly string[] }]>([
    ['a{b', { fits: ['a{b'], not: ['ab'] }],
    ['a}b,c', { fits: ['a}b,c'], not: ['ab', 'ac'] }],
    ['{a}', { fits: ['{a}'], not: ['a'] }],
    ['{a\\,b}', { fits: ['{a,b}'], not: ['a', 'b'] }],
    ['{a,b\\}}', { fits: ['a', 'b}'], not: ['b', 'b\\'] }],
    ['\\{a,b}', { fits: ['{a,b}'], not: ['a', 'b'] }],
    ['{a,{b}}', { fits: ['a', '{b}'], not: ['b'] }],
    ['{a,{b,c}}d', { fits: ['ad', 'bd', 'cd'], not: ['d', 'a', 'abd'] }],
    ['{{a,b},c}', { fits: ['a', 'b', 'c'], not: ['ac', ','] }],
    ['{,a}b', { fits: ['b', 'ab'], not: ['a'] }],
    ['[]a]', { fits: [']', 'a'], not: ['b', '[]a]'] }],
    ['[^a]', { fits: ['b', '^'], not: ['a'] }],
    ['[a^]', { fits: ['a', '^'], not: ['b'] }],
    ['[a&&b]', { fits: ['a', '&', 'b'], not: ['c'] }],
    ['[\\]', { fits: ['\\'], not: ['a'] }],
    ['[[]', { fits: ['['], not: ['a'] }],
    ['[a-c]x', { fits: ['bx'], not: ['dx', '-x', 'b'] }],
    ['[ab', { fits: ['[ab'], not: ['a', 'b'] }],
    ['a\\', { fits: ['a\\'], not: ['a'] }],
    ['\\😀*', { fits: ['😀', '😀a'], not: ['a'] }],
    ['.+$', { fits: ['.+$'], not: ['a', ''] }],
  ])('with braces, sets or escapes: %s', (glob, { fits, not }) => {
    const matches = compileGlob(glob, 'name');
    expect(fits.filter((text) => !matches(text))).toEqual([]);
    expect(not.filter(matches)).toEqual([]);
  });

  test('that RE2 refuses is no glob, and matches the text that equals it', () => {
    expect(isGlob('[z-a]*', 'name')).toBe(false);
    expect(compileGlob('[z-a]*', 'name')('[z-a]*')).toBe(true);
    expect(compileGlob('[z-a]*', 'name')('z')).toBe(false);
    expect(isGlob('{a,b}/[c-d]*', 'path')).toBe(true);
  });
});
