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
