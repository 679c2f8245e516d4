import { readdir, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { compileGlob } from '#cases/matching/glob.ts';
import { isInside } from './is-inside.ts';

/**
 * The files below a folder that match a glob: `*`, `?`, `[abc]`, `{a,b}` within a segment, `**` for any number of folders.
 * Hidden files and folders must be written out; a wildcard does not match `node_modules`. Links are followed inside the
 * workspace. A link that leads nowhere or out of it counts as a file, so that reading it says so: a linked folder too, below a
 * folder that the pattern names.
 *
 * @param folder absolute
 * @param pattern relative to `folder`, without `..`
 * @param root the workspace, absolute
 * @returns paths relative to `folder`, unordered
 */
export async function filesMatching(folder: string, pattern: string, root: string): Promise<readonly string[]> {
  const segments = pattern.split('/').filter((segment) => segment !== '' && segment !== '.');
  const wild = segments.findIndex((segment) => /[*?[\]{}\\]/.test(segment));
  const split = wild === -1 ? segments.length - 1 : wild;
  const start = segments.slice(0, split).join('/');
  const rest = segments.slice(split);
  const bottomless = rest.some((segment) => segment.includes('**') || segment.includes('{'));
  const fits = compileGlob(rest.join('/'), 'path');
  const { files, strays } = await filesBelow(join(folder, start), {
    root: await realpath(root),
    hidden: rest.some((segment) => /(^|[{,\\])\./.test(segment)),
    installed: wild === -1,
    depth: bottomless ? Number.POSITIVE_INFINITY : rest.length,
  });
  const matches = [...once(files.filter(({ path }) => fits(path))), ...(start === '' ? [] : strays)];
  return matches.map((path) => (start === '' ? path : `${start}/${path}`));
}

/** The paths, a file that links reach too by its own path alone. */
function once(files: readonly FoundFile[]): readonly string[] {
  const paths = new Map<string, string>();
  for (const { path, real, linked } of files.toSorted((left, right) => Number(left.linked) - Number(right.linked)))
    if (!linked || !paths.has(real)) paths.set(real, path);
  return [...paths.values()];
}

interface Walk {
  /** The real path of the workspace. */
  readonly root: string;
  /** Whether names with a leading dot count. */
  readonly hidden: boolean;
  /** Whether `node_modules` counts. */
  readonly installed: boolean;
  /** How many segments a path may have. */
  readonly depth: number;
}

interface FoundFile {
  /** Relative to the folder. */
  readonly path: string;
  /** Without links; of a link that leads nowhere its own path. */
  readonly real: string;
  /** It is a link, or below one. */
  readonly linked: boolean;
}

interface Found {
  readonly files: readonly FoundFile[];
  /** Linked folders outside the workspace. */
  readonly strays: readonly string[];
}

/** A folder that can't be read has no files. A link to a folder above it leads in a circle and is not followed. */
async function filesBelow(folder: string, { root, hidden, installed, depth }: Walk): Promise<Found> {
  const files: FoundFile[] = [];
  const strays: string[] = [];
  const enter = async (below: string, left: number, at: string, linked: boolean): Promise<void> => {
    for (const entry of await readdir(at, { withFileTypes: true }).catch(() => [])) {
      if (!hidden && entry.name.startsWith('.')) continue;
      const path = `${below}${entry.name}`;
      const isLink = entry.isSymbolicLink();
      const { kind, real } = isLink
        ? await followLink(join(at, entry.name))
        : { kind: entry.isDirectory() ? 'folder' : entry.isFile() ? 'file' : 'other', real: join(at, entry.name) };
      if (kind === 'file') files.push({ path, real, linked: linked || isLink });
      if (kind !== 'folder') continue;
      if (isLink && !isInside(root, real)) strays.push(path);
      else if (left > 1 && (installed || entry.name !== 'node_modules') && !(isLink && isInside(real, at)))
        await enter(`${path}/`, left - 1, real, linked || isLink);
    }
  };
  await enter('', depth, await realpath(folder).catch(() => folder), false);
  return { files, strays };
}

/** What a link leads to; nowhere counts as a file. */
async function followLink(path: string): Promise<{ readonly kind: 'file' | 'folder'; readonly real: string }> {
  try {
    const real = await realpath(path);
    return { kind: (await stat(real)).isDirectory() ? 'folder' : 'file', real };
  } catch {
    return { kind: 'file', real: path };
  }
}
