import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readRunResults } from '#github/artifacts/run-results.ts';
import { RESULTS_ARTIFACT, resultsArchive } from '#test/support/stored-artifact.ts';
import { type FakeGitHub, startFakeGitHub } from '#test/testing/github/fake-github.ts';
import type { FakeArtifact, FakeRun } from '#test/testing/github/state.ts';
import { addArtifact, addRun, forkOf, sha } from '#test/testing/github/state-builders.ts';
import { apiOf, reportedRunOf } from './main-history.ts';

let fake: FakeGitHub;
let run: FakeRun;

beforeEach(async () => {
  fake = await startFakeGitHub();
  const headRepository = forkOf(fake.state.repository);
  run = addRun(fake.state, { headSha: sha('h'), event: 'pull_request', headBranch: 'main', headRepository });
});

afterEach(async () => {
  expect(fake.violations).toEqual([]);
  await fake.close();
});

const document = (more: { readonly run?: object; readonly commit?: object } = {}) => ({
  schema_version: 1,
  commit: { sha: sha('merge'), head_sha: sha('h'), ...more.commit },
  run: { id: String(run.id), key: null, side: 'candidate', ...more.run },
  agent: { kind: 'command', key: 'k' },
  looks: [3],
  complete: true,
  cases: [],
});

function store(results: unknown, facts: Partial<FakeArtifact> = {}): void {
  const content = resultsArchive(JSON.stringify(results));
  addArtifact(fake.state, { runId: run.id, name: RESULTS_ARTIFACT, content, ...facts });
}

const read = () =>
  readRunResults({
    github: apiOf(fake),
    repository: { id: fake.state.repository.id, owner: 'octo-org', name: 'agents' },
    runId: run.id,
    artifactName: RESULTS_ARTIFACT,
    key: null,
  });

it('results of the run, its commit and its key are read', async () => {
  store(document());
  expect(await read()).toMatchObject({ results: { commit: { head_sha: sha('h') } } });
});

describe('results are treated as none, and named, when', () => {
  it.each([
    ['they say that they are of another run', () => document({ run: { id: '7' } }), /belongs to another run/],
    ['they say that they are of another commit', () => document({ commit: { head_sha: sha('x') } }), /another commit/],
    ['they say no commit', () => document({ commit: { head_sha: null } }), /another commit/],
    ['they say that they are of main', () => document({ run: { side: 'baseline' } }), /not a candidate's/],
    ['they say that they are of another key', () => document({ run: { key: 'billing' } }), /another key/],
    ['they are of a newer version', () => ({ ...document(), schema_version: 9 }), /schema_version 9/],
    ['they are no results', () => ['pass'], /not a JSON object/],
  ])('%s', async (_, results, words) => {
    store(results());
    expect(await read()).toEqual({ problem: expect.stringMatching(words) });
  });

  const lies: readonly (readonly [string, RegExp, () => Partial<FakeArtifact>])[] = [
    ['expired', /has expired/, () => ({ expired: true })],
    ['oversized', /bytes; at most/, () => ({ reportedSize: 2 ** 30 })],
    ['no zip', /not a complete zip/, () => ({ content: Buffer.from('no zip') })],
    ['altered on its way', /GitHub says sha256/, () => ({ digest: `sha256:${'0'.repeat(64)}` })],
    [
      'of another repository',
      /from another repository/,
      () => ({ reportedRun: reportedRunOf(fake.state, run.id, { headSha: sha('h') }) }),
    ],
  ];

  it.each(lies)('the artifact is %s', async (_, words, lie) => {
    store(document(), lie());
    expect(await read()).toEqual({ problem: expect.stringMatching(words) });
  });

  it('there is no artifact, or no such run', async () => {
    expect(await read()).toEqual({ problem: `it has no artifact ${RESULTS_ARTIFACT}` });
    fake.state.runs.splice(0);
    expect(await read()).toEqual({ problem: expect.stringContaining('404') });
  });
});
