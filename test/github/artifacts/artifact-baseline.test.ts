import { strToU8, zipSync } from 'fflate';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FakeArtifact, FakeRun, FakeState } from '#test/testing/github/state.ts';
import { addArtifact, addCommit, addRun, forkOf, sha, WORKFLOW_PATH } from '#test/testing/github/state-builders.ts';
import {
  ARTIFACT,
  labelOf,
  labelsOf,
  type MainHistory,
  OWN_RUN,
  originOf,
  reportedRunOf,
  resultsZip,
  startMainHistory,
  withoutFilters,
} from './main-history.ts';
import { zipArchive } from './zip/zip-archive.ts';

let main: MainHistory;

beforeEach(async () => {
  main = await startMainHistory();
});

afterEach(async () => {
  expect(main.fake.violations).toEqual([]);
  await main[Symbol.asyncDispose]();
});

describe('the target', () => {
  beforeEach(() => {
    main.stored('m1', 'm1');
    main.stored('m2', 'm2');
    main.stored('m3', 'm3');
  });

  const point = (testedSha: string, more: object = {}) => ({
    point: { testedSha: sha(testedSha), headSha: null, baseRef: null, baseSha: null, ...more },
  });

  it('is the first parent when GitHub’s merge commit is tested', async () => {
    const found = await main.find(point('merge', { headSha: sha('h'), baseRef: 'main' }));
    expect(labelOf(found)).toBe('m3');
    expect(found).toMatchObject({
      target_sha: sha('m3'),
      choice: `the run of ${sha('m3').slice(0, 7)} on main, the first parent of the tested merge commit`,
      notes: [],
    });
  });

  it('is the merge base when the head itself is tested', async () => {
    const found = await main.find(point('h', { headSha: sha('h'), baseRef: 'main' }));
    expect(found).toMatchObject({ target_sha: sha('m1'), choice: expect.stringContaining('the merge base with main') });
    expect(labelOf(found)).toBe('m1');
    expect(main.fake.requests.filter((request) => request.path.includes('/git/commits/'))).toEqual([]);
  });

  it.each([
    ['the merge base when the tested commit is a merge of something else', ['h', 'm2'], 'm2'],
    ['the merge base when it merges several branches at once', ['m1', 'h', 'm2'], 'm2'],
    ['the merge base when it is no merge', ['m2'], 'm2'],
  ])('is %s', async (_, parents, expected) => {
    addCommit(main.fake.state, { sha: sha('tested'), parents: parents.map(sha) });
    expect(labelOf(await main.find(point('tested', { headSha: sha('h'), baseRef: 'main' })))).toBe(expected);
  });

  it('is the base of a merge group and the state before a push, and the tested commit itself when nothing is known', async () => {
    expect(labelOf(await main.find(point('m3', { baseSha: sha('m2') })))).toBe('m2');
    expect(labelOf(await main.find(point('m2')))).toBe('m2');
  });

  it('is missing when the branches share no commit: the newest run replaces it, and is named as such', async () => {
    addCommit(main.fake.state, { sha: sha('orphan') });
    const found = await main.find(point('orphan', { baseRef: 'main' }));
    expect(labelOf(found)).toBe('m3');
    expect(found).toMatchObject({
      target_sha: null,
      choice: expect.stringMatching(/^the newest run on main with results/),
    });
    expect(found.notes).toEqual([expect.stringContaining('The merge base with main is not known: 404')]);
  });
});

describe('the choice among runs', () => {
  it('falls back to the nearest earlier commit and says how far it is', async () => {
    main.stored('m1', 'm1');
    main.stored('m2', 'm2');
    const found = await main.find();
    expect(labelOf(found)).toBe('m2');
    expect(found).toMatchObject({ choice: expect.stringContaining('the nearest with results: 1 commit before') });
  });

  it('prefers an ancestor to a newer run', async () => {
    main.stored('m1', 'm1');
    main.stored('m3', 'm3');
    const point = { testedSha: sha('h'), headSha: sha('h'), baseRef: 'main', baseSha: null };
    expect(labelOf(await main.find({ point }))).toBe('m1');
  });

  it('takes the newest run, said to be off target, when no ancestor has results', async () => {
    main.stored('m2', 'm2');
    main.stored('m3', 'm3');
    const point = { testedSha: sha('h'), headSha: sha('h'), baseRef: 'main', baseSha: null };
    const found = await main.find({ point });
    expect(labelOf(found)).toBe('m3');
    expect(found).toMatchObject({
      choice: `main has moved: comparing with ${sha('m3').slice(0, 7)}, 2 commits from ${sha('m1').slice(0, 7)} (the merge base with main)`,
    });
  });

  it('finds the target however many newer runs there are, and asks for no comparison then', async () => {
    main.stored('m1', 'm1');
    for (let index = 0; index < 60; index += 1) addRun(main.fake.state, { headSha: sha('m3') });
    const point = { testedSha: sha('m3'), headSha: null, baseRef: null, baseSha: sha('m1') };
    expect(labelOf(await main.find({ point }))).toBe('m1');
    expect(main.fake.requests.filter((request) => request.path.includes('/compare/'))).toEqual([]);
  });

  it('looks at ten artifacts and asks about ten commits, no more', async () => {
    main.stored('m1', 'm1');
    for (let index = 0; index < 30; index += 1) {
      const parents = [sha(index === 0 ? 'm3' : `x${index - 1}`)];
      addCommit(main.fake.state, { sha: sha(`x${index}`), parents, refs: ['refs/heads/main'] });
      addRun(main.fake.state, { headSha: sha(`x${index}`) });
    }
    const found = await main.find();
    expect(found).toMatchObject({ kind: 'none', reason: expect.stringContaining('the last runs of') });
    expect(found.notes).toHaveLength(10);
    expect(main.fake.requests.filter((request) => request.path.includes('/compare/'))).toHaveLength(10);
  });

  it('finds a good run behind many that are none, up to three pages', async () => {
    main.stored('m2', 'm2');
    for (let index = 0; index < 250; index += 1)
      addRun(main.fake.state, { headSha: sha('m3'), conclusion: 'cancelled' });
    expect(labelOf(await main.find())).toBe('m2');
    for (let index = 0; index < 50; index += 1)
      addRun(main.fake.state, { headSha: sha('m3'), conclusion: 'cancelled' });
    expect(labelOf(await main.find())).toMatch(/^none/);
    const pages = main.fake.requests.flatMap(({ query }) => query['page'] ?? []);
    expect([...new Set(pages)]).toEqual(['1', '2', '3']);
  });

  it('goes on with what it knows when a further page fails, and tells', async () => {
    main.stored('m2', 'm2');
    for (let index = 0; index < 100; index += 1)
      addRun(main.fake.state, { headSha: sha('h'), conclusion: 'cancelled' });
    main.stored('m1', 'm1');
    main.fake.failNext({ path: /event=push.*page=2/, status: 502, times: 10 });
    const found = await main.find();
    expect(labelOf(found)).toBe('m1');
    expect(found.notes).toEqual([
      expect.stringContaining('Some runs could not be looked up: workflow runs could not be listed'),
    ]);
  });

  it('takes the newest of several runs of the target', async () => {
    main.stored('m3', 'first');
    main.stored('m3', 'second', { event: 'schedule' });
    expect(labelOf(await main.find())).toBe('second');
  });

  it('takes runs of schedules and dispatches, and failed ones', async () => {
    main.stored('m1', 'm1', { event: 'schedule' });
    expect(labelOf(await main.find())).toBe('m1');
    main.stored('m2', 'm2', { event: 'workflow_dispatch', conclusion: 'failure' });
    expect(labelOf(await main.find())).toBe('m2');
  });

  it('names a run of the target that has not finished, and takes an earlier one', async () => {
    main.stored('m2', 'm2');
    const running = main.stored('m3', 'm3', { status: 'in_progress', conclusion: null });
    const found = await main.find();
    expect(labelOf(found)).toBe('m2');
    expect(found.notes).toEqual([
      expect.stringContaining(
        `Run ${running.id} of ${sha('m3').slice(0, 7)} has not finished, so its results are not read`,
      ),
    ]);
  });

  it('reads the workflow’s path with and without its ref', async () => {
    main.stored('m3', 'm3', { path: `${WORKFLOW_PATH}@refs/heads/main` });
    expect(labelOf(await main.find())).toBe('m3');
  });

  it('links to the run', async () => {
    const run = main.stored('m3', 'm3');
    expect(await main.find()).toMatchObject({
      runs: [{ sha: sha('m3'), url: `https://github.com/octo-org/agents/actions/runs/${run.id}` }],
    });
  });
});

describe('runs of a tag that is called main', () => {
  const onHead = { testedSha: sha('h'), headSha: sha('h'), baseRef: 'main', baseSha: null };

  beforeEach(() => {
    addCommit(main.fake.state, { sha: sha('tagged'), parents: [sha('m1')], refs: ['refs/tags/main'] });
  });

  it('are no baseline, not even off target', async () => {
    main.stored('tagged', 'hostile');
    expect(labelOf(await main.find())).toMatch(/^none/);
    main.stored('m3', 'honest');
    main.stored('tagged', 'hostile');
    const found = await main.find({ point: onHead });
    expect(labelsOf(found)).toEqual(['honest']);
    expect(found).toMatchObject({ target_sha: sha('m1'), choice: expect.stringContaining('main has moved') });
  });

  it('are no baseline when the target is not known', async () => {
    addCommit(main.fake.state, { sha: sha('orphan') });
    main.stored('m3', 'honest');
    main.stored('tagged', 'hostile');
    const point = { testedSha: sha('orphan'), headSha: null, baseRef: 'main', baseSha: null };
    expect(labelOf(await main.find({ point }))).toBe('honest');
  });

  it('are no baseline on a commit that a merge brought in: main never was that commit', async () => {
    addCommit(main.fake.state, { sha: sha('m4'), parents: [sha('m3'), sha('tagged')], refs: ['refs/heads/main'] });
    main.stored('m2', 'older');
    const hostile = main.stored('tagged', 'hostile');
    main.stored('m4', 'honest');
    const onto = (commit: string) => ({ testedSha: sha('change'), headSha: null, baseRef: null, baseSha: sha(commit) });
    const found = await main.find({ point: onto('m4') });
    expect(labelsOf(found)).toEqual(['honest', 'older']);
    expect(found.notes).toEqual([expect.stringContaining(`Not counted: run ${hostile.id}, because main is not known`)]);
    expect(labelsOf(await main.find({ point: onto('tagged') }))).toEqual(['honest', 'older']);
    const pinned = [{ run_id: String(hostile.id), sha: sha('tagged') }];
    expect(labelOf(await main.find({}, pinned))).toMatch(/^none/);
  });

  it('push nothing away, however many there are', async () => {
    main.stored('m3', 'honest');
    for (let index = 0; index < 150; index += 1) main.stored('tagged', 'hostile');
    expect(labelOf(await main.find({ point: onHead }))).toBe('honest');
  });

  it('are none when the tip of main can’t be read', async () => {
    main.stored('m2', 'm2');
    main.fake.failNext({ path: /\/commits\/heads/, status: 502, times: 10 });
    const point = { testedSha: sha('m1'), headSha: null, baseRef: null, baseSha: null };
    expect(labelOf(await main.find({ point }))).toMatch(/^none/);
  });

  it('do not decide what the merge base is: the branch is asked for, never the bare name', async () => {
    main.stored('m1', 'm1');
    expect(labelOf(await main.find({ point: onHead }))).toBe('m1');
    expect(main.fake.requests.filter(({ path }) => path.includes('/compare/main'))).toEqual([]);
  });
});

describe('runs that make no baseline, even if GitHub’s own filters let them through', () => {
  const disguises: readonly (readonly [string, (state: FakeState) => Partial<FakeRun>])[] = [
    ['a fork whose branch is called main', (state) => ({ headRepository: forkOf(state.repository) })],
    ['another repository', (state) => ({ repository: { ...state.repository, id: 4711 } })],
    ['another workflow', () => ({ path: '.github/workflows/other.yml' })],
    ['a workflow whose name begins alike', () => ({ path: `${WORKFLOW_PATH}.yml` })],
    ['a pull request', () => ({ event: 'pull_request' })],
    ['a pull_request_target', () => ({ event: 'pull_request_target' })],
    ['a workflow_run', () => ({ event: 'workflow_run' })],
    ['another branch', () => ({ headBranch: 'release' })],
    ['no branch', () => ({ headBranch: null })],
    ['a cancelled run', () => ({ conclusion: 'cancelled' })],
    ['a timed out run', () => ({ conclusion: 'timed_out' })],
    ['a skipped run', () => ({ conclusion: 'skipped' })],
    ['a run that is going on', () => ({ status: 'in_progress', conclusion: null })],
    ['a run that is said to have ended while it goes on', () => ({ status: 'in_progress', conclusion: 'success' })],
    ['this very run', () => ({ id: OWN_RUN })],
  ];

  it.each(disguises)('%s', async (_, disguise) => {
    const run = { id: 7777, ...disguise(main.fake.state) };
    // The artifact itself says nothing wrong.
    const artifact = { reportedRun: reportedRunOf(main.fake.state, run.id) };
    main.stored('m2', 'honest');
    main.stored('m3', 'hostile', run, artifact);
    expect(labelOf(await main.find({ github: withoutFilters(main.github) }))).toBe('honest');
  });

  it('but the same run without a disguise does', async () => {
    main.stored('m2', 'honest');
    main.stored('m3', 'plain', { id: 7777 }, { reportedRun: reportedRunOf(main.fake.state, 7777) });
    expect(labelOf(await main.find({ github: withoutFilters(main.github) }))).toBe('plain');
  });

  it('a newer run of another commit, when the target was asked for', async () => {
    main.stored('m3', 'target');
    main.stored('m1', 'newer');
    expect(labelOf(await main.find({ github: withoutFilters(main.github) }))).toBe('target');
  });

  it('a run that GitHub describes without the fields we need', async () => {
    main.stored('m2', 'honest');
    main.fake.failNext({
      method: 'GET',
      path: /head_sha=/,
      status: 200,
      body: { workflow_runs: [{ id: 1 }, null, 'x'] },
    });
    expect(labelOf(await main.find())).toBe('honest');
  });
});

describe('artifacts that are passed over', () => {
  const reportedRun = (more: object) => ({ reportedRun: reportedRunOf(main.fake.state, 7777, more) });
  const lies: readonly (readonly [string, RegExp, () => Partial<FakeArtifact>])[] = [
    ['expired', /has expired/, () => ({ expired: true })],
    ['too large', /has 20971521 bytes; at most 20971520/, () => ({ reportedSize: 20 * 1024 * 1024 + 1 })],
    ['of another run', /another run/, () => reportedRun({ id: 1 })],
    ['of another repository', /another repository/, () => reportedRun({ repositoryId: 1 })],
    ['made by a fork', /another repository/, () => reportedRun({ headRepositoryId: 1 })],
    ['not what its digest says', /has digest sha256:/, () => ({ digest: `sha256:${'0'.repeat(64)}` })],
    ['of another name', /has no artifact agent-eval-results$/, () => ({ name: 'agent-eval-results-other' })],
  ];

  it.each(lies)('%s', async (_, note, lie) => {
    main.stored('m2', 'honest');
    main.stored('m3', 'lying', { id: 7777 }, lie());
    const found = await main.find();
    expect(labelOf(found)).toBe('honest');
    expect(found.notes).toEqual([expect.stringMatching(new RegExp(note.source.replace('$', '\\.$')))]);
  });

  it('a name that GitHub did not ask for', async () => {
    const run = main.stored('m3', 'wanted');
    addArtifact(main.fake.state, { runId: run.id, name: 'agent-eval-results-x', content: resultsZip('other') });
    expect(labelOf(await main.find({ github: withoutFilters(main.github) }))).toBe('wanted');
  });

  it('an expired one is not even asked for', async () => {
    main.stored('m3', 'old', {}, { expired: true });
    await main.find();
    expect(main.fake.requests.filter((request) => request.path.endsWith('/zip'))).toEqual([]);
  });

  it('the artifact of a pull request with the same name is never looked at', async () => {
    main.stored('m2', 'honest');
    main.stored('h', 'hostile', { event: 'pull_request', headBranch: 'topic' });
    expect(labelOf(await main.find())).toBe('honest');
  });

  it('the newest of several under one name is read', async () => {
    const run = main.stored('m3', 'first attempt');
    const [first] = main.fake.state.artifacts;
    main.fake.state.artifacts.push({
      ...(first ?? expect.fail()),
      id: main.fake.state.nextId(),
      content: resultsZip('second', originOf(run)),
      digest: null,
    });
    expect(run.id).toBe(first?.runId);
    expect(labelOf(await main.find())).toBe('second');
  });

  it.each([
    ['another run', { run: { id: '1', side: 'baseline' } }],
    ['another key', { run: { id: '7777', key: 'billing', side: 'baseline' } }],
    ['another commit', { commit: { sha: sha('m2') } }],
    ["not main's", { run: { id: '7777', side: 'candidate' } }],
  ])('one whose results say that they are of %s', async (words, says) => {
    main.stored('m2', 'honest');
    const content = resultsZip('lying', { ...originOf({ id: 7777, headSha: sha('m3') }), ...says });
    main.stored('m3', 'lying', { id: 7777 }, { content });
    const found = await main.find();
    expect(labelsOf(found)).toEqual(['honest']);
    expect(found.notes).toEqual([expect.stringMatching(new RegExp(`^Run 7777 of .* was skipped: .*${words}\\.$`))]);
  });

  const contents: readonly (readonly [string, RegExp, Uint8Array])[] = [
    ['no zip', /is not a complete zip file/, Buffer.from('<html></html>')],
    ['a zip without results', /holds no results\.json/, zipSync({ 'x.json': strToU8('{}') })],
    [
      'a bomb',
      /of 67108865 bytes; at most 67108864/,
      zipArchive([{ name: 'results.json', content: '{}', declaredSize: 64 * 1024 * 1024 + 1 }]),
    ],
    ['a name that climbs', /name leads out/, zipArchive([{ name: '../results.json', content: '{}' }])],
    ['text that is not UTF-8', /is not UTF-8 text/, zipSync({ 'results.json': Uint8Array.from([0xff, 0xfe]) })],
    ['text that is no JSON', /can't be used: .*not JSON/, zipSync({ 'results.json': strToU8('{') })],
    ['a newer format', /schema_version 99/, zipSync({ 'results.json': strToU8('{"schema_version":99}') })],
  ];

  it.each(contents)('one that holds %s is named, and the next run is tried', async (_, note, content) => {
    main.stored('m2', 'honest');
    const run = main.stored('m3', 'broken', {}, { content });
    const found = await main.find();
    expect(labelOf(found)).toBe('honest');
    expect(found.notes).toEqual([expect.stringMatching(note)]);
    expect(found.notes).toEqual([expect.stringContaining(`Run ${run.id} of ${sha('m3').slice(0, 7)} was skipped`)]);
  });
});

describe('the download', () => {
  it('sends no credentials to the storage', async () => {
    main.stored('m3', 'm3');
    await main.find();
    const blobs = main.fake.requests.filter((request) => request.path.startsWith('/blobs/'));
    expect(blobs.map((request) => request.headers['authorization'])).toEqual([undefined]);
  });

  it('is tried again when the storage stumbles', async () => {
    main.stored('m3', 'm3');
    main.fake.failNext({ path: '/blobs/', status: 503 });
    main.fake.failNext({ path: '/blobs/', drop: true });
    expect(labelOf(await main.find())).toBe('m3');
  });

  it('that never succeeds is named', async () => {
    main.stored('m3', 'm3');
    main.fake.failNext({ path: '/blobs/', status: 403, body: 'AuthenticationFailed' });
    const found = await main.find();
    expect(found.notes).toEqual([expect.stringContaining('could not be downloaded: the storage answered 403')]);
  });

  it('of an artifact that expired meanwhile is named', async () => {
    main.stored('m3', 'm3');
    main.fake.failNext({ path: /\/zip$/, status: 410 });
    expect((await main.find()).notes).toEqual([expect.stringContaining('has expired')]);
  });
});

describe('no baseline', () => {
  it('says that the workflow has not run on main yet', async () => {
    expect(labelOf(await main.find())).toMatch(
      /^none: GitHub lists no runs of \.github\/workflows\/agent-eval\.yml: the workflow is new/,
    );
  });

  it('says so too when it has only run for pull requests', async () => {
    main.stored('h', 'own', { event: 'pull_request', headBranch: 'topic' });
    expect(labelOf(await main.find())).toMatch(
      /^none: .* has no finished run on main yet; merge it, with a push trigger/,
    );
  });

  it('says that main’s runs hold no readable artifact', async () => {
    addRun(main.fake.state, { headSha: sha('m3') });
    const found = await main.find();
    expect(labelOf(found)).toBe(
      `none: the last runs of ${WORKFLOW_PATH} on main no longer have a readable artifact ${ARTIFACT}: run the workflow once on main (Actions, "Run workflow": its file needs workflow_dispatch under "on:")`,
    );
    expect(found.notes).toEqual([expect.stringContaining('it has no artifact agent-eval-results')]);
  });

  it('names the permission that is missing in a private repository', async () => {
    await using closed = await startMainHistory({ repository: { private: true }, permissions: { contents: 'read' } });
    closed.stored('m3', 'm3');
    expect(labelOf(await closed.find())).toMatch(
      /^none: the token may not read workflow runs .*"permissions: actions: read"/,
    );
  });

  it('names the permission when only the artifacts are closed', async () => {
    main.stored('m3', 'm3');
    main.fake.failNext({ path: /\/artifacts\?/, status: 403 });
    expect((await main.find()).notes).toEqual([expect.stringContaining('add "permissions: actions: read"')]);
  });

  it('is no permission problem when GitHub’s rate limit is hit', async () => {
    main.fake.failNext({ path: /\/runs\?/, status: 403, retryAfter: 3600, times: 10 });
    expect(labelOf(await main.find())).toMatch(/^none: workflow runs could not be listed: 403 .*\(rate limit\)$/);
  });

  it.each([
    ['answers nothing', { drop: true }, /^none: workflow runs could not be listed: no answer/],
    ['answers nonsense', { status: 200, body: '<html>' }, /^none: GitHub did not return a list of workflow runs/],
  ])('survives a GitHub that %s, and says so', async (_, fault, words) => {
    main.fake.failNext({ times: 100, ...fault });
    expect(labelOf(await main.find())).toMatch(words);
  });

  it('survives when one question about runs fails, and tells', async () => {
    main.stored('m2', 'm2');
    main.fake.failNext({ path: /event=schedule/, status: 502, times: 10 });
    const found = await main.find();
    expect(labelOf(found)).toBe('m2');
    expect(found.notes).toEqual([
      expect.stringContaining('Some runs could not be looked up: workflow runs could not be listed: 502'),
    ]);
  });
});
