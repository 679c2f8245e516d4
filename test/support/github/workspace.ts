import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createGit, type Git } from './git.ts';

/** A real git repository in a temporary folder. Shas depend on content and order only. */
export type Workspace = {
  readonly path: string;
  /** Runs git there and gives its output without the final newline. */
  readonly git: Git['run'];
  /** Writes files (null deletes one), commits everything and gives the commit's sha. */
  readonly commit: (message: string, files?: WorkspaceFiles) => Promise<string>;
  /** Text of a file at a commit, exactly; null when there is none. */
  readonly read: (sha: string, file: string) => Promise<string | null>;
  /** Sha of HEAD. */
  readonly head: () => Promise<string>;
  /** Switches to a branch, making it at `from` (default HEAD) when it is new. */
  readonly branch: (name: string, from?: string) => Promise<void>;
  /** Makes GitHub's test merge of a pull request: base first, head second, on no branch; stays where it was. */
  readonly mergeCommit: (merge: {
    readonly base: string;
    readonly head: string;
    readonly number?: number;
  }) => Promise<string>;
  /**
   * A second folder as actions/checkout leaves it: the commit detached, `depth` commits of history (default 1, as
   * there; 0 is all of it), origin named like GitHub's remote.
   */
  readonly checkout: (sha: string, options?: CheckoutOptions) => Promise<Checkout>;
  readonly [Symbol.asyncDispose]: () => Promise<void>;
};

/** A folder made by `checkout`. */
export type Checkout = {
  readonly path: string;
  readonly git: Git['run'];
  readonly [Symbol.asyncDispose]: () => Promise<void>;
};

/** Path → text, or null to delete. */
export type WorkspaceFiles = Readonly<Record<string, string | null>>;

/** How much of the history a checkout brings, and the pull request it is for. */
export type CheckoutOptions = { readonly depth?: number; readonly number?: number };

/** Makes a repository whose `main` holds one commit with the given files. */
export async function createRepository(files: WorkspaceFiles): Promise<Workspace> {
  const path = await mkdtemp(join(tmpdir(), 'workspace-'));
  const { run, read } = createGit(path);
  await run('init', '--quiet', '--initial-branch=main');
  await run('config', 'uploadpack.allowAnySHA1InWant', 'true');
  const commit: Workspace['commit'] = async (message, changes = {}) => {
    for (const [file, text] of Object.entries(changes)) await place(join(path, file), text);
    await run('add', '--all');
    await run('commit', '--quiet', '--allow-empty', `--message=${message}`);
    return run('rev-parse', 'HEAD');
  };
  await commit('first commit', files);
  return {
    path,
    git: run,
    commit,
    read: async (sha, file) => {
      const listed = await run('ls-tree', '--name-only', sha, '--', file);
      return listed === '' ? null : read('cat-file', 'blob', `${sha}:${file}`);
    },
    head: () => run('rev-parse', 'HEAD'),
    branch: async (name, from = 'HEAD') => {
      const known = await run('branch', '--list', name);
      await (known === '' ? run('switch', '--quiet', '--create', name, from) : run('switch', '--quiet', name));
    },
    mergeCommit: async ({ base, head, number = 1 }) => {
      const [baseSha, headSha] = [await run('rev-parse', base), await run('rev-parse', head)];
      const tree = (await run('merge-tree', '--write-tree', baseSha, headSha)).split('\n')[0] ?? '';
      const message = `Merge ${headSha} into ${baseSha}`;
      const sha = await run('commit-tree', tree, '-p', baseSha, '-p', headSha, '-m', message);
      await run('update-ref', `refs/pull/${number}/merge`, sha);
      await run('update-ref', `refs/pull/${number}/head`, headSha);
      return sha;
    },
    checkout: (sha, options = {}) => checkOut(path, sha, options),
    [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }),
  };
}

async function checkOut(origin: string, sha: string, { depth = 1, number }: CheckoutOptions): Promise<Checkout> {
  const path = await mkdtemp(join(tmpdir(), 'checkout-'));
  const { run } = createGit(path);
  const ref = number === undefined ? 'refs/remotes/origin/main' : `refs/remotes/pull/${number}/merge`;
  const history = depth > 0 ? [`--depth=${depth}`] : [];
  await run('init', '--quiet', '--initial-branch=main');
  await run('remote', 'add', 'origin', `file://${origin}`);
  await run('fetch', '--quiet', '--no-tags', ...history, 'origin', `+${sha}:${ref}`);
  await run('checkout', '--quiet', '--force', '--detach', ref);
  return { path, git: run, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}

async function place(file: string, text: string | null): Promise<void> {
  if (text === null) return rm(file);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}
