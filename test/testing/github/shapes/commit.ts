import type { CommitComparison, FileChange } from '../commit-graph.ts';
import type { JsonObject } from '../json.ts';
import { type FakeCommit, type FakeRepository, OCTOCAT } from '../state.ts';
import { nodeId, userShape } from './user.ts';

/** The REST shape `commit` (repository commits, comparisons). */
export function commitShape(commit: FakeCommit, repository: FakeRepository, api: string): JsonObject {
  const url = `${api}/repos/${repository.fullName}/commits/${commit.sha}`;
  return {
    sha: commit.sha,
    node_id: nodeId('C', commit.sha),
    url,
    html_url: webUrl(commit.sha, repository),
    comments_url: `${url}/comments`,
    commit: {
      url: gitUrl('commits', commit.sha, repository, api),
      author: signature(commit),
      committer: signature(commit),
      message: commit.message,
      tree: { sha: commit.tree, url: gitUrl('trees', commit.tree, repository, api) },
      comment_count: 0,
      verification: UNSIGNED,
    },
    author: userShape(OCTOCAT, api),
    committer: userShape(OCTOCAT, api),
    parents: commit.parents.map((sha) => ({
      sha,
      url: `${api}/repos/${repository.fullName}/commits/${sha}`,
      html_url: webUrl(sha, repository),
    })),
  };
}

/** The REST shape `git-commit` (the git database). */
export function gitCommitShape(commit: FakeCommit, repository: FakeRepository, api: string): JsonObject {
  return {
    sha: commit.sha,
    node_id: nodeId('C', commit.sha),
    url: gitUrl('commits', commit.sha, repository, api),
    html_url: webUrl(commit.sha, repository),
    author: signature(commit),
    committer: signature(commit),
    message: commit.message,
    tree: { sha: commit.tree, url: gitUrl('trees', commit.tree, repository, api) },
    parents: commit.parents.map((sha) => ({
      sha,
      url: gitUrl('commits', sha, repository, api),
      html_url: webUrl(sha, repository),
    })),
    verification: UNSIGNED,
  };
}

/** The REST shape `commit-comparison`; `commits` is the page to show, `files` at most GitHub's 300. */
export function comparisonShape(
  comparison: CommitComparison,
  commits: readonly FakeCommit[],
  files: readonly FileChange[],
  repository: FakeRepository,
  api: string,
): JsonObject {
  const range = `${comparison.base.sha}...${comparison.head.sha}`;
  const web = `https://github.com/${repository.fullName}/compare/${range}`;
  return {
    url: `${api}/repos/${repository.fullName}/compare/${range}`,
    html_url: web,
    permalink_url: web,
    diff_url: `${web}.diff`,
    patch_url: `${web}.patch`,
    base_commit: commitShape(comparison.base, repository, api),
    merge_base_commit: commitShape(comparison.mergeBase, repository, api),
    status: comparison.status,
    ahead_by: comparison.ahead.length,
    behind_by: comparison.behind.length,
    total_commits: comparison.ahead.length,
    commits: commits.map((commit) => commitShape(commit, repository, api)),
    files: files.slice(0, 300).map((file) => fileChangeShape(file, comparison.head, repository, api)),
  };
}

/** The REST shape `diff-entry`; line counts are not played. */
export function fileChangeShape(
  file: FileChange,
  head: FakeCommit,
  repository: FakeRepository,
  api: string,
): JsonObject {
  const web = `https://github.com/${repository.fullName}`;
  const path = encodeURI(file.path);
  return {
    sha: nodeId('B', file.path),
    filename: file.path,
    status: file.status,
    additions: 1,
    deletions: 0,
    changes: 1,
    blob_url: `${web}/blob/${head.sha}/${path}`,
    raw_url: `${web}/raw/${head.sha}/${path}`,
    contents_url: `${api}/repos/${repository.fullName}/contents/${path}?ref=${head.sha}`,
  };
}

const UNSIGNED = { verified: false, reason: 'unsigned', signature: null, payload: null, verified_at: null };

function signature(commit: FakeCommit): JsonObject {
  return { name: 'Mona Octocat', email: 'octocat@users.noreply.github.com', date: commit.date };
}

function webUrl(sha: string, repository: FakeRepository): string {
  return `https://github.com/${repository.fullName}/commit/${sha}`;
}

function gitUrl(kind: 'commits' | 'trees', sha: string, repository: FakeRepository, api: string): string {
  return `${api}/repos/${repository.fullName}/git/${kind}/${sha}`;
}
