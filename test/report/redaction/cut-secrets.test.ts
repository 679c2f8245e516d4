import { describe, expect, test } from 'vitest';
import { secretRedactor } from '#report/redaction/redaction.ts';

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz';

describe('what is left of a secret at a cut is removed', () => {
  test.each([
    [
      'the beginning before it',
      'say abcdefg… and more text than the secret is long',
      'say ***… and more text than the secret is long',
    ],
    [
      'at the start of a text',
      'abcdefg… and more text than the secret is long',
      '***… and more text than the secret is long',
    ],
    ['six characters', 'abcdef…', '***…'],
    ['the end after it', 'more text than the secret is long …tuvwxyz.', 'more text than the secret is long …***.'],
    ['six characters of the end', '…uvwxyz', '…***'],
    ['six characters between two', 'x…jklmno…y', 'x…***…y'],
    ['three dots', 'abcdefg...', '***...'],
    ['a cut in brackets', 'abcdefg[…]tuvwxyz', '***[…]***'],
    ['a bracket before it', 'abcdefg[… more', '***[… more'],
    ['a bracket behind it', '…]tuvwxyz', '…]***'],
    ['behind a false beginning', 'abcdefX abcdefg…', 'abcdefX ***…'],
  ])('%s: %j is %j', (_, text, clean) => expect(secretRedactor([ALPHABET])(text)).toBe(clean));

  test('a bracket next to a cut may belong to the secret', () => {
    const redact = secretRedactor(['abcdefg[hijkl]mnopqr']);
    expect(redact('abcdefg[…')).toBe('***…');
    expect(redact('…]mnopqr')).toBe('…***');
  });
});

describe('what only looks like a piece of a secret stays', () => {
  test.each([
    'a full stop is no cut: abcdefg. hijk',
    'five characters: abcde…',
    'five between two: …jklmn…',
    'five of the end: …vwxyz',
    'begins alike: abcdefXY…',
    'ends alike: …XYuvwxyz',
    'a beginning without a cut: abcdefgh',
  ])('%s', (text) => expect(secretRedactor([ALPHABET])(text)).toBe(text));
});

describe('a secret is found in other alphabets', () => {
  test('without the white space around it', () => {
    const redact = secretRedactor([' padded-secret-1 ']);
    expect(redact(btoa('padded-secret-1'))).toBe('***');
    expect(redact('7061646465642d7365637265742d31')).toBe('***');
  });

  test('with a tab inside, as hexadecimal', () => {
    expect(secretRedactor(['one\ttwo-three'])('6f6e650974776f2d7468726565')).toBe('***');
  });

  test.each([
    ['ab?cd?ef?gh?', 'YWI/Y2Q/ZWY/Z2g/', 'YWI_Y2Q_ZWY_Z2g_'],
    ['ab>cd>ef>gh>', 'YWI+Y2Q+ZWY+Z2g+', 'YWI-Y2Q-ZWY-Z2g-'],
  ])('%s as base64 for texts and for URLs', (secret, standard, url) => {
    expect(secretRedactor([secret])(`${standard} ${url}`)).toBe('*** ***');
  });
});

test('several secrets are removed in whatever order they are given', () => {
  const text = 'aaaaaa-first, bbbbbb-second, cccccc-third';
  for (const values of [
    ['aaaaaa-first', 'bbbbbb-second', 'cccccc-third'],
    ['cccccc-third', 'bbbbbb-second', 'aaaaaa-first'],
    ['bbbbbb-second', 'cccccc-third', 'aaaaaa-first'],
  ])
    expect(secretRedactor(values)(text)).toBe('***, ***, ***');
});
