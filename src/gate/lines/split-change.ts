import { diffArrays } from 'diff';

/** A file that a change touches; `null`: that side has none. */
export interface ChangedFile {
  /** From the root of the repository. */
  readonly path: string;
  readonly base: string | null;
  readonly head: string | null;
  /** No text: each character stands for a byte. */
  readonly is_binary: boolean;
}

/** A file of a version; `null`: it has none there. */
export interface VersionFile extends Pick<ChangedFile, 'is_binary'> {
  readonly text: string | null;
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
export interface SplitFile extends ChangedFile {
  readonly segments: readonly (string | Hunk)[];
}

/** Of more changed lines a diff takes minutes. */
const MOST_EDITS = 2_000;

/** Splits a file into its hunks. As many new lines as old ones are a hunk each; a new, deleted, binary or rewritten file is one. */
export function splitFile(file: ChangedFile): SplitFile {
  const { path, base, head, is_binary } = file;
  const isText = base !== null && head !== null && !is_binary && !base.includes('\0') && !head.includes('\0');
  const changes = isText ? diffArrays(linesOf(base), linesOf(head), { maxEditLength: MOST_EDITS }) : undefined;
  if (changes === undefined)
    return { ...file, segments: [{ path, lines: null, removed: base ?? '', added: head ?? '' }] };
  const segments: (string | Hunk)[] = [];
  let line = 1;
  let removed: readonly string[] = [];
  const put = (old: readonly string[], added: readonly string[]) => {
    for (const [lost, gained] of paired(old, added)) {
      const first = line;
      line += gained.length;
      const last = Math.max(first, line - 1);
      segments.push({ path, lines: { first, last }, removed: lost.join(''), added: gained.join('') });
    }
  };
  for (const { value, added: isAdded, removed: isRemoved } of changes) {
    if (isRemoved) {
      removed = value;
      continue;
    }
    if (isAdded || removed.length > 0) put(removed, isAdded ? value : []);
    removed = [];
    if (isAdded) continue;
    segments.push(value.join(''));
    line += value.length;
  }
  if (removed.length > 0) put(removed, []);
  return { ...file, segments };
}

/** The hunks of a file, by line. */
export function hunksOf({ segments }: SplitFile): readonly Hunk[] {
  return segments.filter((segment) => typeof segment !== 'string');
}

/** The file without some of its hunks. */
export function fileWithout({ base, head, is_binary, segments }: SplitFile, undone: ReadonlySet<Hunk>): VersionFile {
  const [only] = segments;
  if (typeof only === 'object' && only.lines === null) return { text: undone.has(only) ? base : head, is_binary };
  const text = segments
    .map((segment) => (typeof segment === 'string' ? segment : undone.has(segment) ? segment.removed : segment.added))
    .join('');
  return { text, is_binary };
}

function paired(
  old: readonly string[],
  added: readonly string[],
): readonly (readonly [readonly string[], readonly string[]])[] {
  if (old.length === 0 && added.length === 0) return [];
  if (old.length !== added.length) return [[old, added]];
  return old.map((line, at) => [[line], added.slice(at, at + 1)]);
}

/** With their ends, so that these stay as they are. */
function linesOf(text: string): string[] {
  return text === '' ? [] : text.split(/(?<=\n)/);
}
