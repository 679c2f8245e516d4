import { createHash } from 'node:crypto';
import { blobObject } from './git-objects.ts';
import {
  DEFAULT_REPOSITORY,
  type FakeArtifact,
  type FakeComment,
  type FakeCommit,
  type FakeFiles,
  type FakeIssue,
  type FakePullRequest,
  type FakeRepository,
  type FakeRun,
  type FakeState,
  type FakeWorkflow,
  GITHUB_ACTIONS_BOT,
  OCTOCAT,
} from './state.ts';

/** The workflow every builder assumes. */
export const WORKFLOW_PATH = '.github/workflows/agent-eval.yml';

/** A sha of 40 hex digits made from any name: `sha('main-1')`. */
export function sha(name: string): string {
  return createHash('sha1').update(name).digest('hex');
}

/** Adds a commit; `parents` and `sha` are full shas. `refs` moves refs (`refs/heads/main`) to it. */
export function addCommit(
  state: FakeState,
  commit: {
    readonly sha: string;
    readonly parents?: readonly string[];
    readonly message?: string;
    readonly files?: FakeFiles;
    readonly refs?: readonly string[];
  },
): FakeCommit {
  const files = commit.files ?? {};
  const added: FakeCommit = {
    sha: commit.sha,
    parents: commit.parents ?? [],
    tree: sha(JSON.stringify(Object.entries(files).map(([path, text]) => [path, sha(text)]))),
    message: commit.message ?? `commit ${commit.sha.slice(0, 7)}`,
    date: state.now(),
    entries: async () => Object.fromEntries(Object.entries(files).map(([path, text]) => [path, blobObject(text).sha])),
    read: async (path) => files[path] ?? null,
  };
  state.commits.set(added.sha, added);
  for (const ref of commit.refs ?? []) state.refs.set(ref, added.sha);
  return added;
}

/** Git's hash of a commit's files; of a commit that nobody added, one of its own. */
export function treeOf(state: FakeState, id: string): string {
  return state.commits.get(id)?.tree ?? sha(`tree ${id}`);
}

/** Adds a run; unless told otherwise a successful push run on the default branch of the repository itself. */
export function addRun(state: FakeState, run: { readonly headSha: string } & Partial<FakeRun>): FakeRun {
  const path = run.path ?? WORKFLOW_PATH;
  const workflow = workflowOf(state, path);
  const createdAt = run.createdAt ?? state.now();
  const added: FakeRun = {
    id: state.nextId(),
    runNumber: state.runs.filter((other) => other.path === workflow.path).length + 1,
    runAttempt: 1,
    event: 'push',
    status: 'completed',
    conclusion: 'success',
    headBranch: state.repository.defaultBranch,
    path,
    repository: state.repository,
    headRepository: state.repository,
    actor: OCTOCAT,
    pullRequests: [],
    displayTitle: state.commits.get(run.headSha)?.message ?? 'Agent eval',
    startedAt: createdAt,
    updatedAt: createdAt,
    ...run,
    createdAt,
  };
  state.runs.push(added);
  return added;
}

/** Adds a finished artifact of a run; digest and size are true unless given. */
export function addArtifact(
  state: FakeState,
  artifact: { readonly runId: number; readonly name: string; readonly content: Uint8Array } & Partial<FakeArtifact>,
): FakeArtifact {
  const added: FakeArtifact = {
    id: state.nextId(),
    contentType: 'application/zip',
    digest: `sha256:${createHash('sha256').update(artifact.content).digest('hex')}`,
    reportedSize: artifact.content.byteLength,
    reportedRun: null,
    expired: false,
    createdAt: state.now(),
    expiresAt: '2026-04-15T12:00:00Z',
    ...artifact,
  };
  state.artifacts.push(added);
  return added;
}

/** Adds an open pull request to the default branch; heads and bases are full shas. */
export function addPullRequest(
  state: FakeState,
  request: {
    readonly head: { readonly ref: string; readonly sha: string; readonly repository?: FakeRepository };
    readonly base: { readonly sha: string; readonly ref?: string };
  } & Partial<Omit<FakePullRequest, 'head' | 'base'>>,
): FakePullRequest {
  const createdAt = request.createdAt ?? state.now();
  const added: FakePullRequest = {
    id: state.nextId(),
    number: Math.max(0, ...state.pullRequests.map((other) => other.number)) + 1,
    state: 'open',
    merged: false,
    draft: false,
    title: `Change ${request.head.ref}`,
    body: null,
    user: OCTOCAT,
    mergeCommitSha: null,
    updatedAt: createdAt,
    ...request,
    createdAt,
    head: { ...request.head, repository: request.head.repository ?? state.repository },
    base: { ...request.base, ref: request.base.ref ?? state.repository.defaultBranch },
  };
  state.pullRequests.push(added);
  return added;
}

/** Adds a comment; by the workflow's bot unless told otherwise. */
export function addComment(
  state: FakeState,
  comment: { readonly issueNumber: number; readonly body: string } & Partial<FakeComment>,
): FakeComment {
  const createdAt = comment.createdAt ?? state.now();
  const added: FakeComment = {
    id: state.nextId(),
    user: GITHUB_ACTIONS_BOT,
    updatedAt: createdAt,
    ...comment,
    createdAt,
  };
  state.comments.push(added);
  return added;
}

/** Adds an issue; by the workflow's bot unless told otherwise. */
export function addIssue(
  state: FakeState,
  issue: { readonly title: string; readonly body: string } & Partial<FakeIssue>,
): FakeIssue {
  const createdAt = issue.createdAt ?? state.now();
  const added: FakeIssue = {
    id: state.nextId(),
    number: 1000 + state.issues.length,
    user: GITHUB_ACTIONS_BOT,
    state: 'open',
    updatedAt: createdAt,
    ...issue,
    createdAt,
  };
  state.issues.push(added);
  return added;
}

/** A fork of the repository, for pull requests of strangers. */
export function forkOf(repository: FakeRepository, owner = 'stranger'): FakeRepository {
  const name = repository.fullName.split('/')[1] ?? DEFAULT_REPOSITORY.fullName;
  return { ...repository, id: repository.id + 55_555, fullName: `${owner}/${name}`, fork: true, private: false };
}

/** The workflow at a path (`@ref` ignored), registered when it is new. */
export function workflowOf(state: FakeState, path: string): FakeWorkflow {
  const plain = path.split('@')[0] ?? path;
  const known = state.workflows.find((workflow) => workflow.path === plain);
  if (known !== undefined) return known;
  const added: FakeWorkflow = { id: state.nextId(), path: plain, name: 'Agent eval' };
  state.workflows.push(added);
  return added;
}
