import { execFile } from 'node:child_process';
import { lstat, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { ChangedText } from '#gate/lines/split-change.ts';

const run = promisify(execFile);

/** More bytes of paths than any repository has that is compared. */
const MOST_BYTES = 64 * 1024 * 1024;

/**
 * Every file in which the work in a checkout differs from a commit, by path. Files that git ignores are no part of the work.
 *
 * @param root of the checkout, absolute
 * @param base where the files of the commit are, and their paths from there
 */
export async function readChange(
  root: string,
  base: { readonly folder: string; readonly paths: readonly string[] },
): Promise<readonly ChangedText[]> {
  const list = ['-c', 'safe.bareRepository=explicit', 'ls-files', '-z', '-co', '--exclude-standard'];
  const { stdout } = await run('git', list, { cwd: root, maxBuffer: MOST_BYTES, timeout: 30_000 });
  const here = stdout.split('\0').filter((path) => path !== '');
  const changed: ChangedText[] = [];
  for (const path of [...new Set([...base.paths, ...here])].sort()) {
    const [before, after] = await Promise.all([bytesOf(join(base.folder, path)), bytesOf(join(root, path))]);
    if (before !== after) changed.push({ path, base: before, head: after });
  }
  return changed;
}

/**
 * Puts the files of a version over those of a commit; `null`: the version has none there.
 *
 * @param root of the work, whose files say what can be run
 */
export async function writeVersion(
  folder: string,
  files: ReadonlyMap<string, string | null>,
  root: string,
): Promise<void> {
  for (const [path, text] of files) {
    const file = join(folder, path);
    const like = (await stat(join(root, path)).catch(() => null)) ?? (await stat(file).catch(() => null));
    // A link must not lead the text elsewhere.
    await rm(file, { recursive: true, force: true });
    if (text === null) continue;
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text, { encoding: 'latin1', mode: like?.mode ?? 0o644 });
  }
}

/** A character a byte; `null`: there is no file; what a link leads to is none of the repository. */
async function bytesOf(path: string): Promise<string | null> {
  const stats = await lstat(path).catch(() => null);
  return stats?.isFile() === true ? readFile(path, 'latin1').catch(() => null) : null;
}
