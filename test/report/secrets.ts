import * as fc from 'fast-check';
import { DECODERS, withoutSpaces } from '#report/redaction/decoded-text.ts';

/** Secrets of printable characters, with more than their share of those that formats escape. */
export const anySecret = fc
  .array(fc.oneof(fc.string({ minLength: 1, maxLength: 1 }), fc.constantFrom(...'"\\<>&%+/=_*-\'`|#@${}')), {
    minLength: 12,
    maxLength: 40,
  })
  .map((letters) => letters.join(''))
  .filter(
    (secret) =>
      new Set(withoutSpaces(secret).text).size >= 8 &&
      secret.trim() === secret &&
      withoutSpaces(secret).text.length >= 12,
  );

/** Pieces of six characters of a secret, of its base64 or of its hexadecimal digits, that can be read in a text and not in the text without it. */
export function leaks(text: string, secret: string, without: string): readonly string[] {
  const readable = readings(text);
  const innocent = readings(`${without} ${BESIDE}`);
  const plain = withoutSpaces(secret).text;
  const digits = [...secret].map((letter) => letter.charCodeAt(0).toString(16).padStart(2, '0')).join('');
  const pieces = [
    plain,
    digits,
    digits.toUpperCase(),
    btoa(secret).slice(0, -4),
    btoa(` ${secret}`).slice(2, -4),
    btoa(`  ${secret}`).slice(3, -4),
  ].flatMap((spelled) => Array.from({ length: Math.max(0, spelled.length - 5) }, (_, at) => spelled.slice(at, at + 6)));
  return pieces.filter(
    (piece) => readable.some((text) => text.includes(piece)) && !innocent.some((text) => text.includes(piece)),
  );
}

/** What some spellings put before a secret: a piece that stands there too is none of it. */
const BESIDE = '757365723A 757365723a dXNlcjo= xxxxxxxx';

/** A text as it is and with its escapes undone, four levels deep in every order, without white space. */
function readings(text: string): readonly string[] {
  let level = [text];
  const found = new Set(level);
  for (let depth = 0; depth < 4; depth += 1) {
    level = level
      .flatMap((reading) => DECODERS.map((decode) => decode(reading).text))
      .filter((reading) => !found.has(reading));
    for (const reading of level) found.add(reading);
  }
  return [...found].map((reading) => withoutSpaces(reading).text);
}
