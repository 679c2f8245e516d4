import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { artifactName } from '#github/artifacts/artifact-name.ts';
import { readZipEntry } from '#github/artifacts/read-results-artifact.ts';
import { uploadArtifact } from '#github/artifacts/upload.ts';
import { newFolder } from '#test/support/new-folder.ts';
import { type FakeGitHub, startFakeGitHub } from '#test/testing/github/fake-github.ts';
import { runtimeToken } from '#test/testing/github/runtime-token.ts';
import { addArtifact, addRun, sha } from '#test/testing/github/state-builders.ts';

let fake: FakeGitHub;
let folder: string;
let runId: number;
let printed: string[];

beforeEach(async () => {
  fake = await startFakeGitHub();
  runId = addRun(fake.state, { headSha: sha('m'), status: 'in_progress', conclusion: null }).id;
  folder = newFolder('upload');
  await writeFile(join(folder, 'results.json'), '{"schema_version":1}');
  await writeFile(join(folder, 'comment.md'), '# Report');
  vi.stubEnv('ACTIONS_RESULTS_URL', `${fake.url}/`);
  vi.stubEnv('ACTIONS_RUNTIME_TOKEN', runtimeToken(runId));
  vi.stubEnv('GITHUB_SERVER_URL', 'https://github.com');
  vi.stubEnv('GITHUB_WORKSPACE', folder);
  printed = [];
  vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => printed.push(String(chunk)) > 0);
});

afterEach(async () => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  expect(fake.violations).toEqual([]);
  await fake.close();
});

const upload = (more: object = {}, timeoutMs?: number) =>
  uploadArtifact(
    {
      name: 'agent-eval-results',
      folder,
      files: ['results.json', 'junit.xml', 'comment.md'],
      serverUrl: 'https://github.com',
      ...more,
    },
    timeoutMs,
  );

const entries = () =>
  fake.state.artifacts.map(({ content }) =>
    Object.fromEntries(Object.entries(unzipSync(content)).map(([name, bytes]) => [name, strFromU8(bytes)])),
  );

describe('uploadArtifact', () => {
  it('stores the files that exist, with the folder as root', async () => {
    const outcome = await upload();
    expect(outcome).toEqual({ id: fake.state.artifacts[0]?.id, warnings: [] });
    expect(fake.state.artifacts).toMatchObject([{ runId, name: 'agent-eval-results' }]);
    expect(entries()).toEqual([{ 'results.json': '{"schema_version":1}', 'comment.md': '# Report' }]);
  });

  it('is read by our own zip reader', async () => {
    await upload();
    const [artifact] = fake.state.artifacts;
    const entry = readZipEntry(artifact?.content ?? new Uint8Array(), 'results.json', 1000);
    expect('bytes' in entry && strFromU8(entry.bytes)).toBe('{"schema_version":1}');
  });

  it('replaces what an earlier attempt of the run left', async () => {
    const old = addArtifact(fake.state, { runId, name: 'agent-eval-results', content: Buffer.from('old') });
    const outcome = await upload();
    expect(outcome.warnings).toEqual([]);
    expect(fake.state.artifacts.map(({ id }) => id)).toEqual([outcome.id]);
    expect(outcome.id).not.toBe(old.id);
  });

  it('leaves what another suite of this attempt has stored, and says how to tell them apart', async () => {
    const createdAt = '2026-01-15T12:00:00Z';
    const content = Buffer.from('theirs');
    const theirs = addArtifact(fake.state, { runId, name: 'agent-eval-results', content, createdAt });
    const began = Date.parse(createdAt);
    expect(await upload({ attemptBegan: async () => began - 60_000 })).toEqual({
      id: null,
      warnings: [expect.stringMatching(/another suite of this run has already stored.*input "key"/)],
    });
    expect(fake.state.artifacts).toEqual([theirs]);

    const later = await upload({ attemptBegan: async () => began + 60_000 });
    expect(later.warnings).toEqual([]);
    expect(fake.state.artifacts.map(({ id }) => id)).toEqual([later.id]);
    expect((await upload({ attemptBegan: async () => null })).warnings).toEqual([]);
  });

  it('replaces once, not for ever', async () => {
    addArtifact(fake.state, { runId, name: 'agent-eval-results', content: Buffer.from('old') });
    const taken = { code: 'already_exists', msg: 'an artifact with this name already exists on the workflow run' };
    fake.failNext({ path: /CreateArtifact/, status: 409, body: taken, times: 9 });
    const outcome = await upload();
    expect(outcome).toEqual({ id: null, warnings: [expect.stringContaining('already exists')] });
    expect(fake.requests.filter(({ path }) => path.endsWith('/CreateArtifact'))).toHaveLength(2);
    expect(fake.requests.filter(({ path }) => path.endsWith('/DeleteArtifact'))).toHaveLength(1);
  });

  it('leaves artifacts of other names and runs alone', async () => {
    addArtifact(fake.state, { runId, name: 'agent-eval-results-other', content: Buffer.from('1') });
    addArtifact(fake.state, { runId: runId + 1, name: 'agent-eval-results', content: Buffer.from('2') });
    await upload();
    expect(fake.state.artifacts).toHaveLength(3);
  });

  it('warns when there is nothing to upload', async () => {
    await mkdir(join(folder, 'empty'));
    expect(await upload({ folder: join(folder, 'empty') })).toEqual({
      id: null,
      warnings: [
        'The artifact agent-eval-results was not uploaded: none of results.json, junit.xml, comment.md was written',
      ],
    });
    expect(fake.requests).toEqual([]);
  });

  it('warns when the service refuses, in its words', async () => {
    fake.failNext({ path: /CreateArtifact/, status: 403, body: { msg: 'quota\n::set-output name=passed::true' } });
    const { warnings } = await upload();
    expect(warnings).toEqual([expect.stringMatching(/was not uploaded: .*403.*quota ::set-output/)]);
  });

  it('warns when the service never answers, and waits no longer', async () => {
    fake.failNext({ path: /CreateArtifact/, hang: true, times: 9 });
    expect(await upload({}, 50)).toEqual({
      id: null,
      warnings: ['The artifact agent-eval-results was not uploaded: the artifact service did not answer within 50 ms'],
    });
  });

  it('warns outside of an action', async () => {
    vi.stubEnv('ACTIONS_RUNTIME_TOKEN', '');
    expect((await upload()).warnings).toEqual([expect.stringContaining('ACTIONS_RUNTIME_TOKEN')]);
  });

  it.each(['https://github.example.com', 'http://localhost:3000'])('says what to do on %s', async (serverUrl) => {
    const { warnings } = await upload({ serverUrl });
    expect(warnings).toEqual([
      expect.stringMatching(/GitHub Enterprise Server.*output results-path.*"baseline: file:PATH"/),
    ]);
    expect(fake.requests).toEqual([]);
    expect(printed).toEqual([]);
  });

  it.each(['https://octo.ghe.com', 'https://GitHub.com'])('works on %s', async (serverUrl) => {
    vi.stubEnv('GITHUB_SERVER_URL', serverUrl);
    expect((await upload({ serverUrl })).warnings).toEqual([]);
  });
});

describe('artifactName', () => {
  it('holds the key when there is one', () => {
    expect(artifactName('results', '')).toBe('agent-eval-results');
    expect(artifactName('trajectories', 'refunds')).toBe('agent-eval-trajectories-refunds');
  });
});
