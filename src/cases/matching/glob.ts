import { RE2JS } from 're2js';

/** Whether a glob can be compiled; one that can't would match next to nothing. */
export function isGlob(glob: string, kind: GlobKind): boolean {
  if (plainGlob(glob, kind) !== null) return true;
  try {
    RE2JS.compile(translate(glob, kind), RE2JS.DOTALL);
    return true;
  } catch {
    return false;
  }
}

/**
 * Compiles a glob: `*`, `?`, `[abc]`, `[!a-z]`, `{a,b}`, `\` before a literal character; everything else is literal. It is
 * translated to RE2, so that every glob takes linear time on a text. One that RE2 refuses (nested or repeated beyond its
 * bounds, reversed ranges) matches only the text that equals it. A plain one does without: the first expression of RE2 costs a
 * start 10 ms. Glob and text are compared in Unicode NFC.
 */
export function compileGlob(glob: string, kind: GlobKind): (text: string) => boolean {
  const fits = compileComposed(glob.normalize('NFC'), kind);
  return (text) => fits(text.normalize('NFC'));
}

function compileComposed(glob: string, kind: GlobKind): (text: string) => boolean {
  const plain = plainGlob(glob, kind);
  if (plain !== null) return plain;
  try {
    const regex = RE2JS.compile(translate(glob, kind), RE2JS.DOTALL);
    return (text) => regex.testExact(text);
  } catch {
    return (text) => text === glob;
  }
}

/** What a star or question mark matches: any character, and any character that may begin a segment. */
const CHARACTERS = {
  name: { any: '.', first: '.' },
  id: { any: '[^/]', first: '[^/]' },
  path: { any: '[^/]', first: '[^/.]' },
} as const;

function translate(glob: string, kind: GlobKind): string {
  const { any, first } = CHARACTERS[kind];
  const braces = bracePairs(glob);
  const open: { readonly close: number; readonly atStart: boolean }[] = [];
  let regex = '';
  let atStart = true;
  let at = 0;
  while (at < glob.length) {
    const brace = open.at(-1);
    const character = String.fromCodePoint(glob.codePointAt(at) ?? 0);
    const closing = braces.get(at);
    const wasAtStart: boolean = atStart;
    const set = character === '[' ? readSet(glob, at, kind, wasAtStart) : null;
    atStart = false;
    if (character === '*') {
      const stars = /^\*+/.exec(glob.slice(at))?.[0].length ?? 1;
      const end = at + stars;
      at = end;
      const wholeSegment = wasAtStart && stars > 1 && endsSegment(glob, end, open);
      if (kind !== 'name' && wholeSegment && glob[end] === '/') {
        regex += `(?:${first}${any}*/)*`;
        at = end + 1;
        atStart = true;
      } else if (kind !== 'name' && wholeSegment) regex += `(?:${first}${any}*(?:/${first}${any}*)*)?`;
      else if (kind === 'path' && wasAtStart) regex += glob[end] === '.' ? `${first}${any}*` : `(?:${first}${any}*)?`;
      else regex += `${any}*`;
    } else if (character === '?') {
      regex += wasAtStart ? first : any;
      at += 1;
    } else if (set !== null) {
      regex += set.regex;
      at = set.end;
    } else if (closing !== undefined) {
      open.push({ close: closing, atStart: wasAtStart });
      regex += '(?:';
      atStart = wasAtStart;
      at += 1;
    } else if (brace !== undefined && character === ',') {
      regex += '|';
      atStart = brace.atStart;
      at += 1;
    } else if (brace?.close === at) {
      open.pop();
      regex += ')';
      at += 1;
    } else {
      const escaped = character === '\\' && at + 1 < glob.length;
      const literal = escaped ? String.fromCodePoint(glob.codePointAt(at + 1) ?? 0) : character;
      regex += RE2JS.quote(literal);
      atStart = literal === '/';
      at += literal.length + (escaped ? 1 : 0);
    }
  }
  return regex;
}

/** The closing brace of each brace with alternatives; braces without a comma or a partner are literal. */
function bracePairs(glob: string): ReadonlyMap<number, number> {
  const pairs = new Map<number, number>();
  const open: { readonly at: number; comma: boolean }[] = [];
  for (let at = 0; at < glob.length; at += 1) {
    const brace = open.at(-1);
    if (glob[at] === '\\') at += 1;
    else if (glob[at] === '{') open.push({ at, comma: false });
    else if (glob[at] === ',' && brace !== undefined) brace.comma = true;
    else if (glob[at] === '}' && open.pop()?.comma && brace !== undefined) pairs.set(brace.at, at);
  }
  return pairs;
}

/** Whether a segment ends here: at its slash, at the end, or where an alternative ends after which it does. */
function endsSegment(glob: string, at: number, open: readonly { readonly close: number }[]): boolean {
  let after = at;
  for (const { close } of open.toReversed()) {
    if (glob[after] !== ',' && after !== close) break;
    after = close + 1;
  }
  return after === glob.length || glob[after] === '/';
}

/** `[abc]` from its bracket on; `null` if it is not closed. */
function readSet(
  glob: string,
  at: number,
  kind: GlobKind,
  atStart: boolean,
): { readonly regex: string; readonly end: number } | null {
  const negated = glob[at + 1] === '!' || glob[at + 1] === '^';
  const start = at + (negated ? 2 : 1);
  const close = glob.indexOf(']', start + 1);
  if (close === -1) return null;
  const members = glob.slice(start, close).replaceAll(/[\\[\]^&~|]|^-/g, '\\$&');
  const never = kind === 'name' ? '' : kind === 'path' && atStart ? '/.' : '/';
  return { regex: `[${negated ? `^${never}` : ''}${members}]`, end: close + 1 };
}

/**
 * `name`: `*` matches every character. `id`: `*` and `?` stop at `/`, `**` as a whole segment does not. `path`: like `id`, and
 * a leading dot of a segment must be written out.
 */
export type GlobKind = 'name' | 'id' | 'path';

/**
 * What matches a glob of literal characters and at most one star, as most are: a beginning, an end, and what may be between
 * them. `null` for every other glob.
 */
export function plainGlob(glob: string, kind: GlobKind): ((text: string) => boolean) | null {
  if (/[?[{\\]/.test(glob)) return null;
  const [start = '', end, ...more] = glob.split('*');
  if (more.length > 0) return null;
  if (end === undefined) return (text) => text === glob;
  const mayFill =
    kind === 'name' ? () => true : kind === 'path' && /(?:^|\/)$/.test(start) ? opening(end) : isInSegment;
  const least = start.length + end.length;
  return (text) =>
    text.length >= least &&
    text.startsWith(start) &&
    text.endsWith(end) &&
    mayFill(text.slice(start.length, text.length - end.length));
}

/** What may begin a segment: no dot, which would hide the file; nothing, unless the rest would begin with a dot. */
function opening(end: string): (text: string) => boolean {
  return (text) => isInSegment(text) && (text === '' ? !end.startsWith('.') : !text.startsWith('.'));
}

function isInSegment(text: string): boolean {
  return !text.includes('/');
}
