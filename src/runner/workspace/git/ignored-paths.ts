import { resolve } from 'node:path';
import { askGit } from './ask-git.ts';

/** Files and folders below a folder that git ignores, absolute; none outside a repository. A folder stands for all in it. */
export async function ignoredPaths(folder: string): Promise<readonly string[]> {
  const listed = await askGit(folder, ['ls-files', '--others', '--ignored', '--exclude-standard', '--directory', '-z']);
  return (listed ?? '').split('\0').flatMap((path) => (path === '' ? [] : [resolve(folder, path)]));
}

/** Whether git ignores a path; false outside a repository. */
export async function isIgnored(folder: string, path: string): Promise<boolean> {
  return (await askGit(folder, ['check-ignore', '--', path])) !== null;
}
