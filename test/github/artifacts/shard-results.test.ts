import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { shardResults } from '#github/artifacts/shard-results.ts';
import { type FakeGitHub, startFakeGitHub } from '#test/testing/github/fake-github.ts';
import type { FakeArtifact } from '#test/testing/github/state.ts';
import { addArtifact, addRun, sha } from '#test/testing/github/state-builders.ts';
import { ARTIFACT, apiOf, repositoryOf, resultsZip } from './main-history.ts';

let fake: FakeGitHub;
let runId: number;

beforeEach(async () => {
  fake = await startFakeGitHub();
  runId = addRun(fake.state, { headSha: sha('m'), status: 'in_progress', conclusion: null }).id;
});

afterEach(async () => {
  expect(fake.violations).toEqual([]);
  await fake.close();
});

function store(name: string, facts: Partial<FakeArtifact> = {}): void {
  addArtifact(fake.state, { runId, name, content: resultsZip(name), ...facts });
}

const find = (artifactName = ARTIFACT) =>
  shardResults({
    github: apiOf(fake),
    repository: repositoryOf(fake),
    artifactName,
    runId,
    keep: (results) => results,
  }).find();

describe('shards under another name than is looked for', () => {
  it('are named with it, because a key that one of the jobs lacks is the likeliest slip', async () => {
    for (const index of [1, 2]) store(`${ARTIFACT}-shard-${index}`);
    store('coverage');
    expect(await find(`${ARTIFACT}-eu`)).toEqual({
      shards: [],
      problems: [
        'no job of this run stored the results of a shard: this job looks for artifacts named agent-eval-results-eu-shard-1 and so on, and the run has agent-eval-results-shard-1, agent-eval-results-shard-2; give the shards the input shard, and this job the same key as them',
      ],
    });
  });

  it('are counted when they are many', async () => {
    for (let index = 1; index <= 7; index += 1) store(`${ARTIFACT}-eu-shard-${index}`);
    const { problems } = await find();
    expect(problems).toEqual([expect.stringMatching(/agent-eval-results-shard-1 and so on.* and 2 more; give/)]);
  });

  it('are said to be none where the run has stored no results', async () => {
    store('coverage');
    expect((await find()).problems).toEqual([
      expect.stringMatching(
        /agent-eval-results-shard-1 and so on, but the run has no artifacts with results; run the shards/,
      ),
    ]);
  });
});

it('an expired shard can only come back with all jobs', async () => {
  store(`${ARTIFACT}-shard-1`);
  store(`${ARTIFACT}-shard-2`, { expired: true });
  const { shards, problems } = await find();
  expect(shards.map(({ index }) => index)).toEqual([1]);
  expect(problems).toEqual([
    'shard 2 can\'t be read: its artifact agent-eval-results-shard-2 has expired; choose "Re-run all jobs", so that every shard stores its results again',
  ]);
});

it('a token that may not list artifacts is the problem, and no job is blamed', async () => {
  store(`${ARTIFACT}-shard-1`);
  fake.failNext({ path: /\/artifacts/, status: 403, body: { message: 'Resource not accessible by integration' } });
  expect((await find()).problems).toEqual([
    expect.stringMatching(/^the results of this run's shards can't be read: .*"permissions: actions: read"$/),
  ]);
});

it('of a run that was done again the newest artifact counts, expired or not', async () => {
  store(`${ARTIFACT}-shard-1`, { expired: true });
  store(`${ARTIFACT}-shard-1`);
  const { shards, problems } = await find();
  expect(shards).toHaveLength(1);
  expect(problems).toEqual([]);
});
