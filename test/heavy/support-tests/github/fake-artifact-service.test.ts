import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ARTIFACT_SERVICE_PATH } from '#test/support/github/fake-artifact-service.ts';
import { type FakeGitHub, startFakeGitHub } from '#test/support/github/fake-github.ts';
import { pushEvent } from '#test/support/github/payloads.ts';
import { runAction } from '#test/support/github/runner.ts';
import { readRuntimeToken, runtimeToken } from '#test/support/github/runtime-token.ts';
import { sha } from '#test/support/github/state-builders.ts';

const ACTIONS = join(import.meta.dirname, 'actions');

let workspace = '';

beforeAll(async () => {
  workspace = await mkdtemp(join(tmpdir(), 'work-'));
});

afterAll(() => rm(workspace, { recursive: true }));

test('the unmodified client uploads, meets a clash, replaces, lists, and another run downloads it', async () => {
  await using fake = await startFakeGitHub();
  const upload = await runAction({
    ...step(fake, 'upload-artifact.ts', 'main-1'),
    inputs: { text: '{"schema_version":1}' },
  });
  expect(upload.stderr).toBe('');
  expect(upload.exitCode).toBe(0);
  const [artifact] = fake.state.artifacts;
  expect(fake.state.artifacts).toHaveLength(1);
  expect(upload.outputs).toMatchObject({
    clash: expect.stringContaining('an artifact with this name already exists on the workflow run'),
    'second-id': String(artifact?.id),
    digest: artifact?.digest,
    listed: `results:${artifact?.id}`,
  });
  expect(upload.outputs['first-id']).not.toBe(upload.outputs['second-id']);
  expect(artifact).toMatchObject({ runId: upload.run.id, name: 'results', contentType: 'application/zip' });

  const download = await runAction({
    ...step(fake, 'download-artifact.ts', 'main-2'),
    inputs: { 'github-token': '${{ github.token }}', 'run-id': String(upload.run.id) },
  });
  expect(download.outputs).toEqual({ text: '{"schema_version":1}', 'digest-mismatch': 'false' });
  expect(download.run.id).not.toBe(upload.run.id);
  expect(fake.violations).toEqual([]);
});

test('a file of many blocks arrives in order', async () => {
  await using fake = await startFakeGitHub();
  const token = runtimeToken(7);
  const ids = readRuntimeToken(token);
  const body = { workflow_run_backend_id: ids?.run, workflow_job_run_backend_id: ids?.job, name: 'big' };
  const created = await call(fake, token, 'CreateArtifact', { ...body, version: 7 });
  const url = String(created.body['signed_upload_url']);
  await fetch(`${url}&comp=block&blockid=Yg==`, { method: 'PUT', body: 'second' });
  await fetch(`${url}&comp=block&blockid=YQ==`, { method: 'PUT', body: 'first ' });
  const list = '<?xml version="1.0"?><BlockList><Latest>YQ==</Latest><Latest>Yg==</Latest></BlockList>';
  const committed = await fetch(`${url}&comp=blocklist`, { method: 'PUT', body: list });
  expect(committed.status).toBe(201);
  const hash = `sha256:${createHash('sha256').update('first second').digest('hex')}`;
  expect(await call(fake, token, 'FinalizeArtifact', { ...body, size: '12', hash })).toMatchObject({ status: 200 });
  expect(fake.state.artifacts[0]).toMatchObject({ runId: 7, digest: hash, reportedSize: 12 });
});

test.each([
  ['the token of another run', runtimeToken(8), {}, 403],
  ['no token of ours', 'garbage', {}, 401],
  ['a name no file system takes', runtimeToken(7), { name: 'a/b' }, 400],
])('%s is refused', async (_, token, extra, status) => {
  await using fake = await startFakeGitHub();
  const ids = readRuntimeToken(runtimeToken(7));
  const body = { workflow_run_backend_id: ids?.run, workflow_job_run_backend_id: ids?.job, name: 'a', ...extra };
  expect(await call(fake, token, 'CreateArtifact', body)).toMatchObject({ status });
});

test.each([
  ['size', { size: '4', hash: `sha256:${createHash('sha256').update('abc').digest('hex')}` }],
  ['hash', { size: '3', hash: `sha256:${'0'.repeat(64)}` }],
])('an upload whose %s is not what was sent is not finalised', async (_, claim) => {
  await using fake = await startFakeGitHub();
  const token = runtimeToken(7);
  const ids = readRuntimeToken(token);
  const body = { workflow_run_backend_id: ids?.run, workflow_job_run_backend_id: ids?.job, name: 'a' };
  const created = await call(fake, token, 'CreateArtifact', body);
  await fetch(String(created.body['signed_upload_url']), { method: 'PUT', body: 'abc' });
  expect(await call(fake, token, 'FinalizeArtifact', { ...body, ...claim })).toMatchObject({ status: 400 });
  expect(fake.state.artifacts).toEqual([]);
});

function step(fake: FakeGitHub, script: string, commit: string) {
  const event = pushEvent(fake.state, { after: sha(commit) });
  return { bundle: join(ACTIONS, script), workspace, fake, event };
}

async function call(fake: FakeGitHub, token: string, method: string, body: object) {
  const response = await fetch(`${fake.url}${ARTIFACT_SERVICE_PATH}${method}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const answered: Readonly<Record<string, unknown>> = Object(await response.json());
  return { status: response.status, body: answered };
}
