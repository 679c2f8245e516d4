import { strToU8, zipSync } from 'fflate';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type EarlierResultsOptions, earlierResults } from '#adapters/baseline/earlier-results.ts';
import type { EarlierResults } from '#application/ports.ts';
import type { FakeArtifact, FakeRun } from '#test/support/github/state.ts';
import { addArtifact, addRun, forkOf, sha, WORKFLOW_PATH } from '#test/support/github/state-builders.ts';
import { ARTIFACT, type MainHistory, OWN_RUN, repositoryOf, resultsText, startMainHistory } from './main-history.ts';

let main: MainHistory;

beforeEach(async () => {
  main = await startMainHistory();
});

afterEach(async () => {
  expect(main.fake.violations).toEqual([]);
  await main[Symbol.asyncDispose]();
});

/** The row of a pull request's run. */
const PULL = { headSha: sha('h'), event: 'pull_request', headBranch: 'topic' };

/** The run that asks, going on. */
function asking(run: Partial<FakeRun> = {}): FakeRun {
  return addRun(main.fake.state, { ...PULL, id: OWN_RUN, status: 'in_progress', conclusion: null, ...run });
}

/** Uploads results of a run; they say the truth unless told otherwise. */
function uploaded(run: FakeRun, label: string, says: object = {}, artifact: Partial<FakeArtifact> = {}): void {
  const said = { id: String(run.id), key: null, side: 'candidate', ...says };
  const text = resultsText(label, { commit: { sha: sha('merge') }, run: said, ...says });
  const content = zipSync({ 'results.json': strToU8(text) });
  addArtifact(main.fake.state, { runId: run.id, name: ARTIFACT, content, ...artifact });
}

function find(options: Partial<EarlierResultsOptions> = {}): ReturnType<EarlierResults['find']> {
  return earlierResults({
    github: main.github,
    repository: repositoryOf(main.fake),
    workflowPath: WORKFLOW_PATH,
    artifactName: ARTIFACT,
    key: null,
    runId: OWN_RUN,
    runAttempt: 1,
    testedSha: sha('merge'),
    ...options,
  }).find();
}

const labelOf = async (options: Partial<EarlierResultsOptions> = {}) =>
  (await find(options)).results?.config.path ?? null;

describe('earlier results', () => {
  it('are none, without a word, in the first run of a commit', async () => {
    asking();
    expect(await find()).toEqual({ results: null, confirmation: null, notes: [] });
    expect(main.fake.requests).toHaveLength(2);
  });

  it('are those of the earlier attempt of a run that is run again', async () => {
    uploaded(asking({ runAttempt: 2 }), 'first attempt');
    expect(await labelOf({ runAttempt: 2 })).toBe('first attempt');
  });

  it('are never what the first attempt finds under its own number', async () => {
    uploaded(asking(), 'another job');
    expect(await find()).toEqual({ results: null, confirmation: null, notes: [] });
  });

  it('are those of another finished run of the same commit, however it ended', async () => {
    asking();
    for (const conclusion of ['success', 'failure', 'cancelled']) {
      uploaded(addRun(main.fake.state, { ...PULL, conclusion }), conclusion);
      expect(await labelOf()).toBe(conclusion);
    }
  });

  it('are the newest upload, which has the trials of the others in it', async () => {
    const own = asking({ runAttempt: 2 });
    const older = addRun(main.fake.state, PULL);
    const newer = addRun(main.fake.state, PULL);
    uploaded(newer, 'newer run');
    uploaded(own, 'first attempt');
    expect(await labelOf({ runAttempt: 2 })).toBe('first attempt');
    uploaded(older, 'older run, run again');
    expect(await labelOf({ runAttempt: 2 })).toBe('older run, run again');
  });

  it('of another tested commit do not count: main has moved meanwhile', async () => {
    asking();
    uploaded(addRun(main.fake.state, PULL), 'on older main', { commit: { sha: sha('older merge') } });
    expect(await find()).toEqual({ results: null, confirmation: null, notes: [] });
    const run = addRun(main.fake.state, PULL);
    uploaded(run, 'same');
    uploaded(addRun(main.fake.state, PULL), 'on newer main', { commit: { sha: sha('newer merge') } });
    expect(await labelOf()).toBe('same');
  });

  it('of a run that uploaded nothing are passed over without a word', async () => {
    asking({ runAttempt: 2 });
    addRun(main.fake.state, PULL);
    uploaded(addRun(main.fake.state, PULL), 'other key', {}, { name: `${ARTIFACT}-billing` });
    expect(await find({ runAttempt: 2 })).toEqual({ results: null, confirmation: null, notes: [] });
  });

  it('of a fork’s pull request count for that pull request', async () => {
    const headRepository = forkOf(main.fake.state.repository);
    asking({ headRepository });
    uploaded(addRun(main.fake.state, { ...PULL, headRepository }), 'fork');
    expect(await labelOf()).toBe('fork');
  });

  it('count under their own key', async () => {
    asking();
    const run = addRun(main.fake.state, PULL);
    uploaded(run, 'billing', { key: 'billing' }, { name: `${ARTIFACT}-billing` });
    expect(await labelOf({ artifactName: `${ARTIFACT}-billing`, key: 'billing' })).toBe('billing');
  });
});

describe('runs whose results never count, even if they say they are of this commit', () => {
  const strangers: readonly (readonly [string, () => Partial<FakeRun>])[] = [
    ['another head commit', () => ({ headSha: sha('evil') })],
    ['another event', () => ({ event: 'workflow_dispatch' })],
    ['another workflow', () => ({ path: '.github/workflows/other.yml' })],
    ['another branch', () => ({ headBranch: 'evil' })],
    ['a fork with the same commit', () => ({ headRepository: forkOf(main.fake.state.repository) })],
    ['another repository', () => ({ repository: { ...main.fake.state.repository, id: 4711 } })],
    ['a run that is going on', () => ({ status: 'in_progress', conclusion: null })],
  ];

  it.each(strangers)('%s', async (_, strange) => {
    asking();
    const run = addRun(main.fake.state, { ...PULL, ...strange() });
    const { id } = main.fake.state.repository;
    const reportedRun = { id: run.id, repositoryId: id, headRepositoryId: id, headBranch: 'topic', headSha: sha('h') };
    uploaded(run, 'lie', {}, { reportedRun });
    expect(await find({ github: unfiltered() })).toEqual({ results: null, confirmation: null, notes: [] });
  });

  it('but the same run without a strange thing does', async () => {
    asking();
    uploaded(addRun(main.fake.state, PULL), 'plain');
    expect(await labelOf({ github: unfiltered() })).toBe('plain');
  });

  it('a fork that is gone, of which nobody can tell whether it is the same', async () => {
    const { request } = main.github;
    asking();
    uploaded(addRun(main.fake.state, PULL), 'lie');
    const github = {
      ...main.github,
      async request(...asked: Parameters<typeof request>) {
        const answer = await request(...asked);
        const text = answer.ok ? JSON.stringify(answer.data) : '';
        return text.includes('head_repository"')
          ? { ...answer, data: JSON.parse(text.replaceAll('"head_repository"', '"was"')) }
          : answer;
      },
    };
    expect(await find({ github })).toEqual({ results: null, confirmation: null, notes: [] });
  });
});

describe('uploads that are passed over and named', () => {
  const lies: readonly (readonly [string, RegExp, object, Partial<FakeArtifact>])[] = [
    ['of another run', /says it is of another run/, { run: { id: '1', key: null, side: 'candidate' } }, {}],
    ['of a run without a number', /says it is of another run/, { run: { key: null, side: 'candidate' } }, {}],
    ['of another key', /says it is of another key/, { key: 'billing' }, {}],
    ['of main', /says it is not a candidate's/, { side: 'baseline' }, {}],
    ['of the base', /says it is not a candidate's/, { side: 'confirm' }, {}],
    ['no zip', /is not a complete zip file/, {}, { content: Buffer.from('<html></html>') }],
    ['a newer format', /schema_version 2/, { schema_version: 2 }, {}],
    ['expired', /has expired/, {}, { expired: true }],
    ['too large', /has 20971521 bytes; at most/, {}, { reportedSize: 20 * 1024 * 1024 + 1 }],
    ['not what its digest says', /has digest sha256:/, {}, { digest: `sha256:${'0'.repeat(64)}` }],
  ];

  it.each(lies)('%s', async (_, note, says, artifact) => {
    asking();
    uploaded(addRun(main.fake.state, PULL), 'honest');
    const run = addRun(main.fake.state, PULL);
    uploaded(run, 'lying', says, artifact);
    const found = await find();
    expect(found.results?.config.path).toBe('honest');
    expect(found.notes).toEqual([expect.stringMatching(note)]);
    expect(found.notes).toEqual([
      expect.stringMatching(new RegExp(`^Run ${run.id} of \\w{7} was not added to: .*\\.$`)),
    ]);
  });

  it('are looked for in five runs besides the own attempts, no more', async () => {
    uploaded(asking({ runAttempt: 3 }), 'own', { commit: { sha: sha('older merge') } });
    uploaded(addRun(main.fake.state, PULL), 'sixth');
    for (let index = 0; index < 5; index += 1) addRun(main.fake.state, PULL);
    expect(await find({ runAttempt: 3 })).toEqual({ results: null, confirmation: null, notes: [] });
    expect(main.fake.requests.filter(({ path }) => path.endsWith('/artifacts'))).toHaveLength(6);
  });
});

describe('a GitHub that does not tell', () => {
  it('gives none and a note: the missing permission is named', async () => {
    await using closed = await startMainHistory({ repository: { private: true }, permissions: { contents: 'read' } });
    addRun(closed.fake.state, { ...PULL, id: OWN_RUN });
    const found = await find({ github: closed.github });
    expect(found).toEqual({
      results: null,
      confirmation: null,
      notes: [
        expect.stringMatching(/^Earlier results of this commit are not known: .*add "permissions: actions: read"/),
      ],
    });
  });

  it.each([
    ['a run that is not known', {}],
    ['nonsense', { status: 200, body: '<html>' }],
    ['nothing', { drop: true }],
  ])('gives none and a note: %s', async (_, fault) => {
    if ('drop' in fault || 'status' in fault) main.fake.failNext({ times: 100, ...fault });
    const found = await find();
    expect(found).toEqual({
      results: null,
      confirmation: null,
      notes: [expect.stringMatching(/^Earlier results of this commit are not/)],
    });
  });

  it('of other runs still gives the earlier attempt', async () => {
    uploaded(asking({ runAttempt: 2 }), 'first attempt');
    main.fake.failNext({ path: /head_sha=/, status: 502, times: 30 });
    const found = await find({ runAttempt: 2 });
    expect(found.results?.config.path).toBe('first attempt');
    expect(found.notes).toEqual([expect.stringContaining('workflow runs could not be listed: 502')]);
  });
});

/** Asks for every run there is, whatever the filter says. */
function unfiltered(): EarlierResultsOptions['github'] {
  const { github } = main;
  return {
    ...github,
    request: (route, parameters, options) => {
      const { owner = '', repo = '' } = parameters;
      return route.endsWith('/actions/workflows/{workflow_id}/runs')
        ? github.request('GET /repos/{owner}/{repo}/actions/runs', { owner, repo, per_page: 100 })
        : github.request(route, parameters, options);
    },
  };
}
