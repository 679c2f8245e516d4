import { treeObjects } from '../git-objects.ts';
import type { JsonObject } from '../json.ts';
import type { FakeCommit, FakeRepository } from '../state.ts';

/** The REST shape `git-tree` of a whole commit; links and sizes are not played. */
export function treeShape(
  entries: Readonly<Record<string, string>>,
  { tree, executables }: FakeCommit,
  repository: FakeRepository,
  api: string,
): JsonObject {
  const url = (kind: 'blobs' | 'trees', sha: string) => `${api}/repos/${repository.fullName}/git/${kind}/${sha}`;
  return {
    sha: tree,
    url: url('trees', tree),
    tree: Object.entries(entries).map(([path, sha]) => ({
      path,
      mode: executables?.has(path) === true ? '100755' : '100644',
      type: 'blob',
      sha,
      url: url('blobs', sha),
    })),
    truncated: false,
  };
}

/** The REST shape `git-tree` of what is at the root of a commit; folders have git's own ids. */
export function rootShape(
  entries: Readonly<Record<string, string>>,
  commit: FakeCommit,
  repository: FakeRepository,
  api: string,
): JsonObject {
  const folders = new Set(
    Object.keys(entries).flatMap((path) => (path.includes('/') ? [path.split('/')[0] ?? ''] : [])),
  );
  const files = Object.fromEntries(Object.entries(entries).filter(([path]) => !path.includes('/')));
  const shape = treeShape(files, commit, repository, api);
  const trees = [...folders].map((name) => {
    const inside = Object.entries(entries).filter(([path]) => path.startsWith(`${name}/`));
    const objects = treeObjects(
      new Map(inside.map(([path, sha]) => [path.slice(name.length + 1), { mode: '100644', sha }])),
    );
    const sha = objects.at(-1)?.sha ?? '';
    const url = `${api}/repos/${repository.fullName}/git/trees/${sha}`;
    return { path: name, mode: '040000', type: 'tree', sha, url };
  });
  return { ...shape, tree: [...(Array.isArray(shape['tree']) ? shape['tree'] : []), ...trees] };
}
