import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LONGEST_LINE, splitLines } from '#common/split-lines.ts';
import { allOf } from '#test/github/artifacts/main-history.ts';

const split = (...chunks: readonly (string | Uint8Array)[]) =>
  allOf(splitLines(chunks.map((chunk) => Buffer.from(chunk))));

describe('splitLines', () => {
  it('gives every line that is not empty, however the bytes are cut into chunks', async () => {
    const character = fc.constantFrom('a', '\n', '€', '😀', 'é', '\u2028', '\u0085', '\r', '"');
    const text = fc.string({ unit: character, maxLength: 60 });
    const cuts = fc.array(fc.nat({ max: 200 }), { maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(text, cuts, async (whole, places) => {
        const bytes = Buffer.from(whole);
        const ends = [...places.map((place) => Math.min(place, bytes.byteLength)), bytes.byteLength].sort(
          (a, b) => a - b,
        );
        const chunks = ends.map((end, index) => bytes.subarray(ends[index - 1] ?? 0, end));
        expect(await split(...chunks)).toEqual(whole.split('\n').filter((line) => line !== ''));
      }),
    );
  });

  it('gives a last line without an end, and nothing for nothing', async () => {
    expect(await split('one\ntw', 'o')).toEqual(['one', 'two']);
    expect(await split()).toEqual([]);
    expect(await split('\n\n', '', '\n')).toEqual([]);
  });

  it('leaves out a line that is too long, and no other', async () => {
    const longest = 'x'.repeat(LONGEST_LINE);
    expect(await split(`one\n${longest}x\ntwo\n`)).toEqual(['one', 'two']);
    expect(await split('one\n', ...Array.from({ length: 30 }, () => 'y'.repeat(100_000)), '\ntwo\n')).toEqual([
      'one',
      'two',
    ]);
    expect(await split(`${longest}\n`)).toEqual([longest]);
    expect(await split(`one\n${longest}`, 'x')).toEqual(['one']);
  });

  it('leaves out a line that is not UTF-8', async () => {
    expect(await split('one\n', Uint8Array.from([0x22, 0xe9, 0x22]), '\ntwo')).toEqual(['one', 'two']);
    const cutCharacter = Uint8Array.from([...Buffer.from('one\n'), 0xe2, 0x82, ...Buffer.from('\ntwo €\n')]);
    expect(await split(cutCharacter)).toEqual(['one', 'two €']);
  });

  it('takes no chunk before it is needed, and lets go of the rest when nobody wants more', async () => {
    let taken = 0;
    let released = false;
    async function* endless() {
      try {
        for (;;) yield Buffer.from(`line ${taken++}\n`);
      } finally {
        released = true;
      }
    }
    const lines = splitLines(endless());
    expect(taken).toBe(0);
    for await (const line of lines) if (line === 'line 2') break;
    expect({ taken, released }).toEqual({ taken: 3, released: true });
  });
});
