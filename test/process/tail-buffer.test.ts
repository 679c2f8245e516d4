import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createTailBuffer } from '#process/tail-buffer.ts';
import { always } from '#test/support/always.ts';

function kept(capacity: number, chunks: readonly string[]): string {
  const buffer = createTailBuffer(capacity);
  for (const chunk of chunks) buffer.push(Buffer.from(chunk));
  return buffer.text();
}

describe('what is kept of a stream', () => {
  test('is its beginning and its end, with a note of how much is missing between', () => {
    const ascii = fc.string({ unit: 'grapheme-ascii' });
    always(
      fc.property(fc.integer({ min: 1, max: 50 }), fc.array(ascii), (capacity, chunks) => {
        const all = chunks.join('');
        const missing = Math.max(0, all.length - capacity);
        const head = Math.floor(capacity / 8);
        const cut = `${all.slice(0, head)}\n[… ${missing} bytes left out …]\n${all.slice(head + missing)}`;
        expect(kept(capacity, chunks)).toBe(missing > 0 ? cut : all);
      }),
    );
  });

  test.each([
    [4, 'aé€x', '\n[… 3 bytes left out …]\n€x'],
    [2, '€€', '\n[… 6 bytes left out …]\n'],
    [16, `€€${'a'.repeat(20)}`, `\n[… 12 bytes left out …]\n${'a'.repeat(14)}`],
    [16, `é€${'a'.repeat(20)}`, `é\n[… 9 bytes left out …]\n${'a'.repeat(14)}`],
  ])('of %i bytes never cuts a character of %s', (capacity, text, result) => {
    expect(kept(capacity, [text])).toBe(result);
  });
});
