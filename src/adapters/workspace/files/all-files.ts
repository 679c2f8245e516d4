import { askGit } from '#adapters/workspace/git/ask-git.ts';
import { isMade, MADE } from '#domain/suite/folder-hash.ts';

/**
 * All files below a folder, hidden ones too, except installed packages, compiled files and what the repository ignores;
 * relative paths, unordered. Build products of one machine are no files of the repository.
 */
export async function allFiles(folder: string): Promise<readonly string[]> {
  const kept = await askGit(folder, [
    '-c',
    'core.fsmonitor=false',
    'ls-files',
    '-z',
    '--cached',
    '--others',
    '--exclude-standard',
  ]);
  const found = kept === null ? await listed(folder) : [...new Set(kept.split('\0').filter((path) => path !== ''))];
  return found.filter((path) => !isMade(path));
}

async function listed(folder: string): Promise<readonly string[]> {
  const { glob } = await import('tinyglobby');
  return glob(['**/*'], {
    cwd: folder,
    onlyFiles: true,
    dot: true,
    ignore: MADE.map((name) => `**/${name}/**`),
    followSymbolicLinks: false,
    expandDirectories: false,
  });
}
