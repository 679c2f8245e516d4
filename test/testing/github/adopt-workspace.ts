import type { FakeState } from './state.ts';
import type { Workspace } from './workspace.ts';

/** Tells the fake of every commit, branch, tag and pull request ref of a repository. Call it again after new commits. */
export async function adoptWorkspace(state: FakeState, workspace: Workspace): Promise<void> {
  const { commits, refs } = workspace.history;
  for (const { sha, parents, tree, subject, seconds, entries } of commits.values()) {
    if (state.commits.has(sha)) continue;
    state.commits.set(sha, {
      sha,
      parents,
      tree,
      message: subject,
      date: new Date(seconds * 1000).toISOString().replace('.000Z', 'Z'),
      entries: async () => Object.fromEntries([...entries].map(([path, entry]) => [path, entry.sha])),
      modes: new Map([...entries].map(([path, { mode }]) => [path, mode])),
      read: (path) => workspace.read(sha, path),
    });
  }
  for (const [ref, sha] of refs) state.refs.set(ref, sha);
}
