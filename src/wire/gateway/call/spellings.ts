import type { Range } from '#common/known-shapes.ts';
import { base64Cores, hexadecimals } from '#report/redaction/secret-needles.ts';

/** A way to write a secret: its characters, and what may stand between them. */
export interface Spelling {
  readonly characters: string;
  /** At its place: how long it is; absent: nothing may. */
  readonly mark: RegExp | null;
}

/** The spellings of some secrets. */
export interface Spellings {
  readonly all: readonly Spelling[];
  /** Finds where the first characters of one stand: most texts hold none, and are looked at no further. */
  readonly heads: RegExp;
}

/** As they are; in base64, in lines; as hexadecimal digits, together or apart. */
export function spellingsOf(secrets: readonly string[]): Spellings | null {
  const all = secrets.flatMap((secret): readonly Spelling[] => [
    { characters: secret, mark: null },
    ...[...new Set(base64Cores(secret))].map((characters) => ({ characters, mark: BREAK })),
    ...hexadecimals(secret).map((characters) => ({ characters, mark: SEPARATOR })),
  ]);
  const heads = all.map(({ characters, mark }) => {
    const between = mark === null ? '' : `(?:${mark.source}){0,${MOST_MARKS}}?`;
    return [...characters.slice(0, HEAD)].map((character) => character.replace(/\W/, '\\$&')).join(between);
  });
  return all.length === 0 ? null : { all, heads: new RegExp(heads.join('|'), 'g') };
}

/** How many characters of a spelling wait for what follows. Fewer reveal little: all keys of a provider begin with the same ones. */
const HEAD = 8;

/** White space, as it is or escaped; half of it where the text ends. */
const BREAK = /[ \t\r\n]|\\(?:[nrt]|$)/y;
const SEPARATOR = /[ \t\r\n:,;._-]|\\(?:[nrtx]|$)|0(?:x|$)/y;
/** `, 0x` and an escaped line break of Windows have fewer. */
const MOST_MARKS = 4;

/** A head is no longer: each mark has two bytes at most. */
export const LONGEST_HEAD = HEAD + (HEAD - 1) * MOST_MARKS * 2;

/** The whole spellings in a text, in their order, and where the first one begins that may go on after its end: there, or at its end. */
export function findSpellings(
  text: string,
  { all, heads }: Spellings,
): { readonly found: readonly Range[]; readonly begun: number } {
  const found: Range[] = [];
  const open: number[] = [];
  heads.lastIndex = 0;
  for (let head = heads.exec(text); head !== null; head = heads.exec(text)) {
    heads.lastIndex = head.index + 1;
    const ends = all.map((spelling) => endOf(text, head.index, spelling));
    if (ends.includes('open')) open.push(head.index);
    for (const end of ends) if (typeof end === 'number') found.push([head.index, end]);
  }
  const begun = open.filter((at) => !found.some(([start, end]) => start < at && at < end));
  return { found, begun: Math.min(text.length, ...begun) };
}

/** Where a spelling ends that begins at `start`; `open`: the text ends before; `null`: none begins there. */
function endOf(text: string, start: number, { characters, mark }: Spelling): number | 'open' | null {
  let at = start;
  for (let place = 0; place < characters.length; place += 1) {
    for (let marks = 0; mark !== null && place > 0 && marks < MOST_MARKS; marks += 1) {
      // The 0 of `0x` is no digit, unless it ends a byte.
      const endsByte = marks === 0 && place % 2 === 1;
      if (text[at] === characters[place] && (endsByte || text[at + 1] !== 'x')) break;
      mark.lastIndex = at;
      if (!mark.test(text)) break;
      at = mark.lastIndex;
    }
    if (at >= text.length) return 'open';
    if (text[at] !== characters[place]) return null;
    at += 1;
  }
  return at;
}
