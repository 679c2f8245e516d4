import type { FakeEvent } from './events.ts';
import type { JsonObject } from './json.ts';
import { commentShape, ownerOf, pullRequestShape, repositoryShape, userShape } from './shapes/repository.ts';
import { workflowRunShape, workflowShape } from './shapes/run.ts';
import {
  type FakeComment,
  type FakePullRequest,
  type FakeRun,
  type FakeState,
  type FakeUser,
  OCTOCAT,
} from './state.ts';
import { sha, treeOf, WORKFLOW_PATH, workflowOf } from './state-builders.ts';

const API = 'https://api.github.com';

/** Opens pull requests for new versions; its runs get no secrets and a read-only token. */
export const DEPENDABOT: FakeUser = { login: 'dependabot[bot]', id: 49_699_333, type: 'Bot' };

/** `pull_request`: the fork and Dependabot cases follow from the pull request's head repository and author. */
export function pullRequestEvent(state: FakeState, pull: FakePullRequest, action = 'synchronize'): FakeEvent {
  const sender = pull.user;
  return {
    name: 'pull_request',
    payload: {
      action,
      number: pull.number,
      ...(action === 'synchronize' ? { before: sha(`before ${pull.head.sha}`), after: pull.head.sha } : {}),
      pull_request: pullRequestShape(pull, state.repository, API),
      ...common(state, sender),
    },
    github: {
      sha: pull.mergeCommitSha ?? pull.head.sha,
      ref: `refs/pull/${pull.number}/merge`,
      headRef: pull.head.ref,
      baseRef: pull.base.ref,
    },
    run: {
      headSha: pull.head.sha,
      headBranch: pull.head.ref,
      headRepository: pull.head.repository,
      actor: sender,
      pullRequests: [pull.number],
    },
  };
}

/** A label was added to a pull request, which now has these; the last of them, unless another one is named. */
export function labelledEvent(
  state: FakeState,
  pull: FakePullRequest,
  names: readonly string[],
  label = names.at(-1),
): FakeEvent {
  Object.assign(pull, { labels: names });
  const event = pullRequestEvent(state, pull, 'labeled');
  return { ...event, payload: { ...event.payload, label: { name: label } } } as FakeEvent;
}

/** `pull_request_target`: the base branch's context with the pull request's payload. */
export function pullRequestTargetEvent(state: FakeState, pull: FakePullRequest, action = 'opened'): FakeEvent {
  const event = pullRequestEvent(state, pull, action);
  const { defaultBranch } = state.repository;
  return {
    ...event,
    name: 'pull_request_target',
    github: { ...event.github, sha: pull.base.sha, ref: `refs/heads/${defaultBranch}` },
  };
}

/** `push` of `after` to a branch (default: the default branch). */
export function pushEvent(
  state: FakeState,
  push: { readonly after: string; readonly before?: string; readonly branch?: string; readonly sender?: FakeUser },
): FakeEvent {
  const branch = push.branch ?? state.repository.defaultBranch;
  const sender = push.sender ?? OCTOCAT;
  const before = push.before ?? state.commits.get(push.after)?.parents[0] ?? '0'.repeat(40);
  const commit = pushedCommit(state, push.after, sender);
  return {
    name: 'push',
    payload: {
      ref: `refs/heads/${branch}`,
      before,
      after: push.after,
      base_ref: null,
      created: before === '0'.repeat(40),
      deleted: false,
      forced: false,
      compare: `https://github.com/${state.repository.fullName}/compare/${before.slice(0, 12)}...${push.after.slice(0, 12)}`,
      pusher: { name: sender.login, email: `${sender.login}@users.noreply.github.com` },
      commits: [commit],
      head_commit: commit,
      ...common(state, sender),
    },
    ...branchContext(state, branch, push.after, sender),
  };
}

/** `schedule` on the default branch's tip. */
export function scheduleEvent(state: FakeState, tip: string, schedule = '17 4 * * *'): FakeEvent {
  const { defaultBranch } = state.repository;
  return {
    name: 'schedule',
    payload: { schedule, workflow: WORKFLOW_PATH, ...common(state, null) },
    ...branchContext(state, defaultBranch, tip, OCTOCAT),
  };
}

/** `workflow_dispatch` on a branch (default: the default branch). */
export function workflowDispatchEvent(
  state: FakeState,
  tip: string,
  inputs: Readonly<Record<string, string>> = {},
  branch: string = state.repository.defaultBranch,
): FakeEvent {
  return {
    name: 'workflow_dispatch',
    payload: { ref: `refs/heads/${branch}`, workflow: WORKFLOW_PATH, inputs, ...common(state, OCTOCAT) },
    ...branchContext(state, branch, tip, OCTOCAT),
  };
}

/** `merge_group` of one pull request; there is no pull request in the payload and `GITHUB_BASE_REF` is empty. */
export function mergeGroupEvent(
  state: FakeState,
  group: { readonly headSha: string; readonly baseSha: string; readonly number: number },
): FakeEvent {
  const { defaultBranch } = state.repository;
  const branch = `gh-readonly-queue/${defaultBranch}/pr-${group.number}-${group.baseSha}`;
  return {
    name: 'merge_group',
    payload: {
      action: 'checks_requested',
      merge_group: {
        head_sha: group.headSha,
        head_ref: `refs/heads/${branch}`,
        base_sha: group.baseSha,
        base_ref: `refs/heads/${defaultBranch}`,
        head_commit: pushedCommit(state, group.headSha, OCTOCAT),
      },
      ...common(state, { login: 'github-merge-queue[bot]', id: 118_344_674, type: 'Bot' }),
    },
    ...branchContext(state, branch, group.headSha, OCTOCAT),
  };
}

/** `issue_comment` on a pull request. */
export function issueCommentEvent(state: FakeState, pull: FakePullRequest, comment: FakeComment): FakeEvent {
  const { title, body, user, url, number, comments_url: commentsUrl } = pullRequestShape(pull, state.repository, API);
  const html = `https://github.com/${state.repository.fullName}/pull/${pull.number}`;
  return {
    name: 'issue_comment',
    payload: {
      action: 'created',
      issue: {
        id: pull.id,
        number,
        title,
        body,
        user,
        state: pull.state,
        comments_url: commentsUrl,
        pull_request: { url, html_url: html },
      },
      comment: commentShape(comment, state.repository, API),
      ...common(state, comment.user),
    },
    ...branchContext(state, state.repository.defaultBranch, pull.base.sha, comment.user),
  };
}

/** `workflow_run` after a run has completed; `tip` is the default branch's. */
export function workflowRunEvent(state: FakeState, run: FakeRun, tip: string, action = 'completed'): FakeEvent {
  const workflow = workflowOf(state, run.path);
  const own = run.headRepository.id === state.repository.id;
  const pulls = own ? state.pullRequests.filter((pull) => run.pullRequests.includes(pull.number)) : [];
  return {
    name: 'workflow_run',
    payload: {
      action,
      workflow_run: workflowRunShape(run, workflow, pulls, API, treeOf(state, run.headSha)),
      workflow: workflowShape(workflow),
      ...common(state, run.actor),
    },
    ...branchContext(state, state.repository.defaultBranch, tip, run.actor),
  };
}

function common(state: FakeState, sender: FakeUser | null): JsonObject {
  const owner = ownerOf(state.repository);
  const organization =
    owner.type === 'Organization'
      ? { organization: { login: owner.login, id: owner.id, url: `${API}/orgs/${owner.login}` } }
      : {};
  return {
    repository: repositoryShape(state.repository, API),
    ...organization,
    ...(sender === null ? {} : { sender: userShape(sender) }),
  };
}

function branchContext(
  state: FakeState,
  branch: string,
  tip: string,
  actor: FakeUser,
): Pick<FakeEvent, 'github' | 'run'> {
  return {
    github: { sha: tip, ref: `refs/heads/${branch}`, headRef: '', baseRef: '' },
    run: { headSha: tip, headBranch: branch, headRepository: state.repository, actor, pullRequests: [] },
  };
}

function pushedCommit(state: FakeState, id: string, author: FakeUser): JsonObject {
  const commit = state.commits.get(id);
  const person = { name: author.login, email: `${author.login}@users.noreply.github.com`, username: author.login };
  return {
    id,
    tree_id: treeOf(state, id),
    distinct: true,
    message: commit?.message ?? `commit ${id.slice(0, 7)}`,
    timestamp: commit?.date ?? '2026-01-15T12:00:00Z',
    url: `https://github.com/${state.repository.fullName}/commit/${id}`,
    author: person,
    committer: person,
    added: [],
    removed: [],
    modified: [],
  };
}
