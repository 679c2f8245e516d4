import type { Git } from './git.ts';
import type { TreeEntries, TreeEntry } from './git-objects.ts';

/** A commit with all of its files. */
export type KnownCommit = {
  readonly sha: string;
  readonly tree: string;
  readonly parents: readonly string[];
  /** Its first line. */
  readonly subject: string;
  /** Since 1970. */
  readonly seconds: number;
  readonly entries: TreeEntries;
};

/** What is known of a repository without asking git; whoever writes to it keeps it true. */
export type GitHistory = {
  /** Full name → sha. */
  readonly refs: Map<string, string>;
  /** By sha, parents before children. */
  readonly commits: Map<string, KnownCommit>;
  /** Texts of blobs by sha, as far as they are known. */
  readonly texts: Map<string, string>;
};

/** Asks git for what it did by itself. */
export async function relearn(git: Git, history: GitHistory): Promise<void> {
  const log = await git.run('log', '--all', '--reverse', '--topo-order', '--format=%H%x09%P%x09%T%x09%ct%x09%s');
  for (const line of log.split('\n')) {
    const [sha = '', parents = '', tree = '', seconds = '', subject = ''] = line.split('\t');
    if (history.commits.has(sha)) continue;
    const entries = await listTree(git, sha);
    const known = { sha, tree, subject, seconds: Number(seconds), entries };
    history.commits.set(sha, { ...known, parents: parents.split(' ').filter((parent) => parent !== '') });
  }
  history.refs.clear();
  for (const line of (await git.run('for-each-ref', '--format=%(refname)%09%(objectname)')).split('\n')) {
    const [ref = '', sha = ''] = line.split('\t');
    history.refs.set(ref, sha);
  }
}

/** The files of a commit or tree. */
export async function listTree(git: Git, treeish: string): Promise<TreeEntries> {
  const lines = (await git.run('ls-tree', '-r', '-z', treeish)).split('\0').filter((line) => line !== '');
  return new Map(
    lines.map((line) => {
      const [about = '', path = ''] = line.split('\t');
      const [mode = '', , sha = ''] = about.split(' ');
      return [path, { mode, sha }];
    }),
  );
}

/** Files of both sides, as git merges them; null where both changed the same file, so that git must look into it. */
export function mergeEntries(history: GitHistory, base: KnownCommit, head: KnownCommit): TreeEntries | null {
  const origin = history.commits.get(mergeBase(history, base, head))?.entries ?? new Map();
  const merged = new Map(base.entries);
  for (const path of new Set([...origin.keys(), ...head.entries.keys()])) {
    const [was, ours, theirs] = [origin.get(path), base.entries.get(path), head.entries.get(path)];
    if (isEqual(was, theirs) || isEqual(ours, theirs)) continue;
    if (!isEqual(was, ours)) return null;
    if (theirs === undefined) merged.delete(path);
    else merged.set(path, theirs);
  }
  return merged;
}

function isEqual(left: TreeEntry | undefined, right: TreeEntry | undefined): boolean {
  return left?.sha === right?.sha && left?.mode === right?.mode;
}

function mergeBase(history: GitHistory, base: KnownCommit, head: KnownCommit): string {
  const older = new Set(ancestors(history, base));
  const found = ancestors(history, head).find((sha) => older.has(sha));
  if (found === undefined) throw new Error(`${base.sha} and ${head.sha} have no commit in common`);
  return found;
}

/** The commit and all before it, nearest first. */
function ancestors(history: GitHistory, start: KnownCommit): readonly string[] {
  const found = new Set([start.sha]);
  for (const sha of found) for (const parent of history.commits.get(sha)?.parents ?? []) found.add(parent);
  return [...found];
}
