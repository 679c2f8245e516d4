import { askGit } from './ask-git.ts';

/** A commit, or why git finds none. */
export type ForkPoint =
  | { readonly kind: 'found'; readonly sha: string }
  /** Nothing here has that name; `known`: the branches that are here, those of the remote origin under their own names. */
  | { readonly kind: 'unknown_name'; readonly known: readonly string[]; readonly is_shallow: boolean }
  /** Nothing is committed here yet. */
  | { readonly kind: 'no_commit' }
  /** The clone has only the newest commits of its history. */
  | { readonly kind: 'shallow' }
  | { readonly kind: 'unrelated' };

/**
 * The newest commit that HEAD has in common with a branch, a tag or a commit: the one that the current work builds on. A branch
 * that does not exist locally is looked up on the remote origin.
 */
export async function forkPoint(cwd: string, ref: string): Promise<ForkPoint> {
  // Git would read it as an option.
  const names = ref.startsWith('-') ? [] : [ref, `refs/remotes/origin/${ref}`];
  for (const name of names) {
    const commit = await askGit(cwd, ['rev-parse', '--verify', '--quiet', `${name}^{commit}`]);
    if (commit === null || !/^[0-9a-f]{40,64}$/.test(commit)) continue;
    const sha = await askGit(cwd, ['merge-base', 'HEAD', commit]);
    return sha === null ? { kind: await whyUnrelated(cwd) } : { kind: 'found', sha };
  }
  return { kind: 'unknown_name', known: await branches(cwd), is_shallow: await isShallow(cwd) };
}

async function whyUnrelated(cwd: string): Promise<'no_commit' | 'shallow' | 'unrelated'> {
  if ((await askGit(cwd, ['rev-parse', '--verify', '--quiet', 'HEAD'])) === null) return 'no_commit';
  return (await isShallow(cwd)) ? 'shallow' : 'unrelated';
}

async function isShallow(cwd: string): Promise<boolean> {
  return (await askGit(cwd, ['rev-parse', '--is-shallow-repository'])) === 'true';
}

async function branches(cwd: string): Promise<readonly string[]> {
  const text = await askGit(cwd, ['for-each-ref', '--format=%(refname)', 'refs/heads', 'refs/remotes/origin']);
  const names = (text ?? '').split('\n').map((name) => name.replace(/^refs\/(?:heads|remotes\/origin)\//, ''));
  return [...new Set(names)].filter((name) => name !== '' && name !== 'HEAD');
}
