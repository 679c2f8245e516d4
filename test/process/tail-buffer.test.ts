import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createTailBuffer } from '#process/tail-buffer.ts';
import { always } from '#test/support/always.ts';

function tail(capacity: number, chunks: readonly string[]): string {
  const buffer = createTailBuffer(capacity);
  for (const chunk of chunks) buffer.push(Buffer.from(chunk));
  return buffer.text();
}

describe('a tail', () => {
  test('is the end of what was written, with a note of how much is missing', () => {
    const ascii = fc.string({ unit: 'grapheme-ascii' });
    always(
      fc.property(fc.integer({ min: 1, max: 50 }), fc.array(ascii), (capacity, chunks) => {
        const all = chunks.join('');
        const missing = Math.max(0, all.length - capacity);
        const note = missing > 0 ? `[${missing} earlier bytes dropped …]\n` : '';
        expect(tail(capacity, chunks)).toBe(note + all.slice(missing));
      }),
    );
  });

  test('never starts inside a character', () => {
    expect(tail(4, ['aé€x'])).toBe('[3 earlier bytes dropped …]\n€x');
    expect(tail(2, ['€€'])).toBe('[6 earlier bytes dropped …]\n');
  });
});
