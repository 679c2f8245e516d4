import type { Range } from '#common/known-shapes.ts';
import { withoutSpaces } from './decoded-text.ts';

/** Shorter values, and shorter pieces of a value, are ignored. */
const SHORTEST = 6;

/**
 * Makes a function that finds secrets, and pieces of secrets at a cut, in a text without white space.
 *
 * @param spell the forms to find
 */
export function secretNeedles(
  values: readonly string[],
  spell: (secret: string) => readonly string[] = spellings,
): (compact: string) => readonly Range[] {
  const secrets = values.flatMap(valueAndLines).filter((item) => withoutSpaces(item).text.length >= SHORTEST);
  const needles = [...new Set(secrets.flatMap(spell))];
  if (needles.length === 0) return () => [];
  return (compact) => {
    const cuts = CUTS.map((cut) =>
      [...compact.matchAll(cut)].map(({ 0: mark, index: at }): Range => [at, at + mark.length]),
    );
    return needles.flatMap((needle) => [
      ...wholes(compact, needle),
      ...cuts.flatMap((marks) => pieces(compact, needle, marks)),
    ]);
  };
}

/** How texts mark a cut; a bracket next to it may be a character of the secret. */
const CUTS = [/…|\.{3}/g, /\[?(?:…|\.{3})\]?/g];

function valueAndLines(value: string): readonly string[] {
  return [value, ...value.split(/\r?\n/)];
}

/** The forms of a secret in a text without white space whose escapes were undone. */
function spellings(secret: string): readonly string[] {
  return [withoutSpaces(secret).text, ...base64Cores(secret.trim()), ...hexadecimals(secret)];
}

/** The bytes of a secret as hexadecimal digits. */
export function hexadecimals(secret: string): readonly string[] {
  const bytes = [...new TextEncoder().encode(secret.trim())];
  const digits = bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return [digits, digits.toUpperCase()];
}

/**
 * The characters of a secret's base64 that do not depend on its neighbours, for each of the three alignments it may have inside
 * a longer encoded text (`user:secret`), in the standard and the URL alphabet.
 */
export function base64Cores(secret: string): readonly string[] {
  const bytes = new TextEncoder().encode(secret);
  return [0, 1, 2].flatMap((offset) => {
    const shifted = [...new Uint8Array(offset), ...bytes];
    const encoded = btoa(shifted.map((byte) => String.fromCharCode(byte)).join(''));
    const core = encoded.slice(Math.ceil((offset * 8) / 6), Math.floor((shifted.length * 8) / 6));
    return [core, core.replaceAll('+', '-').replaceAll('/', '_')];
  });
}

function wholes(text: string, needle: string): readonly Range[] {
  const ranges: Range[] = [];
  for (let at = text.indexOf(needle); at >= 0; at = text.indexOf(needle, at + 1)) ranges.push([at, at + needle.length]);
  return ranges;
}

/** The beginning of a secret before a cut, its end after one, and any part of it between two. */
function pieces(text: string, needle: string, cuts: readonly Range[]): readonly Range[] {
  return cuts.flatMap(([start, end], index) => {
    const before = beginningAt(text, needle, start);
    const after = endFrom(text, needle, end);
    const next = cuts[index + 1]?.[0] ?? end;
    const inside = next - end >= SHORTEST && needle.includes(text.slice(end, next)) ? [[end, next] as const] : [];
    return [...(before === null ? [] : [before]), ...(after === null ? [] : [after]), ...inside];
  });
}

/** The longest beginning of the needle that ends at `end`. */
function beginningAt(text: string, needle: string, end: number): Range | null {
  const from = Math.max(0, end - needle.length + 1);
  const window = text.slice(from, end);
  const head = needle.slice(0, SHORTEST);
  for (let at = window.indexOf(head); at >= 0; at = window.indexOf(head, at + 1)) {
    if (needle.startsWith(window.slice(at))) return [from + at, end];
  }
  return null;
}

/** The longest end of the needle that starts at `start`. */
function endFrom(text: string, needle: string, start: number): Range | null {
  const window = text.slice(start, start + needle.length - 1);
  const tail = needle.slice(-SHORTEST);
  // At 0 nothing but the tail is compared, which is an end: the search never goes on from there.
  for (let at = window.lastIndexOf(tail); at >= 0; at = window.lastIndexOf(tail, at - 1)) {
    const end = at + SHORTEST;
    if (needle.endsWith(window.slice(0, end))) return [start, start + end];
  }
  return null;
}
