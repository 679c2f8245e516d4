import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createLineSplitter } from '#process/line-splitter.ts';
import { always } from '#test/support/always.ts';

function split(chunks: readonly Buffer[], maxBytes = 1_000): { lines: string[]; whole: boolean } {
  const lines: string[] = [];
  const splitter = createLineSplitter(maxBytes, (line) => lines.push(line));
  const whole = chunks.every((chunk) => splitter.push(chunk));
  splitter.flush();
  return { lines, whole };
}

describe('lines', () => {
  test('are the same however the bytes are cut, also inside a character', () => {
    const text = fc.array(fc.string({ unit: 'grapheme' }).filter((line) => !/[\r\n\uFEFF]/.test(line)));
    always(
      fc.property(text, fc.array(fc.nat(40)), (lines, cuts) => {
        const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(''));
        const chunks: Buffer[] = [];
        let rest = bytes;
        for (const cut of cuts) {
          chunks.push(rest.subarray(0, cut));
          rest = rest.subarray(cut);
        }
        expect(split([...chunks, rest]).lines).toEqual(lines);
      }),
    );
  });

  test('longer than the ceiling stop the reading, whole or in pieces', () => {
    expect(split([Buffer.from('ab\nabcdefg\nx\n')], 5)).toEqual({ lines: ['ab'], whole: false });
    expect(split([Buffer.from('abc'), Buffer.from('def')], 5)).toEqual({ lines: [], whole: false });
    expect(split([Buffer.from('abc'), Buffer.from('de\n')], 5)).toEqual({ lines: ['abcde'], whole: true });
  });
});
