import type { JsonObject } from '../json.ts';
import type { ArtifactRun, FakeArtifact, FakeState } from '../state.ts';
import { nodeId } from './user.ts';

/** The REST shape `artifact`. */
export function artifactShape(artifact: FakeArtifact, state: FakeState, api: string): JsonObject {
  const url = `${api}/repos/${state.repository.fullName}/actions/artifacts/${artifact.id}`;
  const run = artifact.reportedRun ?? runOf(artifact, state);
  return {
    id: artifact.id,
    node_id: nodeId('MDg6QXJ0aWZhY3Q', artifact.id),
    name: artifact.name,
    size_in_bytes: artifact.reportedSize,
    url,
    archive_download_url: `${url}/zip`,
    expired: artifact.expired,
    digest: artifact.digest,
    created_at: artifact.createdAt,
    updated_at: artifact.createdAt,
    expires_at: artifact.expiresAt,
    workflow_run:
      run === null
        ? null
        : {
            id: run.id,
            repository_id: run.repositoryId,
            head_repository_id: run.headRepositoryId,
            head_branch: run.headBranch,
            head_sha: run.headSha,
          },
  };
}

function runOf(artifact: FakeArtifact, state: FakeState): ArtifactRun | null {
  const run = state.runs.find((candidate) => candidate.id === artifact.runId);
  if (run === undefined) return null;
  return {
    id: run.id,
    repositoryId: run.repository.id,
    headRepositoryId: run.headRepository.id,
    headBranch: run.headBranch,
    headSha: run.headSha,
  };
}
