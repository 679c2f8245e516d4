import { join } from 'node:path';
import { MANIFEST_PATHS } from './dependency-manifests.ts';
import type { GitEnd } from './run-git.ts';
import { isSameFile } from './same-file.ts';

/**
 * Why what is installed here need not be what a commit asks for, a sentence part: the candidate's checkout has another manifest of
 * dependencies, none where the commit has one, or one more. `null` where all are the same.
 *
 * @param folder the commit's files
 * @param beside the candidate's: read, and asked nothing; its git is not run, and no setting of it acts
 * @param git in the commit's folder
 */
export async function otherDependencies(
  folder: string,
  beside: string,
  git: (args: readonly string[]) => Promise<GitEnd>,
): Promise<string | null> {
  const own = await listed(git, ['ls-files', '-z']);
  // What neither the commit nor the candidate's .gitignore knows: files that the candidate adds.
  const added = await listed(git, [
    ...[`--git-dir=${join(folder, '.git')}`, `--work-tree=${beside}`],
    ...['ls-files', '-z', '--others', '--exclude-standard'],
  ]);
  if (own === null || added === null) return "it can't be told whether it needs the packages that are installed here";
  for (const path of own) {
    if (!(await isSameFile(path, folder, beside))) return `${JSON.stringify(path)} is not the one of main`;
  }
  const [first] = added;
  return first === undefined ? null : `${JSON.stringify(first)} is not on main`;
}

/** Paths of manifests; `null` where git fails or there are more than it can tell. */
async function listed(
  git: (args: readonly string[]) => Promise<GitEnd>,
  args: readonly string[],
): Promise<readonly string[] | null> {
  const end = await git([...args, '--', ...MANIFEST_PATHS]);
  if (end.kind !== 'done' || !end.whole) return null;
  return end.stdout.split('\0').filter((path) => path !== '');
}
