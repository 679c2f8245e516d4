import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { matchesNameGlob } from '#cases/matching/name-glob.ts';
import { foldText } from '#cases/matching/texts/fold-text.ts';
import { findRegex, regexProblem } from '#cases/matching/texts/regex.ts';
import { always } from '#test/support/always.ts';

describe('matchesNameGlob', () => {
  test.each([
    ['delete_*', 'delete_user', true],
    ['delete_*', 'undelete_user', false],
    ['delete_*', 'Delete_user', false],
    ['*delete*', 'mcp/delete_file', true],
    ['*', '.hidden', true],
    ['fs.*', 'fs.write', true],
    ['fs.write', 'fsxwrite', false],
    ['{send,post}_mail', 'post_mail', true],
    ['tool_?', 'tool_12', false],
    ['!ok', 'bad', false],
    ['!ok', '!ok', true],
    ['delete_*', 'delete_a\n/b', true],
    ['*', '\n', true],
    ['', 'x', false],
    ['', '', false],
    ['*(a|b)+', 'x(a|b)+', true],
  ])('%s against %s: %s', (glob, name, matches) => {
    expect(matchesNameGlob(glob, name)).toBe(matches);
  });

  // Names come from the agent. A matcher that backtracks takes more than 15 s on each of these; a linear one milliseconds.
  test.each([
    ['*prod*delete*user*', 'proddelete'.repeat(3000)],
    [`${'*a'.repeat(5)}b`, 'a'.repeat(200)],
  ])('%s on a name made against it ends soon', (glob, name) => {
    expect(matchesNameGlob(glob, name)).toBe(false);
  });

  test('no name slips through a star', () => {
    const name = fc.string({ unit: fc.constantFrom('a', '.', '/', '\\', '\n', '*', ' ', '\u2028', '😀', '(') });
    always(
      fc.property(name, name, (before, after) => {
        expect(matchesNameGlob('delete_*', `delete_${after}`)).toBe(true);
        expect(matchesNameGlob('*delete*', `${before}delete${after}`)).toBe(true);
        expect(matchesNameGlob('*', `${before}.${after}`)).toBe(true);
      }),
    );
  });
});

describe('findRegex', () => {
  test('finds anywhere, and tells lines apart only when asked', () => {
    expect(findRegex('b', 'abc')).toBe(true);
    expect(findRegex('^b', 'a\nb')).toBe(false);
    expect(findRegex('(?m)^b', 'a\nb')).toBe(true);
  });

  test('a pattern that would backtrack for ever elsewhere ends at once', () => {
    expect(findRegex('(a+)+$', `${'a'.repeat(20_000)}b`)).toBe(false);
  });

  test('a broken pattern is found nowhere and has a problem', () => {
    expect(findRegex('(', '(')).toBe(false);
    expect(regexProblem('(')).toMatch(/^not a regular expression in RE2 syntax: missing closing \): `\(`$/);
    expect(regexProblem('a+')).toBeNull();
  });
});

describe('regexProblem', () => {
  test.each(['(?=a)b', '(?!a)b', '(?<=a)b', '(?<!a)b', '(a)\\1', '(?<n>a)\\k<n>'])(
    'says how to write %s',
    (pattern) => {
      expect(regexProblem(pattern)).toMatch(
        /^not a regular expression in RE2 syntax: (?!error parsing).*; write it without look-around and back-references$/,
      );
    },
  );
});

describe('foldText', () => {
  test.each([
    ['É', 'e\u0301'],
    ['ΟΔΟΣ', 'οδος'],
    ['straße', 'STRASSE'],
    ['\u212A', 'k'],
  ])('%s and %s are the same without case', (left, right) => {
    expect(foldText(left, false)).toBe(foldText(right, false));
    expect(foldText(left, true)).not.toBe(foldText(right, true));
  });

  test('composition never matters', () => {
    expect(foldText('e\u0301', true)).toBe(foldText('é', true));
  });
});
