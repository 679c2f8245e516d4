import type { FakeState } from './state.ts';
import type { Workspace } from './workspace.ts';

/**
 * Tells the fake of every commit, branch, tag and pull request ref of a real repository. Trees are read when asked
 * for. Call it again after new commits.
 */
export async function adoptWorkspace(state: FakeState, workspace: Workspace): Promise<void> {
  const log = await workspace.git('log', '--all', '--reverse', '--topo-order', '--format=%H%x09%P%x09%T%x09%cI%x09%s');
  for (const line of log.split('\n')) {
    const [sha = '', parents = '', tree = '', date = '', message = ''] = line.split('\t');
    if (state.commits.has(sha)) continue;
    state.commits.set(sha, {
      sha,
      parents: parents.split(' ').filter((parent) => parent !== ''),
      tree,
      message,
      date: new Date(date).toISOString().replace('.000Z', 'Z'),
      entries: () => listTree(workspace, sha),
      read: (path) => workspace.read(sha, path),
    });
  }
  const refs = await workspace.git('for-each-ref', '--format=%(refname)%09%(objectname)');
  for (const line of refs.split('\n')) {
    const [ref = '', sha = ''] = line.split('\t');
    state.refs.set(ref, sha);
  }
}

async function listTree(workspace: Workspace, sha: string): Promise<Readonly<Record<string, string>>> {
  const lines = (await workspace.git('ls-tree', '-r', '-z', sha)).split('\0').filter((line) => line !== '');
  return Object.fromEntries(
    lines.map((line) => {
      const [about = '', path = ''] = line.split('\t');
      return [path, about.split(' ')[2] ?? ''];
    }),
  );
}
