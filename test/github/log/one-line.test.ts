import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { oneLine, stripControls } from '#github/api/one-line.ts';
import { always } from '#test/support/always.ts';
import { HOSTILE_LINES } from '../captured-step.ts';

describe('stripControls', () => {
  it('leaves ordinary text of any language alone', () => {
    const text = 'Bräu 100 % — 値段は\n\t“ok” 😀 ## [1] #[';
    expect(stripControls(text)).toBe(text);
  });

  it('makes one kind of line break of all', () => {
    expect(stripControls('a\r\nb\rc\nd')).toBe('a\nb\nc\nd');
  });

  it('never leaves the runner a bracket command, nor a character that hides or reorders', () => {
    const nasty = fc.array(
      fc.constantFrom(...HOSTILE_LINES, '#', '##[', '\u001b', '[', '\u202e', '\u200b', '\0', 'e\ud800'),
    );
    always(
      fc.property(nasty, (parts) => {
        const text = stripControls(parts.join(''));
        expect(text).not.toContain('##[');
        expect(text.replaceAll('#\u200b#[', '')).not.toMatch(/[^\P{C}\n\t]/u);
      }),
    );
  });
});

describe('oneLine', () => {
  it('is one line of at most so many characters, cut between characters', () => {
    expect(oneLine('  a\n b\t\tc ', 100)).toBe('a b c');
    expect(oneLine('abcdef', 4)).toBe('abc…');
    expect(oneLine('abcd', 4)).toBe('abcd');
    expect(oneLine('ab😀cd', 4).isWellFormed()).toBe(true);
  });
});
