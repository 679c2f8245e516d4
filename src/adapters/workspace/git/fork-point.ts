import { askGit } from './ask-git.ts';

/**
 * The newest commit that HEAD has in common with a branch, a tag or a commit: the one that the current work builds on. A branch
 * that does not exist locally is looked up on the remote origin. `null`: there is none.
 */
export async function forkPoint(cwd: string, ref: string): Promise<string | null> {
  // Git would read it as an option.
  if (ref.startsWith('-')) return null;
  for (const name of [ref, `refs/remotes/origin/${ref}`]) {
    const commit = await askGit(cwd, ['rev-parse', '--verify', '--quiet', `${name}^{commit}`]);
    if (commit !== null && /^[0-9a-f]{40,64}$/.test(commit)) return askGit(cwd, ['merge-base', 'HEAD', commit]);
  }
  return null;
}
