import type { CommitComparison, FileChange } from '../commit-graph.ts';
import { blobObject } from '../git-objects.ts';
import type { JsonObject } from '../json.ts';
import type { FakeCommit, FakeRepository } from '../state.ts';
import { filled } from './filled.ts';

/** The REST shape `commit` (repository commits, comparisons). */
export function commitShape(commit: FakeCommit, repository: FakeRepository): JsonObject {
  const { sha, tree, message, parents } = commit;
  const signature = signatureOf(commit);
  return filled('commit', {
    sha,
    html_url: webUrl(sha, repository),
    commit: {
      url: webUrl(sha, repository),
      author: signature,
      committer: signature,
      message,
      tree: at(tree),
      comment_count: 0,
    },
    parents: parents.map(at),
  });
}

/** The REST shape `git-commit` (the git database). */
export function gitCommitShape(commit: FakeCommit, repository: FakeRepository): JsonObject {
  const { sha, tree, message, parents } = commit;
  const signature = signatureOf(commit);
  const parentShapes = parents.map((parent) => ({ ...at(parent), html_url: webUrl(parent, repository) }));
  const facts = { sha, message, author: signature, committer: signature, tree: at(tree), parents: parentShapes };
  return filled('git-commit', { ...facts, html_url: webUrl(sha, repository) });
}

/** The REST shape `commit-comparison`; `commits` is the page to show, `files` at most GitHub's 300. */
export function comparisonShape(
  comparison: CommitComparison,
  commits: readonly FakeCommit[],
  files: readonly FileChange[],
  repository: FakeRepository,
): JsonObject {
  return filled('commit-comparison', {
    base_commit: commitShape(comparison.base, repository),
    merge_base_commit: commitShape(comparison.mergeBase, repository),
    status: comparison.status,
    ahead_by: comparison.ahead.length,
    behind_by: comparison.behind.length,
    total_commits: comparison.ahead.length,
    commits: commits.map((commit) => commitShape(commit, repository)),
    files: files.slice(0, 300).map(fileChangeShape),
  });
}

/** Line counts are not played. */
function fileChangeShape({ path, status }: FileChange): JsonObject {
  return filled('diff-entry', { filename: path, status });
}

/** The REST shape `git-tree` of a whole commit; submodules and sizes are not played. */
export function treeShape(
  entries: Readonly<Record<string, string>>,
  { tree, modes }: FakeCommit,
): JsonObject & { readonly tree: readonly JsonObject[] } {
  const blobs = Object.entries(entries).map(([path, sha]) => ({
    ...at(sha),
    path,
    mode: modes?.get(path) ?? '100644',
    type: 'blob',
  }));
  return { ...at(tree), tree: blobs, truncated: false };
}

/** Files above this many bytes come without content in JSON; only the raw media type has them. */
const INLINE_LIMIT = 1024 * 1024;

/** The REST shape `content-file`. */
export function fileShape(path: string, text: string): JsonObject {
  const bytes = Buffer.from(text, 'utf8');
  const inline = bytes.byteLength <= INLINE_LIMIT;
  return {
    ...entryShape('file', path, text),
    size: bytes.byteLength,
    encoding: inline ? 'base64' : 'none',
    // GitHub breaks base64 into lines of 60.
    content: inline ? bytes.toString('base64').replace(/.{1,60}/g, '$&\n') : '',
  };
}

/** One entry of the REST shape `content-directory`. */
export function entryShape(type: 'file' | 'dir', path: string, text = path): JsonObject {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return { ...filled('content-file', { type, name, path, sha: blobObject(text).sha, download_url: null }), size: 0 };
}

/** An object of git's, with an address that nobody asks. */
function at(sha: string): { readonly sha: string; readonly url: string } {
  return { sha, url: `https://api.github.com/git/${sha}` };
}

function signatureOf({ date }: FakeCommit): JsonObject {
  return { name: 'Mona Octocat', email: 'octocat@users.noreply.github.com', date };
}

function webUrl(sha: string, repository: FakeRepository): string {
  return `https://github.com/${repository.fullName}/commit/${sha}`;
}
