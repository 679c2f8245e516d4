import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { ARTIFACT_SERVICE_PATH } from '#test/testing/github/fake-artifact-service.ts';
import { type FakeGitHub, startFakeGitHub } from '#test/testing/github/fake-github.ts';
import { readRuntimeToken, runtimeToken } from '#test/testing/github/runtime-token.ts';

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

async function call(fake: FakeGitHub, token: string, method: string, body: object) {
  const response = await fetch(`${fake.url}${ARTIFACT_SERVICE_PATH}${method}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const answered: Readonly<Record<string, unknown>> = Object(await response.json());
  return { status: response.status, body: answered };
}
