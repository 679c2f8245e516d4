import { diffArrays } from 'diff';

/** A file that a change touches, each of whose characters stands for a byte; `null`: that side has none. */
export interface ChangedText {
  /** From the root of the repository. */
  readonly path: string;
  readonly base: string | null;
  readonly head: string | null;
}

/** The least that is undone by itself: lines of a file, or all of it. */
export interface Hunk {
  readonly path: string;
  /** Its first and last line here; for a removal the line after it. `null`: the whole file. */
  readonly lines: { readonly first: number; readonly last: number } | null;
  readonly removed: string;
  readonly added: string;
}

/** A file as what both sides share, and what the change puts in place of what. */
export interface SplitFile extends ChangedText {
  readonly segments: readonly (string | Hunk)[];
}

/** A diff of more changed lines takes minutes. */
const MOST_EDITS = 2_000;

/**
 * Splits a file into its hunks. If there are as many new lines as old ones, each is a hunk; a new, deleted, binary or rewritten
 * file is one.
 */
export function splitFile(file: ChangedText): SplitFile {
  const { path, base, head } = file;
  const isText = base !== null && head !== null && !`${base}${head}`.includes('\0');
  const changes = isText ? diffArrays(linesOf(base), linesOf(head), { maxEditLength: MOST_EDITS }) : undefined;
  if (changes === undefined)
    return { ...file, segments: [{ path, lines: null, removed: base ?? '', added: head ?? '' }] };
  let line = 1;
  const segments = changes.flatMap(({ value, removed, added }, at): readonly (string | Hunk)[] => {
    const first = line;
    if (!removed) line += value.length;
    if (!removed && !added) return [value.join('')];
    const [before, after] = [changes[at - 1], changes[at + 1]];
    if (added && before?.removed) return [];
    const [lost, gained] = removed ? [value, after?.added ? after.value : []] : [[], value];
    return pairLines(lost, gained).map(([old, fresh], index, all) => {
      const start = first + (all.length > 1 ? index : 0);
      const lines = { first: start, last: start + Math.max(1, fresh.length) - 1 };
      return { path, lines, removed: old.join(''), added: fresh.join('') };
    });
  });
  return { ...file, segments };
}

/** The hunks of a file, by line. */
export function hunksOf({ segments }: SplitFile): readonly Hunk[] {
  return segments.filter((segment) => typeof segment !== 'string');
}

/** The file without some of its hunks; `null`: there is none. */
export function fileWithout({ base, head, segments }: SplitFile, undone: ReadonlySet<Hunk>): string | null {
  const [only] = segments;
  if (typeof only === 'object' && only.lines === null) return undone.has(only) ? base : head;
  return segments
    .map((segment) => (typeof segment === 'string' ? segment : undone.has(segment) ? segment.removed : segment.added))
    .join('');
}

type Lines = readonly string[];

function pairLines(old: Lines, fresh: Lines): readonly (readonly [Lines, Lines])[] {
  return old.length === fresh.length ? old.map((line, at) => [[line], fresh.slice(at, at + 1)]) : [[old, fresh]];
}

/** With their ends, so that these stay as they are. */
function linesOf(text: string): string[] {
  return text === '' ? [] : text.split(/(?<=\n)/);
}
