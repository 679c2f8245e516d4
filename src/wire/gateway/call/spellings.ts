import type { Range } from '#common/known-shapes.ts';
import { base64Cores, hexadecimals } from '#report/redaction/secret-needles.ts';

/** A way to write a secret: its characters, and what may stand between them. */
export interface Spelling {
  readonly characters: string;
  /** At its place: how long it is; absent: nothing may. */
  readonly mark: RegExp | null;
}

/** As it is; in base64, in lines; as hexadecimal digits, together or apart. */
export function spellingsOf(secret: string): readonly Spelling[] {
  return [
    { characters: secret, mark: null },
    ...[...new Set(base64Cores(secret))].map((characters) => ({ characters, mark: BREAK })),
    ...hexadecimals(secret).map((characters) => ({ characters, mark: SEPARATOR })),
  ];
}

/** White space, as it is or escaped; half of it where the text ends. */
const BREAK = /[ \t\r\n]|\\(?:[nrt]|$)/y;
const SEPARATOR = /[ \t\r\n:,;._-]|\\(?:[nrtx]|$)|0(?:x|$)/y;
/** `, 0x` and an escaped line break of Windows have fewer. */
const MOST_MARKS = 4;

/** The whole spellings in a text, in their order, and where the first one begins that may go on after its end: there, or at its end. */
export function findSpellings(
  text: string,
  spellings: readonly Spelling[],
): { readonly found: readonly Range[]; readonly begun: number } {
  const found: Range[] = [];
  const open: number[] = [];
  for (const spelling of spellings) {
    const first = spelling.characters[0] ?? '';
    for (let at = text.indexOf(first); at !== -1; at = text.indexOf(first, at + 1)) {
      const end = endOf(text, at, spelling);
      if (end === 'open') open.push(at);
      else if (end !== null) found.push([at, end]);
    }
  }
  const begun = open.filter((at) => !found.some(([start, end]) => start < at && at < end));
  return { found: found.sort(([left], [right]) => left - right), begun: Math.min(text.length, ...begun) };
}

/** Where a spelling ends that begins at `start`; `open`: the text ends before; `null`: none begins there. */
function endOf(text: string, start: number, { characters, mark }: Spelling): number | 'open' | null {
  let at = start;
  for (let place = 0; place < characters.length; place += 1) {
    for (let marks = 0; mark !== null && place > 0 && marks < MOST_MARKS; marks += 1) {
      // The 0 of `0x` is no digit.
      if (text[at] === characters[place] && text[at + 1] !== 'x') break;
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
