import fc from 'fast-check';
import stringWidth from 'string-width';
import { expect, test } from 'vitest';
import { widthOf } from '#report/terminal/layout.ts';
import { always } from '#test/support/always.ts';

test('a character beside any other takes the columns that the tables of Unicode give it', () => {
  const wrong = Array.from({ length: 0x3000 }, (_, code) => String.fromCodePoint(code)).filter(
    (character) => widthOf(`a${character}`) !== stringWidth(`a${character}`),
  );
  expect(wrong).toEqual([]);
});

test('a text takes the columns that the tables of Unicode give it', () => {
  const ours = fc.constantFrom(...' az09~·…‘’“”—−≤≥━─✓✗█▁←→é');
  const text = fc.array(fc.oneof(ours, ours, fc.string({ unit: 'grapheme' })), { maxLength: 20 });
  always(
    fc.property(text, (parts) => {
      expect(widthOf(parts.join(''))).toBe(stringWidth(parts.join('')));
    }),
    { numRuns: 300 },
  );
});
