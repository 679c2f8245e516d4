import type { JsonObject } from '../json.ts';
import type { FakePullRequest, FakeRepository, FakeRun, FakeWorkflow } from '../state.ts';
import { repositoryShape } from './repository.ts';
import { nodeId, userShape } from './user.ts';

/** The REST shape `workflow-run`. `pullRequests` is empty for runs of forks, as on GitHub. */
export function workflowRunShape(
  run: FakeRun,
  workflow: FakeWorkflow,
  pullRequests: readonly FakePullRequest[],
  api: string,
  tree: string,
): JsonObject {
  const repository = `${api}/repos/${run.repository.fullName}`;
  const url = `${repository}/actions/runs/${run.id}`;
  return {
    id: run.id,
    name: workflow.name,
    node_id: nodeId('WFR', run.id),
    check_suite_id: run.id + 1,
    check_suite_node_id: nodeId('CS', run.id + 1),
    head_branch: run.headBranch,
    head_sha: run.headSha,
    path: run.path,
    display_title: run.displayTitle,
    run_number: run.runNumber,
    run_attempt: run.runAttempt,
    event: run.event,
    status: run.status,
    conclusion: run.conclusion,
    workflow_id: workflow.id,
    url,
    html_url: `https://github.com/${run.repository.fullName}/actions/runs/${run.id}`,
    pull_requests: pullRequests.map((request) => minimalPullRequest(request, run.repository, api)),
    created_at: run.createdAt,
    updated_at: run.updatedAt,
    run_started_at: run.startedAt,
    actor: userShape(run.actor, api),
    triggering_actor: userShape(run.actor, api),
    jobs_url: `${url}/jobs`,
    logs_url: `${url}/logs`,
    check_suite_url: `${repository}/check-suites/${run.id + 1}`,
    artifacts_url: `${url}/artifacts`,
    cancel_url: `${url}/cancel`,
    rerun_url: `${url}/rerun`,
    previous_attempt_url: run.runAttempt > 1 ? `${url}/attempts/${run.runAttempt - 1}` : null,
    workflow_url: `${repository}/actions/workflows/${workflow.id}`,
    head_commit: {
      id: run.headSha,
      tree_id: tree,
      message: run.displayTitle,
      timestamp: run.createdAt,
      author: { name: run.actor.login, email: `${run.actor.login}@users.noreply.github.com` },
      committer: { name: 'GitHub', email: 'noreply@github.com' },
    },
    repository: repositoryShape(run.repository, api),
    head_repository: repositoryShape(run.headRepository, api),
    head_repository_id: run.headRepository.id,
  };
}

/** The REST shape `workflow`. */
export function workflowShape(workflow: FakeWorkflow, repository: FakeRepository, api: string): JsonObject {
  const file = workflow.path.slice(workflow.path.lastIndexOf('/') + 1);
  const web = `https://github.com/${repository.fullName}`;
  return {
    id: workflow.id,
    node_id: nodeId('W', workflow.id),
    name: workflow.name,
    path: workflow.path,
    state: 'active',
    created_at: '2025-06-01T09:00:00Z',
    updated_at: '2025-06-01T09:00:00Z',
    url: `${api}/repos/${repository.fullName}/actions/workflows/${workflow.id}`,
    html_url: `${web}/blob/${repository.defaultBranch}/${workflow.path}`,
    badge_url: `${web}/workflows/${encodeURIComponent(workflow.name)}/badge.svg?file=${file}`,
  };
}

function minimalPullRequest(request: FakePullRequest, repository: FakeRepository, api: string): JsonObject {
  return {
    id: request.id,
    number: request.number,
    url: `${api}/repos/${repository.fullName}/pulls/${request.number}`,
    head: { ref: request.head.ref, sha: request.head.sha, repo: minimalRepository(request.head.repository, api) },
    base: { ref: request.base.ref, sha: request.base.sha, repo: minimalRepository(repository, api) },
  };
}

function minimalRepository(repository: FakeRepository, api: string): JsonObject {
  const name = repository.fullName.slice(repository.fullName.indexOf('/') + 1);
  return { id: repository.id, url: `${api}/repos/${repository.fullName}`, name };
}
