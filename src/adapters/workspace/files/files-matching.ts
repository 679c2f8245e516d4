import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { compileGlob } from '#domain/matching/glob.ts';

/**
 * The files below a folder that match a glob: `*`, `?`, `[abc]`, `{a,b}` within a segment, `**` for any number of folders.
 * Hidden files and folders must be written out; a wildcard does not match `node_modules`, and links are not followed.
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
  const fits = compileGlob(rest.join('/'), 'path');
  const listed = await filesBelow(join(folder, start), {
    hidden: rest.some((segment) => /(^|[{,\\])\./.test(segment)),
    installed: wild === -1,
    depth: bottomless ? Number.POSITIVE_INFINITY : rest.length,
  });
  return listed.filter((path) => fits(path)).map((path) => (start === '' ? path : `${start}/${path}`));
}

interface Walk {
  /** Whether names with a leading dot count. */
  readonly hidden: boolean;
  /** Whether `node_modules` counts. */
  readonly installed: boolean;
  /** How many segments a path may have. */
  readonly depth: number;
}

/** Paths relative to `folder`; a folder that can't be read has no files. */
async function filesBelow(folder: string, { hidden, installed, depth }: Walk): Promise<readonly string[]> {
  const found: string[] = [];
  const enter = async (below: string, left: number): Promise<void> => {
    for (const entry of await readdir(join(folder, below), { withFileTypes: true }).catch(() => [])) {
      if (!hidden && entry.name.startsWith('.')) continue;
      if (entry.isFile()) found.push(`${below}${entry.name}`);
      else if (entry.isDirectory() && left > 1 && (installed || entry.name !== 'node_modules'))
        await enter(`${below}${entry.name}/`, left - 1);
    }
  };
  await enter('', depth);
  return found;
}
