import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isMade, MADE } from '#cases/suite/folder-hash.ts';
import { askGit } from '#runner/workspace/git/ask-git.ts';

/**
 * All files below a folder, hidden ones too, except installed packages, compiled files and what the repository ignores;
 * relative paths, unordered. Build products of one machine are no files of the repository.
 */
export async function allFiles(folder: string): Promise<readonly string[]> {
  const output = await askGit(folder, [
    '-c',
    'core.fsmonitor=false',
    'ls-files',
    '-z',
    '--cached',
    '--others',
    '--exclude-standard',
  ]);
  const paths =
    output === null ? await listFolder(folder) : [...new Set(output.split('\0').filter((path) => path !== ''))];
  return paths.filter((path) => !isMade(path));
}

async function listFolder(folder: string): Promise<readonly string[]> {
  const paths: string[] = [];
  const enter = async (below: string): Promise<void> => {
    for (const entry of await readdir(join(folder, below), { withFileTypes: true })) {
      const path = `${below}${entry.name}`;
      if (!entry.isDirectory()) paths.push(path);
      else if (!MADE.includes(entry.name)) await enter(`${path}/`);
    }
  };
  await enter('');
  return paths;
}
