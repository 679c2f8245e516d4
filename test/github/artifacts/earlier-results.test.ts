import { strToU8, zipSync } from 'fflate';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type EarlierResultsOptions, earlierResults } from '#github/artifacts/earlier-results.ts';
import { caseRecord, trialRecord } from '#test/support/results.ts';
import type { FakeArtifact, FakeRun } from '#test/testing/github/state.ts';
import { addArtifact, addCommit, addRun, forkOf, sha, WORKFLOW_PATH } from '#test/testing/github/state-builders.ts';
import {
  ARTIFACT,
  type MainHistory,
  OWN_RUN,
  reportedRunOf,
  repositoryOf,
  resultsText,
  startMainHistory,
  withoutFilters,
} from './main-history.ts';

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
  const ownRun = { id: String(run.id), key: null, side: 'candidate', ...says };
  const commit = { sha: sha('merge'), head_sha: run.headSha, ...('commit' in says ? (says.commit as object) : {}) };
  const text = resultsText(label, { run: ownRun, ...says, commit });
  const content = zipSync({ 'results.json': strToU8(text) });
  addArtifact(main.fake.state, { runId: run.id, name: ARTIFACT, content, ...artifact });
}

async function find(options: Partial<EarlierResultsOptions> = {}) {
  const { runs, notes } = await earlierResults({
    github: main.github,
    repository: repositoryOf(main.fake),
    workflowPath: WORKFLOW_PATH,
    artifactName: ARTIFACT,
    key: null,
    side: 'candidate',
    runId: OWN_RUN,
    runAttempt: 1,
    tested: { sha: sha('merge') },
    ...options,
  }).find();
  return { runs, notes };
}

/** Of the newest upload. */
const labelOf = async (options: Partial<EarlierResultsOptions> = {}) => (await labelsOf(options))[0] ?? null;

const labelsOf = async (options: Partial<EarlierResultsOptions> = {}) =>
  (await find(options)).runs.map(({ results }) => results.config.path);

const NONE = { runs: [], notes: [] };

/** Requests to list the runs of a pull request: its own run, and those by each of the two events that can evaluate it. */
const LISTING = 3;

describe('earlier results', () => {
  it('are none, without a word, in the first run of a commit', async () => {
    asking();
    expect(await find()).toEqual(NONE);
    expect(main.fake.requests).toHaveLength(LISTING);
  });

  it('are those of the earlier attempt of a run that is run again', async () => {
    uploaded(asking({ runAttempt: 2 }), 'first attempt');
    expect(await labelOf({ runAttempt: 2 })).toBe('first attempt');
  });

  it('are never what the first attempt finds under its own number', async () => {
    uploaded(asking(), 'another job');
    expect(await find()).toEqual(NONE);
  });

  it('are those of another finished run of the same commit, however it ended', async () => {
    asking();
    for (const conclusion of ['success', 'failure', 'cancelled']) {
      uploaded(addRun(main.fake.state, { ...PULL, conclusion }), conclusion);
      expect(await labelOf()).toBe(conclusion);
    }
  });

  it('are those of all runs that stored any, the newest upload first: one need not know of the other', async () => {
    const own = asking({ runAttempt: 2 });
    const older = addRun(main.fake.state, PULL);
    const newer = addRun(main.fake.state, PULL);
    uploaded(newer, 'newer run');
    uploaded(own, 'first attempt');
    expect(await labelOf({ runAttempt: 2 })).toBe('first attempt');
    uploaded(older, 'older run, run again');
    expect(await labelsOf({ runAttempt: 2 })).toEqual(['older run, run again', 'first attempt', 'newer run']);
  });

  it('are not pushed out of sight by runs that stored nothing, however many', async () => {
    asking();
    uploaded(addRun(main.fake.state, { ...PULL, conclusion: 'failure' }), 'red');
    for (let index = 0; index < 12; index += 1) addRun(main.fake.state, { ...PULL, conclusion: 'cancelled' });
    expect(await labelsOf()).toEqual(['red']);
  });

  it('of another tested commit do not count: main has moved meanwhile', async () => {
    asking();
    uploaded(addRun(main.fake.state, PULL), 'on older main', { commit: { sha: sha('older merge') } });
    expect(await find()).toEqual(NONE);
    const run = addRun(main.fake.state, PULL);
    uploaded(run, 'same');
    uploaded(addRun(main.fake.state, PULL), 'on newer main', { commit: { sha: sha('newer merge') } });
    expect(await labelOf()).toBe('same');
  });

  it('of a run that never began are passed over without a word', async () => {
    asking();
    for (const conclusion of ['skipped', 'startup_failure', 'action_required'])
      addRun(main.fake.state, { ...PULL, conclusion });
    expect(await find()).toEqual(NONE);
  });

  const fork = () => ({ headRepository: forkOf(main.fake.state.repository) });
  it.each<[string, () => Partial<FakeRun>, () => Partial<FakeRun>, readonly string[]]>([
    ['of a fork’s pull request count for that pull request', fork, fork, ['stored']],
    ['of an evaluation by hand count too', () => ({}), () => ({ event: 'workflow_dispatch' }), ['stored']],
    [
      'of an evaluation by hand do not count where its head has other files',
      () => ({}),
      () => ({ event: 'workflow_dispatch', headSha: sha('other') }),
      [],
    ],
  ])('%s', async (_, own, earlier, expected) => {
    asking(own());
    uploaded(addRun(main.fake.state, { ...PULL, ...earlier() }), 'stored');
    expect(await labelsOf()).toEqual(expected);
  });

  it('count under their own key', async () => {
    asking();
    const run = addRun(main.fake.state, PULL);
    uploaded(run, 'billing', { key: 'billing' }, { name: `${ARTIFACT}-billing` });
    expect(await labelOf({ artifactName: `${ARTIFACT}-billing`, key: 'billing' })).toBe('billing');
  });
});

describe('earlier results of another commit', () => {
  const tested = { sha: sha('merge'), content: sha('tree of the merge') };
  const amended = { ...PULL, headSha: sha('amended') };
  const merged = { commit: { sha: sha('other merge'), content: tested.content } };

  beforeEach(() => {
    const files = { 'prompt.txt': 'as it was' };
    for (const label of ['h', 'amended']) addCommit(main.fake.state, { sha: sha(label), files });
    addCommit(main.fake.state, { sha: sha('fixed'), files: { 'prompt.txt': 'fixed' } });
    asking();
  });

  it('count where head and tested commit have the same files: nothing is rolled again by an empty commit', async () => {
    uploaded(addRun(main.fake.state, amended), 'amended', merged);
    expect(await labelOf({ tested })).toBe('amended');
    // The artifacts of the one run, the place of its upload, and the upload.
    expect(main.fake.requests).toHaveLength(LISTING + 3);
  });

  it('are not asked for where the head has other files', async () => {
    uploaded(addRun(main.fake.state, { ...PULL, headSha: sha('fixed') }), 'fixed', merged);
    const asked = main.fake.requests.length;
    expect(await find({ tested })).toEqual(NONE);
    expect(main.fake.requests.length - asked).toBe(LISTING);
  });

  it('do not count if main has brought other files meanwhile, or if the files are unknown', async () => {
    uploaded(addRun(main.fake.state, amended), 'on older main', {
      commit: { ...merged.commit, content: sha('other') },
    });
    uploaded(addRun(main.fake.state, amended), 'unknown', { commit: { sha: sha('other merge') } });
    expect(await find({ tested })).toEqual(NONE);
    expect(await find()).toEqual(NONE);
  });
});

describe('runs whose results never count, even if they say they are of this commit', () => {
  const strangers: readonly (readonly [string, () => Partial<FakeRun>])[] = [
    ['another head commit', () => ({ headSha: sha('evil') })],
    ['another event', () => ({ event: 'push' })],
    ['another workflow', () => ({ path: '.github/workflows/other.yml' })],
    ['another branch', () => ({ headBranch: 'evil' })],
    ['a fork with the same commit', () => ({ headRepository: forkOf(main.fake.state.repository) })],
    ['another repository', () => ({ repository: { ...main.fake.state.repository, id: 4711 } })],
  ];

  it.each(strangers)('%s', async (_, strange) => {
    asking();
    const run = addRun(main.fake.state, { ...PULL, ...strange() });
    const reportedRun = reportedRunOf(main.fake.state, run.id, { headBranch: 'topic', headSha: sha('h') });
    uploaded(run, 'lie', {}, { reportedRun });
    expect(await find({ github: withoutFilters(main.github) })).toEqual(NONE);
  });

  it('but the same run without a strange thing does', async () => {
    asking();
    uploaded(addRun(main.fake.state, PULL), 'plain');
    expect(await labelOf({ github: withoutFilters(main.github) })).toBe('plain');
  });

  it('a fork that is gone, so it is unknown whether it is the same', async () => {
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
    expect(await find({ github })).toEqual(NONE);
  });
});

describe('runs whose results can not be had are named', () => {
  it('one that is still running', async () => {
    asking();
    const run = addRun(main.fake.state, { ...PULL, status: 'in_progress', conclusion: null });
    uploaded(run, 'stored, but not finished');
    const note = `Run ${run.id} of ${PULL.headSha.slice(0, 7)} is still running; its trials are not counted here.`;
    expect(await find()).toEqual({ runs: [], notes: [note] });
  });

  it('those that left none, or whose results were deleted', async () => {
    asking();
    const [left, right] = [
      addRun(main.fake.state, PULL),
      addRun(main.fake.state, { ...PULL, conclusion: 'cancelled' }),
    ];
    uploaded(right, 'other key', {}, { name: `${ARTIFACT}-billing` });
    const runs = `Runs ${right.id}, ${left.id} of ${PULL.headSha.slice(0, 7)}`;
    expect((await find()).notes).toEqual([`${runs} left no results: none were stored, or they were deleted.`]);
  });

  it('earlier attempts of this run, and those that a later attempt knows nothing of', async () => {
    const own = asking({ runAttempt: 3 });
    const left = 'of this run left no results: none were stored, or they were deleted.';
    expect((await find({ runAttempt: 2 })).notes).toEqual([`Attempt 1 ${left}`]);
    expect((await find({ runAttempt: 3 })).notes).toEqual([`Attempts 1 to 2 ${left}`]);
    const cases = (attempt: number) => [caseRecord('a', { trials: [trialRecord({ run_attempt: attempt })] })];
    uploaded(own, 'second attempt', { cases: cases(2) });
    expect((await find({ runAttempt: 3 })).notes).toEqual([`Attempt 1 ${left}`]);
    uploaded(own, 'first and second attempt', { cases: cases(1) });
    expect(await find({ runAttempt: 3 })).toMatchObject({ notes: [] });
  });

  it('those beyond the newest six that stored any', async () => {
    asking();
    const runs = Array.from({ length: 8 }, () => addRun(main.fake.state, PULL));
    for (const [index, run] of runs.entries()) uploaded(run, `run ${index}`);
    const [oldest, next] = runs;
    expect(await labelsOf()).toEqual(['run 7', 'run 6', 'run 5', 'run 4', 'run 3', 'run 2']);
    const ids = `Runs ${next?.id}, ${oldest?.id} of ${PULL.headSha.slice(0, 7)}`;
    expect((await find()).notes).toEqual([`Not counted: ${ids}, because the results of at most 6 runs are read.`]);
  });

  it('and a note says if GitHub lists more runs than are read', async () => {
    asking();
    const { request } = main.github;
    const github: EarlierResultsOptions['github'] = {
      ...main.github,
      async request(route, parameters, options) {
        const answer = await request(route, parameters, options);
        if (!route.endsWith('/actions/workflows/{workflow_id}/runs')) return answer;
        return {
          ok: true,
          status: 200,
          location: null,
          data: { workflow_runs: Array.from({ length: 100 }, () => ({})) },
        };
      },
    };
    expect((await find({ github })).notes).toEqual([
      expect.stringMatching(/^Some runs could not be looked up: only \d+ runs of topic were listed/),
    ]);
  });
});

describe('a run of main', () => {
  const MAIN = { headSha: sha('m3'), event: 'push', headBranch: 'main' };
  const own = (runAttempt: number) => find({ side: 'baseline', runAttempt });

  it('that is run again has what its earlier attempt stored, so that it can not be run until it is low', async () => {
    uploaded(asking({ ...MAIN, runAttempt: 2 }), 'first attempt', { side: 'baseline' });
    const { runs, notes } = await own(2);
    expect(runs.map(({ results }) => results.config.path)).toEqual(['first attempt']);
    expect(notes).toEqual([]);
  });

  it('stands alone among other runs of its commit', async () => {
    asking({ ...MAIN, runAttempt: 2 });
    uploaded(addRun(main.fake.state, MAIN), 'another run', { side: 'baseline' });
    expect(await own(2)).toEqual({
      runs: [],
      notes: [expect.stringMatching(/^Attempt 1 of this run left no results/)],
    });
  });

  it('takes nothing from what says that it is a candidate', async () => {
    uploaded(asking({ ...MAIN, runAttempt: 2 }), 'first attempt');
    expect(await own(2)).toEqual({ runs: [], notes: [expect.stringContaining("says it is not main's")] });
  });
});

describe('uploads that are passed over and named', () => {
  const lies: readonly (readonly [string, RegExp, object, Partial<FakeArtifact>])[] = [
    ['of another run', /says it belongs to another run/, { run: { id: '1', key: null, side: 'candidate' } }, {}],
    ['of a run without a number', /says it belongs to another run/, { run: { key: null, side: 'candidate' } }, {}],
    ['of another key', /says it belongs to another key/, { key: 'billing' }, {}],
    ['of another commit', /says it belongs to another commit/, { commit: { head_sha: sha('m1') } }, {}],
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
    expect(found.runs.map(({ results }) => results.config.path)).toEqual(['honest']);
    expect(found.notes).toEqual([expect.stringMatching(note)]);
    expect(found.notes).toEqual([
      expect.stringMatching(new RegExp(`^Run ${run.id} of \\w{7} does not count here: .*\\.$`)),
    ]);
  });
});

describe('a GitHub that does not tell', () => {
  it('gives none and a note: the missing permission is named', async () => {
    await using closed = await startMainHistory({ repository: { private: true }, permissions: { contents: 'read' } });
    addRun(closed.fake.state, { ...PULL, id: OWN_RUN });
    const found = await find({ github: closed.github });
    expect(found).toEqual({
      runs: [],
      notes: [
        expect.stringMatching(/^Earlier results of the same content are not known: .*add "permissions: actions: read"/),
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
      runs: [],
      notes: [expect.stringMatching(/^Earlier results of the same content are not/)],
    });
  });

  it('of other runs still gives the earlier attempt', async () => {
    uploaded(asking({ runAttempt: 2 }), 'first attempt');
    main.fake.failNext({ path: /branch=/, status: 502, times: 30 });
    const found = await find({ runAttempt: 2 });
    expect(found.runs.map(({ results }) => results.config.path)).toEqual(['first attempt']);
    expect(found.notes).toEqual([expect.stringContaining('workflow runs could not be listed: 502')]);
  });
});
