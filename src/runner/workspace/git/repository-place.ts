import { askGit } from './ask-git.ts';

/** Where a folder is in its repository, and the repository's main branch. */
export interface RepositoryPlace {
  /** Root of the repository, absolute. */
  readonly root: string;
  /** The folder from the root, with `/`; empty for the root. */
  readonly folder: string;
  readonly branch: string;
  /** `told`: the remote names its default branch. `guessed`: a branch called main or master, or the one that is checked out. */
  readonly branch_by: 'told' | 'guessed';
}

/** Asks git where `cwd` is; `null` outside a repository or without git. Never throws. */
export async function repositoryPlace(cwd: string): Promise<RepositoryPlace | null> {
  const root = await askGit(cwd, ['rev-parse', '--show-toplevel']);
  if (root === null) return null;
  const prefix = (await askGit(cwd, ['rev-parse', '--show-prefix'])) ?? '';
  return { root, folder: prefix.replace(/\/$/, ''), ...(await defaultBranch(cwd)) };
}

async function defaultBranch(cwd: string): Promise<Pick<RepositoryPlace, 'branch' | 'branch_by'>> {
  const remote = await askGit(cwd, ['symbolic-ref', '-q', 'refs/remotes/origin/HEAD']);
  if (remote !== null) return { branch: remote.replace(/^refs\/remotes\/origin\//, ''), branch_by: 'told' };
  const here = (await askGit(cwd, ['symbolic-ref', '-q', 'HEAD']))?.replace(/^refs\/heads\//, '') ?? null;
  if (here !== null && USUAL.includes(here)) return { branch: here, branch_by: 'guessed' };
  const known =
    (await askGit(cwd, ['for-each-ref', '--format=%(refname)', ...USUAL.flatMap(refsOf)]))?.split('\n') ?? [];
  const usual = USUAL.find((name) => refsOf(name).some((ref) => known.includes(ref)));
  return { branch: usual ?? here ?? 'main', branch_by: 'guessed' };
}

const USUAL = ['main', 'master'];

function refsOf(branch: string): readonly string[] {
  return [`refs/remotes/origin/${branch}`, `refs/heads/${branch}`];
}
