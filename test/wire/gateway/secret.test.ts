import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { bytesWithoutKey, createKeyFilter, withoutKey } from '#wire/gateway/call/secret.ts';

const KEY = fc.stringMatching(/^[\w./+~?&<>-]{12,60}$/);
const TEXT = fc.stringMatching(/^[x0-9a-f ,:"\\nÄ☀]{0,40}$/);
const BREAKS = ['', '\n', '\r\n', '\\n', '\\r\\n', ' '];
const SEPARATORS = [...BREAKS, ':', ', ', '-', ', 0x', '0x', '\\x', ',\\n'];

/** A key in some spelling, its parts of some length with something between them. */
const SPELLED = fc
  .record({
    key: KEY,
    form: fc.constantFrom('plain', 'base64', 'base64url', 'hex', 'HEX'),
    before: fc.constantFrom('', 'u:', 'us:'),
    length: fc.integer({ min: 1, max: 76 }),
    mark: fc.nat(),
  })
  .map(({ key, form, before, length, mark }) => {
    if (form === 'plain') return { key, spelled: key };
    const isHex = form.toLowerCase() === 'hex';
    const bytes = Buffer.from(`${isHex ? '' : before}${key}`);
    const digits = bytes.toString(isHex ? 'hex' : (form as 'base64'));
    const marks = isHex ? SEPARATORS : BREAKS;
    const parts = new RegExp(`.{${isHex ? length * 2 : length}}(?=.)`, 'g');
    const apart = digits.replace(parts, `$&${marks[mark % marks.length]}`);
    return { key, spelled: form === 'HEX' ? apart.replace(/[a-f]/g, (digit) => digit.toUpperCase()) : apart };
  });

const upstreamOf = (key: string) => ({ key });

/** The bytes as a client gets them that come in pieces of these sizes, in turns. */
function streamed(text: string, key: string, sizes: readonly number[]): string {
  const filter = createKeyFilter(upstreamOf(key));
  const bytes = Buffer.from(text);
  const pieces: Uint8Array[] = [];
  for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
    const size = sizes[turn % sizes.length] ?? 1;
    pieces.push(filter.push(bytes.subarray(at, at + size)));
    at += size;
  }
  return Buffer.concat([...pieces, filter.rest()]).toString();
}

const SIZES = fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 1, maxLength: 4 });

test('a key in any spelling is taken out, and what stands around it stays, whole and in pieces of any size', async () => {
  await fc.assert(
    fc.property(SPELLED, TEXT, TEXT, SIZES, ({ key, spelled }, before, after, sizes) => {
      const text = `${before}"${spelled}"${after}`;
      const whole = Buffer.from(bytesWithoutKey(Buffer.from(text), upstreamOf(key))).toString();
      // Base64 begins and ends in a character that depends on the key's neighbours.
      expect(whole.startsWith(`${before}"`) && whole.endsWith(`"${after}`)).toBe(true);
      const left = whole.slice(before.length + 1, whole.length - after.length - 1);
      expect(left).toMatch(/^[\w+/\\ \r\n-]{0,30}\[key\][\w+/=\\ \r\n-]{0,30}$/);
      expect(withoutKey(text, upstreamOf(key)).includes('[key]')).toBe(true);
      const inPieces = streamed(text, key, sizes);
      expect(inPieces.endsWith(whole.slice(whole.indexOf('[key]')))).toBe(true);
      expect(text.startsWith(inPieces.slice(0, inPieces.lastIndexOf('[key]')))).toBe(true);
      // Of a key that is cut in two, fewer than eight characters have passed.
      const passed = inPieces.slice(whole.indexOf('[key]'), inPieces.lastIndexOf('[key]'));
      expect(passed.replace(/0x|\\[nrtx]|[^\w+/]/g, '').length).toBeLessThan(8);
    }),
    { numRuns: 400 },
  );
});

test('a text without the key is what it was, and a text that only begins like it too', async () => {
  await fc.assert(
    fc.property(SPELLED, TEXT, SIZES, ({ key, spelled }, words, sizes) => {
      const text = `${words}"${spelled.slice(0, spelled.length / 2)}"${words}${spelled.slice(0, spelled.length / 3)}`;
      const bytes = Buffer.from(text);
      expect(bytesWithoutKey(bytes, upstreamOf(key))).toBe(bytes);
      expect(streamed(text, key, sizes)).toBe(text);
    }),
    { numRuns: 200 },
  );
});
