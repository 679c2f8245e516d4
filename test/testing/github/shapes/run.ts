import type { JsonObject } from '../json.ts';
import type {
  ArtifactRun,
  FakeArtifact,
  FakeCheckRun,
  FakePullRequest,
  FakeRepository,
  FakeRun,
  FakeState,
  FakeWorkflow,
} from '../state.ts';
import { filled } from './filled.ts';
import { actionsAppShape, minimalRepositoryShape, userShape } from './repository.ts';

/** The REST shape `workflow-run`. `pullRequests` is empty for runs of forks, as on GitHub. */
export function workflowRunShape(
  run: FakeRun,
  workflow: FakeWorkflow,
  pullRequests: readonly FakePullRequest[],
  api: string,
  tree: string,
): JsonObject {
  const url = `${api}/repos/${run.repository.fullName}/actions/runs/${run.id}`;
  const person = { name: run.actor.login, email: `${run.actor.login}@users.noreply.github.com` };
  return filled('workflow-run', {
    id: run.id,
    name: workflow.name,
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
    artifacts_url: `${url}/artifacts`,
    pull_requests: pullRequests.map((request) => pullShape(request, run.repository, api)),
    created_at: run.createdAt,
    updated_at: run.updatedAt,
    run_started_at: run.startedAt,
    actor: userShape(run.actor),
    triggering_actor: userShape(run.actor),
    head_commit: {
      id: run.headSha,
      tree_id: tree,
      message: run.displayTitle,
      timestamp: run.createdAt,
      author: person,
      committer: person,
    },
    repository: minimalRepositoryShape(run.repository, api),
    head_repository: minimalRepositoryShape(run.headRepository, api),
  });
}

function pullShape({ id, number, head, base }: FakePullRequest, repository: FakeRepository, api: string): JsonObject {
  const side = ({ ref, sha }: { readonly ref: string; readonly sha: string }, of: FakeRepository) => {
    const name = of.fullName.slice(of.fullName.indexOf('/') + 1);
    return { ref, sha, repo: { id: of.id, url: `${api}/repos/${of.fullName}`, name } };
  };
  const url = `${api}/repos/${repository.fullName}/pulls/${number}`;
  return { id, number, url, head: side(head, head.repository), base: side(base, repository) };
}

/** The part of the REST shape `workflow` that events are read for. */
export function workflowShape({ id, name, path }: FakeWorkflow): JsonObject {
  return { id, name, path, state: 'active' };
}

/** The REST shape `artifact`. */
export function artifactShape(artifact: FakeArtifact, state: FakeState, api: string): JsonObject {
  const url = `${api}/repos/${state.repository.fullName}/actions/artifacts/${artifact.id}`;
  const run = artifact.reportedRun ?? runOf(artifact, state);
  return filled('artifact', {
    id: artifact.id,
    name: artifact.name,
    size_in_bytes: artifact.reportedSize,
    url,
    archive_download_url: `${url}/zip`,
    expired: artifact.expired,
    digest: artifact.digest,
    created_at: artifact.createdAt,
    updated_at: artifact.createdAt,
    expires_at: artifact.expiresAt,
    workflow_run: run && {
      id: run.id,
      repository_id: run.repositoryId,
      head_repository_id: run.headRepositoryId,
      head_branch: run.headBranch,
      head_sha: run.headSha,
    },
  });
}

function runOf({ runId }: FakeArtifact, { runs }: FakeState): ArtifactRun | null {
  const run = runs.find(({ id }) => id === runId);
  if (run === undefined) return null;
  const { id, repository, headRepository, headBranch, headSha } = run;
  return { id, repositoryId: repository.id, headRepositoryId: headRepository.id, headBranch, headSha };
}

/** The REST shape `check-run`. */
export function checkRunShape(check: FakeCheckRun, repository: FakeRepository, api: string): JsonObject {
  const url = `${api}/repos/${repository.fullName}/check-runs/${check.id}`;
  return filled('check-run', {
    id: check.id,
    name: check.name,
    head_sha: check.headSha,
    external_id: check.externalId ?? '',
    url,
    html_url: `https://github.com/${repository.fullName}/runs/${check.id}`,
    details_url: check.detailsUrl,
    status: check.status,
    conclusion: check.conclusion,
    started_at: check.startedAt,
    completed_at: check.completedAt,
    output: { ...check.output, annotations_count: check.annotations.length, annotations_url: `${url}/annotations` },
    app: actionsAppShape(),
  });
}
