import { createHash } from 'node:crypto';
import { signedBlobUrl, type Uploads } from './blob-storage.ts';
import type { Answer } from './http.ts';
import { asObject, asString, type JsonObject } from './json.ts';
import { bearer } from './permissions.ts';
import { type BackendIds, readRuntimeToken, runIdOf } from './runtime-token.ts';
import type { FakeArtifact, FakeState } from './state.ts';
import { addArtifact } from './state-builders.ts';

/** Path of GitHub's results service, which @actions/artifact talks Twirp to. */
export const ARTIFACT_SERVICE_PATH = '/twirp/github.actions.results.api.v1.ArtifactService/';

/** An artifact between CreateArtifact and FinalizeArtifact. */
export type PendingArtifact = {
  readonly id: number;
  readonly runId: number;
  readonly name: string;
  readonly contentType: string;
};

/** One call of the service. */
export type ArtifactCall = {
  readonly state: FakeState;
  readonly root: string;
  readonly method: string;
  readonly authorization: string | undefined;
  readonly body: JsonObject | null;
  readonly uploads: Uploads;
  readonly pending: PendingArtifact[];
};

/**
 * Plays the artifact service for the run its token names. Finalised artifacts land in the state, where the REST routes
 * of other runs find them.
 */
export function answerArtifactCall(call: ArtifactCall): Answer {
  const ids = readRuntimeToken(bearer(call.authorization) ?? '');
  const runId = ids === null ? null : runIdOf(ids.run);
  const body = call.body ?? {};
  if (ids === null || runId === null) return twirpProblem(401, 'unauthenticated', 'invalid runtime token');
  if (body['workflow_run_backend_id'] !== ids.run || body['workflow_job_run_backend_id'] !== ids.job) {
    return twirpProblem(403, 'permission_denied', 'the backend ids are not those of the token');
  }
  const method = METHODS[call.method];
  return method === undefined
    ? twirpProblem(404, 'bad_route', `no such method: ${call.method}`)
    : method({ ...call, body, runId, ids });
}

type Job = ArtifactCall & { readonly body: JsonObject; readonly runId: number; readonly ids: BackendIds };

const METHODS: Readonly<Record<string, (job: Job) => Answer>> = {
  CreateArtifact: create,
  FinalizeArtifact: finalize,
  ListArtifacts: list,
  GetSignedArtifactURL: getSignedUrl,
  DeleteArtifact: remove,
};

/** A name is taken from its creation on, finished or not, for the whole run. */
function create({ state, root, body, runId, uploads, pending }: Job): Answer {
  const name = asString(body['name']);
  if (name === '' || /["<>|*?:\r\n\\/]/.test(name)) {
    return twirpProblem(400, 'invalid_argument', `the artifact name is not valid: ${name}`);
  }
  if (findByName(state.artifacts, runId, name) || findByName(pending, runId, name)) {
    return twirpProblem(409, 'already_exists', 'an artifact with this name already exists on the workflow run');
  }
  const id = state.nextId();
  pending.push({ id, runId, name, contentType: wrapped(body['mime_type']) ?? 'application/zip' });
  uploads.set(id, { blocks: new Map(), content: null });
  return { status: 200, body: { ok: true, signed_upload_url: signedBlobUrl(root, 'upload', id) } };
}

function finalize({ state, body, runId, uploads, pending }: Job): Answer {
  const open = findByName(pending, runId, asString(body['name']));
  const content = open === undefined ? null : (uploads.get(open.id)?.content ?? null);
  if (open === undefined || content === null) return twirpProblem(404, 'not_found', 'no such upload');
  const digest = `sha256:${createHash('sha256').update(content).digest('hex')}`;
  const claimed = wrapped(body['hash']);
  if (Number(body['size']) !== content.byteLength || (claimed !== null && claimed !== digest)) {
    return twirpProblem(400, 'invalid_argument', `size and hash are not those of the upload: ${digest}`);
  }
  pending.splice(pending.indexOf(open), 1);
  uploads.delete(open.id);
  addArtifact(state, { ...open, content, digest });
  return { status: 200, body: { ok: true, artifact_id: String(open.id) } };
}

function list({ state, body, runId, ids }: Job): Answer {
  const name = wrapped(body['name_filter']);
  const id = wrapped(body['id_filter']);
  const found = state.artifacts.filter(
    (artifact) =>
      artifact.runId === runId &&
      (name === null || artifact.name === name) &&
      (id === null || String(artifact.id) === id),
  );
  return { status: 200, body: { artifacts: found.map((artifact) => describe(artifact, ids)) } };
}

function getSignedUrl({ state, root, body, runId }: Job): Answer {
  const artifact = findByName(state.artifacts, runId, asString(body['name']));
  if (artifact === undefined) return twirpProblem(404, 'not_found', 'artifact not found');
  return { status: 200, body: { name: artifact.name, signed_url: signedBlobUrl(root, 'artifact', artifact.id) } };
}

function remove({ state, body, runId }: Job): Answer {
  const artifact = findByName(state.artifacts, runId, asString(body['name']));
  if (artifact === undefined) return twirpProblem(404, 'not_found', 'artifact not found');
  state.artifacts.splice(state.artifacts.indexOf(artifact), 1);
  return { status: 200, body: { ok: true, artifact_id: String(artifact.id) } };
}

function describe(artifact: FakeArtifact, ids: BackendIds): JsonObject {
  return {
    workflow_run_backend_id: ids.run,
    workflow_job_run_backend_id: ids.job,
    database_id: String(artifact.id),
    name: artifact.name,
    size: String(artifact.reportedSize),
    created_at: artifact.createdAt,
    digest: artifact.digest,
  };
}

function findByName<T extends { readonly runId: number; readonly name: string }>(
  all: readonly T[],
  runId: number,
  name: string,
): T | undefined {
  return all.find((artifact) => artifact.runId === runId && artifact.name === name);
}

/** Protobuf's JSON writes a wrapped string as the string itself; older clients as `{ value }`. */
function wrapped(value: unknown): string | null {
  const inner = asObject(value)?.['value'] ?? value;
  return typeof inner === 'string' ? inner : null;
}

function twirpProblem(status: number, code: string, message: string): Answer {
  return { status, body: { code, msg: message } };
}
