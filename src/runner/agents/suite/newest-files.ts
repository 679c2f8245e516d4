import { type Dirent, lstatSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { compileGlob } from '#cases/matching/glob.ts';
import { linkOnTheWay, readForeign } from '#process/foreign-files.ts';
import type { Damage } from '#trials/rows/row.ts';
import type { WrittenFile } from './read-results.ts';

/** Files that a runner names by the time, or appends to: a round has what is new since it began, and nothing is removed. */
export interface NewestFiles {
  /** Remembers what is there. `null`: done; else why it can't be, a sentence part. */
  begin(): Promise<string | null>;
  written(): Promise<readonly WrittenFile[] | Damage>;
}

/** What is remembered of a file. */
interface Known {
  readonly state: string;
  readonly inode: bigint;
  readonly size: number;
  /** Its last bytes. */
  readonly tail: Buffer;
}

/** @param glob from the folder `cwd`, which is absolute; it begins with the name of a folder or file */
export function newestFiles(cwd: string, glob: string): NewestFiles {
  const fits = compileGlob(glob, 'path');
  const before = new Map<string, Known>();

  async function matching(): Promise<readonly string[] | { readonly link: string }> {
    const steps = glob.split('/');
    const wild = steps.findIndex((step) => /[*?[\]{}\\]/.test(step));
    const start = steps.slice(0, wild === -1 ? -1 : wild).join('/');
    const link = linkOnTheWay(cwd, start);
    if (link !== null) return { link };
    const entries = await readdir(join(cwd, start), { withFileTypes: true, recursive: true }).catch(() => []);
    const found = entries.map((entry) => ({ entry, path: pathFrom(cwd, entry) })).filter(({ path }) => fits(path));
    const linked = found.find(({ entry }) => entry.isSymbolicLink());
    if (linked !== undefined) return { link: linked.path };
    return found.flatMap(({ entry, path }) => (entry.isFile() ? [path] : [])).sort();
  }

  return {
    async begin() {
      const paths = await matching();
      if ('link' in paths) return linkWords(paths.link);
      before.clear();
      for (const path of paths) {
        const known = remember(join(cwd, path));
        if (known !== null) before.set(path, known);
      }
      return null;
    },
    async written() {
      const paths = await matching();
      if ('link' in paths) return { code: 'unreadable_file', problem: linkWords(paths.link) };
      const files = paths.flatMap((name) => {
        const path = join(cwd, name);
        const from = beginOf(path, before.get(name));
        return from === null ? [] : [{ path, name, from }];
      });
      return files.length === 0 ? { code: 'none_newer', glob, older: before.size, exit: '' } : files;
    },
  };
}

function pathFrom(cwd: string, { parentPath, name }: Dirent): string {
  return join(parentPath, name)
    .slice(cwd.length + 1)
    .replaceAll('\\', '/');
}

function linkWords(path: string): string {
  return `${JSON.stringify(path)} is a link, which may lead anywhere; let \`results.newest\` match the files themselves`;
}

const TAIL = 4096;

function remember(path: string): Known | null {
  const facts = lstatSync(path, { bigint: true, throwIfNoEntry: false });
  if (facts === undefined) return null;
  const size = Number(facts.size);
  const read = readForeign(path, TAIL, Math.max(0, size - TAIL));
  return {
    state: `${facts.size} ${facts.mtimeNs} ${facts.ino}`,
    inode: facts.ino,
    size,
    tail: 'bytes' in read ? read.bytes : Buffer.alloc(0),
  };
}

/** Where the round's part of a file begins: where it ended before, if it only grew; `null`: it has none. */
function beginOf(path: string, known: Known | undefined): number | null {
  if (known === undefined) return 0;
  const now = remember(path);
  if (now === null || now.state === known.state) return null;
  if (now.inode !== known.inode || now.size <= known.size) return 0;
  const read = readForeign(path, known.tail.length, known.size - known.tail.length);
  return 'bytes' in read && read.bytes.equals(known.tail) ? known.size : 0;
}
