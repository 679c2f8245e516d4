import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { AUTHOR, createGit, type Git } from './git.ts';
import { type Checkout, type CheckoutOptions, checkOut } from './git-checkout.ts';
import { writeGitFolder, writeHead, writeRef } from './git-folder.ts';
import { type GitHistory, type KnownCommit, listTree, mergeEntries, relearn } from './git-history.ts';
import { writeIndex } from './git-index.ts';
import {
  blobObject,
  commitObject,
  type GitObject,
  type TreeEntries,
  treeObjects,
  writeObjects,
} from './git-objects.ts';

/**
 * A real git repository in a temporary folder. Shas depend on content and order only. What tests do all the time is
 * written as git writes it, without starting git.
 */
export type Workspace = {
  readonly path: string;
  /** What is in it. */
  readonly history: GitHistory;
  /** Runs git there and gives its output without the final newline. */
  readonly git: Git['run'];
  /** Writes files (null deletes one), commits them to the branch and gives the commit's sha. */
  readonly commit: (message: string, files?: WorkspaceFiles) => Promise<string>;
  /** Text of a file at a commit, exactly; null when there is none. */
  readonly read: (sha: string, file: string) => Promise<string | null>;
  /** Sha of HEAD. */
  readonly head: () => Promise<string>;
  /** Sha of main's newest commit. */
  readonly main: () => string;
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

/** Path → text, or null to delete. */
export type WorkspaceFiles = Readonly<Record<string, string | null>>;

/** Makes a repository whose `main` holds one commit with the given files. */
export async function createRepository(files: WorkspaceFiles): Promise<Workspace> {
  const path = await mkdtemp(join(tmpdir(), 'workspace-'));
  const folder = join(path, '.git');
  const git = createGit(path);
  const history: GitHistory = { refs: new Map(), commits: new Map(), texts: new Map() };
  let branch = 'refs/heads/main';
  await writeGitFolder(folder, {
    head: `ref: ${branch}`,
    refs: {},
    config: '[uploadpack]\n\tallowAnySHA1InWant = true\n',
  });

  const head = () => history.commits.get(history.refs.get(branch) ?? '');
  const resolve = (name: string): KnownCommit => {
    const found = name === 'HEAD' ? head() : history.commits.get(history.refs.get(`refs/heads/${name}`) ?? name);
    if (found === undefined) throw new Error(`the repository has no commit ${name}`);
    return found;
  };
  const point = (ref: string, sha: string) => {
    history.refs.set(ref, sha);
    return writeRef(folder, ref, sha);
  };
  const record = async (subject: string, parents: readonly string[], entries: TreeEntries, blobs: GitObject[] = []) => {
    const trees = treeObjects(entries);
    const [tree, seconds] = [trees.at(-1)?.sha ?? '', git.tick()];
    const made = commitObject({ tree, parents, message: subject, who: `${AUTHOR.name} <${AUTHOR.email}>`, seconds });
    await writeObjects(folder, [...blobs, ...trees, made]);
    history.commits.set(made.sha, { sha: made.sha, tree, parents, subject, seconds, entries });
    return made.sha;
  };

  const commit: Workspace['commit'] = async (message, changes = {}) => {
    const parent = head();
    const entries = new Map(parent?.entries);
    const blobs: GitObject[] = [];
    for (const [file, text] of Object.entries(changes)) {
      await place(join(path, file), text);
      if (text === null) {
        entries.delete(file);
        continue;
      }
      const blob = blobObject(text);
      blobs.push(blob);
      history.texts.set(blob.sha, text);
      entries.set(file, { mode: '100644', sha: blob.sha });
    }
    const sha = await record(message, parent === undefined ? [] : [parent.sha], entries, blobs);
    await point(branch, sha);
    await writeIndex(folder, entries);
    return sha;
  };

  const read: Workspace['read'] = async (sha, file) => {
    const entry = resolve(sha).entries.get(file);
    return entry === undefined ? null : (history.texts.get(entry.sha) ?? git.read('cat-file', 'blob', entry.sha));
  };

  await commit('first commit', files);
  return {
    path,
    history,
    commit,
    read,
    head: async () => resolve('HEAD').sha,
    main: () => resolve('main').sha,
    async git(...args) {
      if (HARMLESS.includes(args[0] ?? '')) return git.run(...args);
      const output = await git.run(...args);
      await relearn(git, history);
      return output;
    },
    async branch(name, from = 'HEAD') {
      const ref = `refs/heads/${name}`;
      const [before, after] = [resolve('HEAD'), resolve(history.refs.has(ref) ? name : from)];
      if (!history.refs.has(ref)) await point(ref, after.sha);
      for (const file of new Set([...before.entries.keys(), ...after.entries.keys()])) {
        if (before.entries.get(file)?.sha === after.entries.get(file)?.sha) continue;
        await place(join(path, file), await read(after.sha, file));
      }
      branch = ref;
      await writeIndex(folder, after.entries);
      await writeHead(folder, `ref: ${ref}`);
    },
    async mergeCommit({ base: baseName, head: headName, number = 1 }) {
      const [base, change] = [resolve(baseName), resolve(headName)];
      const entries =
        mergeEntries(history, base, change) ??
        (await listTree(git, (await git.run('merge-tree', '--write-tree', base.sha, change.sha)).split('\n')[0] ?? ''));
      const sha = await record(`Merge ${change.sha} into ${base.sha}`, [base.sha, change.sha], entries);
      await point(`refs/pull/${number}/merge`, sha);
      await point(`refs/pull/${number}/head`, change.sha);
      return sha;
    },
    checkout: (sha, options = {}) => checkOut({ path, history }, sha, options),
    [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }),
  };
}

/** Commands that change no commit and no ref. */
const HARMLESS = ['config', 'rev-parse', 'rev-list', 'log', 'for-each-ref', 'ls-tree', 'cat-file'];

async function place(file: string, text: string | null): Promise<void> {
  // Written through, a link would change what it leads to.
  await rm(file, { force: true });
  if (text === null) return;
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}
