import type { FakeCommit, FakeState } from './state.ts';

/** What `compare base...head` says; commit lists are oldest first. */
export type CommitComparison = {
  readonly status: 'ahead' | 'behind' | 'identical' | 'diverged';
  readonly base: FakeCommit;
  readonly head: FakeCommit;
  readonly mergeBase: FakeCommit;
  readonly ahead: readonly FakeCommit[];
  readonly behind: readonly FakeCommit[];
};

/** One file that differs between two trees. */
export type FileChange = { readonly path: string; readonly status: 'added' | 'removed' | 'modified' };

/** Compares two commits as GitHub does, from the merge base; null when the histories never met. */
export function compareCommits(state: FakeState, base: FakeCommit, head: FakeCommit): CommitComparison | null {
  const ofBase = ancestors(state, base);
  const ofHead = ancestors(state, head);
  const mergeBase = bestCommonAncestor(state, ofBase, ofHead);
  if (mergeBase === null) return null;
  const ahead = without(ofHead, ofBase);
  const behind = without(ofBase, ofHead);
  return { status: statusOf(ahead.length, behind.length), base, head, mergeBase, ahead, behind };
}

/** The commit a sha, branch, tag, full ref or `owner:branch` means, or null. */
export function resolveCommit(state: FakeState, name: string): FakeCommit | null {
  const local = name.slice(name.lastIndexOf(':') + 1);
  const refs = [local, `refs/${local}`, `refs/heads/${local}`, `refs/tags/${local}`];
  const sha = refs.map((ref) => state.refs.get(ref)).find((found) => found !== undefined) ?? local;
  return state.commits.get(sha) ?? unabbreviated(state, sha);
}

/** Files that differ between the trees of two commits, by path. */
export async function changedFiles(from: FakeCommit, to: FakeCommit): Promise<readonly FileChange[]> {
  const [before, after] = await Promise.all([from.entries(), to.entries()]);
  const paths = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  return paths.flatMap((path) => change(path, before, after));
}

/** A commit and everything that it is built upon, newest first. */
export function history(state: FakeState, tip: FakeCommit): readonly FakeCommit[] {
  return byDate([...ancestors(state, tip)]).toReversed();
}

function ancestors(state: FakeState, start: FakeCommit): ReadonlySet<FakeCommit> {
  const found = new Set<FakeCommit>();
  const queue = [start];
  for (let commit = queue.pop(); commit !== undefined; commit = queue.pop()) {
    if (found.has(commit)) continue;
    found.add(commit);
    queue.push(...commit.parents.flatMap((sha) => state.commits.get(sha) ?? []));
  }
  return found;
}

function bestCommonAncestor(
  state: FakeState,
  left: ReadonlySet<FakeCommit>,
  right: ReadonlySet<FakeCommit>,
): FakeCommit | null {
  const common = [...left].filter((commit) => right.has(commit));
  const older = new Set(common.flatMap((commit) => [...ancestors(state, commit)].filter((other) => other !== commit)));
  return byDate(common.filter((commit) => !older.has(commit))).at(-1) ?? null;
}

function without(all: ReadonlySet<FakeCommit>, excluded: ReadonlySet<FakeCommit>): readonly FakeCommit[] {
  return byDate([...all].filter((commit) => !excluded.has(commit)));
}

function byDate(commits: readonly FakeCommit[]): readonly FakeCommit[] {
  return [...commits].sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
}

function statusOf(ahead: number, behind: number): CommitComparison['status'] {
  if (ahead > 0 && behind > 0) return 'diverged';
  if (ahead > 0) return 'ahead';
  return behind > 0 ? 'behind' : 'identical';
}

function unabbreviated(state: FakeState, prefix: string): FakeCommit | null {
  if (!/^[0-9a-f]{7,39}$/.test(prefix)) return null;
  return [...state.commits.values()].find((commit) => commit.sha.startsWith(prefix)) ?? null;
}

type Entries = Readonly<Record<string, string>>;

function change(path: string, before: Entries, after: Entries): FileChange[] {
  if (before[path] === after[path]) return [];
  if (before[path] === undefined) return [{ path, status: 'added' }];
  return [{ path, status: after[path] === undefined ? 'removed' : 'modified' }];
}
