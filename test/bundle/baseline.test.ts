import { expect } from 'vitest';
import { zipArchive } from '#test/github/artifacts/zip/zip-archive.ts';
import { readable } from '#test/support/markdown.ts';
import { comment, it, type Scene } from '#test/support/scene.ts';
import { scriptedSuite } from '#test/support/scripted-suite.ts';
import { addStoredRun, artifactFiles, resultsArchive } from '#test/support/stored-artifact.ts';
import type { FakeSeed } from '#test/testing/github/state.ts';
import { forkOf } from '#test/testing/github/state-builders.ts';

const SUITE = scriptedSuite({ one: {}, two: {} });

const UNREADABLE: readonly (readonly [string, Uint8Array, RegExp])[] = [
  [
    'a bomb',
    zipArchive([{ name: 'results.json', content: Buffer.alloc(65 * 1024 * 1024), declaredSize: 100 }]),
    /inflates to more than/,
  ],
  ['too large', zipArchive([{ name: 'results.json', content: '{}', declaredSize: 2 ** 27 }]), /at most \d+ are read/],
  ['cut off', resultsArchive('{}').slice(0, 60), /not a complete zip file/],
  ['of another version', resultsArchive('{"schema_version": 7}'), /schema_version 7/],
  ['no JSON', resultsArchive('{"schema_version": 1, garbage'), /not JSON/],
  ['leading out', zipArchive([{ name: '../results.json', content: '{}' }]), /name leads out of it/],
];

it('without a baseline the first pull request is inconclusive, says why, and is green by default', async (openScene) => {
  const scene = await openScene(SUITE);

  const result = await scene.runPull({ 'README.md': 'words' });
  expect(result).toExit(0);
  expect(result.outputs).toMatchObject({ verdict: 'inconclusive', passed: 'false', 'baseline-sha': '' });
  expect(result.outputs['inconclusive-reason']).toContain('main has no results');
  expect(comment(scene)).toMatch(/❔ Nothing to compare with yet \(does not block\): main has no results/);
  expect(comment(scene)).toContain('has no finished run on main yet');
  expect(result.summary).toContain('has no finished run on main yet');
});

const LOST: readonly (readonly [string, FakeSeed, (scene: Scene) => unknown, RegExp])[] = [
  [
    'its artifact has expired',
    {},
    ({ fake }) => fake.state.artifacts.map((one) => Object.assign(one, { expired: true })),
    /main have expired: run the workflow once on main/,
  ],
  [
    'the token may not read actions',
    { repository: { private: true }, permissions: { contents: 'read', pull_requests: 'write' } },
    () => null,
    /may not read workflow runs .*add "permissions: actions: read"/,
  ],
  [
    'the workflow was renamed',
    {},
    ({ fake }) => fake.state.runs.map((run) => Object.assign(run, { path: '.github/workflows/old.yml' })),
    /no run on main, and \.github\/workflows\/old\.yml has; if the workflow was renamed: run the workflow once/,
  ],
  [
    'its runs are of another branch',
    {},
    ({ fake }) => fake.state.runs.map((run) => Object.assign(run, { headBranch: 'master' })),
    /has run on master, and never on main; if that was the default branch before: run/,
  ],
];

it.for(LOST)(
  'where main has results that this run can not use, the annotation says why: %s',
  async ([, seed, lose, cause], { openScene }) => {
    const scene = await openScene(SUITE, seed);
    await scene.storeMain();
    lose(scene);
    const result = await scene.runPull({ 'README.md': 'words' });
    expect(result.outputs).toMatchObject({ verdict: 'inconclusive', 'baseline-sha': '' });
    const said = result.commands.annotations.map(({ message }) => message).join('\n');
    expect(said).toMatch(cause);
    expect(said).toMatch(/To settle it, mend this, then re-run this job\.$/);
  },
);

it('a baseline that can not be read is named, results that are not those of main are none, and the nearest ancestor that has one is taken', async (openScene) => {
  const scene = await openScene(SUITE);
  const { state } = scene.fake;
  const good = (await scene.storeMain()).headSha;
  const stored = artifactFiles(state)['results.json'] ?? '';
  expect(stored).toContain('"schema_version":1');
  for (const [name, content] of UNREADABLE) {
    addStoredRun(state, stored, await scene.repository.commit(name), {}, () => ({ content }));
  }
  const fork = forkOf(state.repository);
  const head = await scene.repository.commit('nearest');
  const artifactOf = (headRepositoryId: number) => (id: number) => ({
    reportedRun: { id, repositoryId: state.repository.id, headRepositoryId, headBranch: 'main', headSha: head },
  });
  // Each is wrong in one thing only, the run or what is said of the artifact.
  addStoredRun(state, stored, head, { headRepository: fork }, artifactOf(state.repository.id));
  addStoredRun(state, stored, head, {}, artifactOf(fork.id));
  addStoredRun(state, stored, head, { headRepository: fork, event: 'pull_request' });
  addStoredRun(state, stored, head, { path: '.github/workflows/other.yml' });
  addStoredRun(state, stored, head, { event: 'pull_request_target' });
  addStoredRun(state, stored, head, { conclusion: 'cancelled' });
  addStoredRun(state, stored, head, { headBranch: 'topic' });
  addStoredRun(state, stored, head, {}, () => ({ expired: true }));

  const result = await scene.runPull();
  expect(result).toExit(0);
  expect(result.outputs).toMatchObject({ verdict: 'pass', 'baseline-sha': good });
  expect(comment(scene)).toMatch(/the nearest with results: 7 commits before/);
  // They take no annotation away from the cases.
  expect(result.commands.annotations).toEqual([]);
  for (const [, , words] of UNREADABLE) {
    expect(comment(scene)).toMatch(words);
    expect(readable(result.summary)).toMatch(words);
  }
});
