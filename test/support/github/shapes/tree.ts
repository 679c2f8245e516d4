import type { JsonObject } from '../json.ts';
import type { FakeCommit, FakeRepository } from '../state.ts';

/** The REST shape `git-tree` of a whole commit; every file is a plain one, sizes are not played. */
export function treeShape(
  entries: Readonly<Record<string, string>>,
  { tree }: FakeCommit,
  repository: FakeRepository,
  api: string,
): JsonObject {
  const url = (kind: 'blobs' | 'trees', sha: string) => `${api}/repos/${repository.fullName}/git/${kind}/${sha}`;
  return {
    sha: tree,
    url: url('trees', tree),
    tree: Object.entries(entries).map(([path, sha]) => ({
      path,
      mode: '100644',
      type: 'blob',
      sha,
      url: url('blobs', sha),
    })),
    truncated: false,
  };
}
