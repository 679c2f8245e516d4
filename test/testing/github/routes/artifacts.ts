import { signedBlobUrl } from '../blob-storage.ts';
import { type Answer, notFound, ok, problem, type RouteRequest } from '../http.ts';
import { paginate } from '../pagination.ts';
import { artifactShape } from '../shapes/run.ts';
import type { FakeArtifact, FakeState } from '../state.ts';
import type { Routes } from './route.ts';

const READ = { level: 'read', scopes: ['actions'] } as const;

/** Artifacts of runs, seen from outside the run. */
export const artifactRoutes: Routes = {
  'actions/list-workflow-run-artifacts': { needs: READ, answer: listOfRun },
  'actions/download-artifact': { needs: READ, answer: download },
};

function listOfRun(request: RouteRequest): Answer {
  const { state, params } = request;
  if (!state.runs.some((run) => String(run.id) === params['run_id'])) return notFound();
  const own = state.artifacts.filter((artifact) => String(artifact.runId) === params['run_id']);
  return list(request, request.query.get('direction') === 'asc' ? own.toReversed() : own);
}

/** Newest first. */
function list(request: RouteRequest, artifacts: readonly FakeArtifact[]): Answer {
  const { state, query, api } = request;
  const name = query.get('name');
  const found = artifacts.filter((artifact) => name === null || artifact.name === name).toReversed();
  const page = paginate(request, found);
  const shapes = page.items.map((artifact) => artifactShape(artifact, state, api));
  return ok({ total_count: found.length, artifacts: shapes }, page.headers);
}

function download({ state, api, params }: RouteRequest): Answer {
  const artifact = find(state, params);
  if (artifact === null || params['archive_format'] !== 'zip') return notFound();
  if (artifact.expired) return problem(410, 'Artifact has expired');
  return { status: 302, headers: { location: signedBlobUrl(api, 'artifact', artifact.id) } };
}

function find(state: FakeState, params: RouteRequest['params']): FakeArtifact | null {
  return state.artifacts.find((artifact) => String(artifact.id) === params['artifact_id']) ?? null;
}
