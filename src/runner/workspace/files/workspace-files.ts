import { lstat, readFile, realpath, stat } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { megabytes } from '#common/words.ts';
import type { SuiteFiles } from '#ports/ports.ts';
import { linkOnTheWay } from '#process/foreign-files.ts';
import { holdNursery } from '#process/heap-growth.ts';
import { askGit } from '#runner/workspace/git/ask-git.ts';
import { allFiles } from './all-files.ts';
import { exists } from './exists.ts';
import { filesMatching } from './files-matching.ts';
import { hashOf } from './git-hash.ts';
import { isInside } from './is-inside.ts';
import { isLfsPointer, LFS_POINTER } from './lfs-pointer.ts';
import { readFolder } from './read-folder.ts';

/** Largest file that is read as config or cases. */
const MAX_BYTES = 64 * 1024 * 1024;
/** Some hundred cases. */
const LARGE_BYTES = 128 * 1024;

/** Files of a workspace; `resolve` returns the absolute path of a readable one. */
export interface WorkspaceFiles extends SuiteFiles {
  resolve(path: string): Promise<{ readonly path: string } | { readonly problem: string }>;
  /** The absolute path of a folder that may be written to; it need not exist yet. */
  resolveFolder(path: string): Promise<{ readonly path: string } | { readonly problem: string }>;
}

/**
 * Reads files below `root` only: refuses absolute paths, `..` and symbolic links that lead out.
 *
 * @param root the workspace, absolute
 * @param cwd the working directory, absolute, at or below `root`; paths shown to people are relative to it
 * @param configPath path of the config, relative to `cwd`
 */
export function workspaceFiles(root: string, cwd: string, configPath: string): WorkspaceFiles {
  const base = dirname(resolve(cwd, configPath));
  const relativePath = (path: string): string => relative(cwd, path).split(sep).join('/');
  const problemOf = async (path: string, error: unknown): Promise<string> => {
    const isGone = codeOf(error) === 'ENOENT';
    if (isGone && (await isLink(resolve(cwd, path))))
      return `"${path}" is a symbolic link to a file that does not exist; correct or remove it`;
    const other = path.replace(/\.ya?ml$/, (ending) => (ending === '.yml' ? '.yaml' : '.yml'));
    if (isGone && other !== path && (await stat(resolve(cwd, other)).catch(() => null)) !== null)
      return `"${path}" does not exist, but "${other}" does; rename it`;
    return readProblem(path, error, path === configPath ? WRITE_IT : CORRECT_IT);
  };
  const resolveInside: WorkspaceFiles['resolve'] = async (path) => {
    try {
      const real = await realpath(resolve(cwd, path));
      if (isInside(await realpath(root), real)) return { path: real };
      return { problem: `"${path}" is outside the workspace; move the file into the repository` };
    } catch (error) {
      return { problem: await problemOf(path, error) };
    }
  };
  const steps = relative(root, base)
    .split(sep)
    .filter((step) => step !== '');
  return {
    above: steps.map((_, index) => Array.from({ length: index + 1 }, () => '..').join('/')),
    resolve: resolveInside,
    async resolveFolder(path) {
      const absolute = resolve(cwd, path);
      let standing = absolute;
      while (!(await exists(standing)) && dirname(standing) !== standing) standing = dirname(standing);
      const inside = await resolveInside(standing);
      return 'problem' in inside ? inside : { path: join(inside.path, relative(standing, absolute)) };
    },
    async read(path) {
      const inside = await resolveInside(path);
      if ('problem' in inside) return inside;
      try {
        const facts = await stat(inside.path);
        if (!facts.isFile() && !facts.isDirectory()) return { problem: `"${path}" is not a regular file` };
        const { size } = facts;
        if (size > MAX_BYTES) return { problem: tooLarge(path, size) };
        if (size > LARGE_BYTES) holdNursery();
        const bytes = await readFile(inside.path);
        if (isLfsPointer(bytes)) return { problem: `"${path}" ${LFS_POINTER}` };
        const place = join(root, relative(await realpath(root), inside.path));
        const isLinked = place !== resolve(cwd, path);
        return { text: decode(bytes), ...(isLinked && { at: relative(base, place).split(sep).join('/') }) };
      } catch (error) {
        return { problem: await problemOf(path, error) };
      }
    },
    async hash(path) {
      const inside = await resolveInside(path);
      if ('problem' in inside) return null;
      const facts = await stat(inside.path).catch(() => null);
      if (facts?.isFile() !== true) return null;
      return hashOf(inside.path, facts.size).catch(() => null);
    },
    async below(folder) {
      const inside = await resolveInside(folder);
      if ('problem' in inside || !(await stat(inside.path)).isDirectory()) return [];
      const paths = await allFiles(inside.path);
      return paths.map((path) => relativePath(resolve(cwd, folder, path))).sort();
    },
    async folder(path, most) {
      const inside = await resolveInside(path);
      return 'problem' in inside ? inside : readFolder(path, inside.path, most);
    },
    async expand(pattern) {
      if (isAbsolute(pattern) || pattern.split('/').includes('..')) return [];
      const paths = await filesMatching(base, pattern, root);
      return paths.map((path) => relativePath(resolve(base, path))).sort();
    },
    async matches(pattern) {
      const up = /^(?:\.\.\/)*/.exec(pattern)?.[0] ?? '';
      const folder = resolve(base, up);
      return isInside(root, folder) && (await filesMatching(folder, pattern.slice(up.length), root)).length > 0;
    },
    async exists(path) {
      const absolute = resolve(cwd, path);
      return !isInside(root, absolute) || (await stat(absolute).catch(isKnownMissing)) !== false;
    },
    async outputProblem(path) {
      const link = linkOnTheWay(cwd, path);
      if (link !== null) return `"${link}" is a symbolic link`;
      const tracked = await askGit(cwd, ['ls-files', '-z', '--', `:(literal)${path}`]);
      return tracked === null ? null : `git tracks "${tracked.split('\0')[0]}"`;
    },
    locate(path) {
      return relativePath(join(base, path));
    },
  };
}

function tooLarge(path: string, size: number): string {
  return `"${path}" has ${megabytes(size)}, but files may have at most ${megabytes(MAX_BYTES)}; split it into several files, and list them with a glob under \`cases\``;
}

async function isLink(path: string): Promise<boolean> {
  const facts = await lstat(path).catch(() => null);
  return facts?.isSymbolicLink() === true;
}

/** `false` for a missing file; if the check itself fails, the file may exist. */
function isKnownMissing(error: unknown): boolean {
  const code = codeOf(error);
  return code !== 'ENOENT' && code !== 'ENOTDIR';
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : null;
}

function decode(bytes: Buffer): string {
  return new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes);
}

function readProblem(path: string, error: unknown, remedy: string): string {
  const code = codeOf(error);
  if (code === 'ENOENT') return `"${path}" does not exist; ${remedy}`;
  if (code === 'EISDIR') return `"${path}" is a folder; name a file`;
  if (code === 'EACCES') return `"${path}" may not be read; check its permissions`;
  if (error instanceof TypeError) return `"${path}" is not UTF-8 text; save it as UTF-8`;
  return `"${path}" can't be read (${String(code ?? error)})`;
}

const CORRECT_IT = 'correct the path, or add the file';
const WRITE_IT = 'correct the path, or let the command "init" write it';
