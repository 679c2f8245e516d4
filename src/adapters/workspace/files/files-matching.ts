import { join } from 'node:path';
import { compileGlob } from '#domain/matching/glob.ts';

/**
 * The files below a folder that match a glob: `*`, `?`, `[abc]`, `{a,b}` within a segment, `**` for any number of folders.
 * Hidden files and folders must be written out; a wildcard does not match `node_modules`, and links are not followed. The glob
 * library only lists, with a pattern of ours: its own matching takes exponential time on some globs.
 *
 * @param folder absolute
 * @param pattern relative to `folder`, without `..`
 * @returns paths relative to `folder`, unordered
 */
export async function filesMatching(folder: string, pattern: string): Promise<readonly string[]> {
  const segments = pattern.split('/').filter((segment) => segment !== '' && segment !== '.');
  const wild = segments.findIndex((segment) => /[*?[\]{}\\]/.test(segment));
  const split = wild === -1 ? segments.length - 1 : wild;
  const start = segments.slice(0, split).join('/');
  const rest = segments.slice(split);
  const bottomless = rest.some((segment) => segment.includes('**') || segment.includes('{'));
  const { glob } = await import('tinyglobby');
  const listed = await glob(['**/*'], {
    cwd: join(folder, start),
    onlyFiles: true,
    dot: rest.some((segment) => /(^|[{,\\])\./.test(segment)),
    ignore: wild === -1 ? [] : ['**/node_modules/**'],
    deep: bottomless ? Number.POSITIVE_INFINITY : rest.length,
    followSymbolicLinks: false,
    expandDirectories: false,
  });
  const fits = compileGlob(rest.join('/'), 'path');
  return listed.filter((path) => fits(path)).map((path) => (start === '' ? path : `${start}/${path}`));
}
