import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addArtifact, addCommit, addRun, forkOf, sha } from '#test/testing/github/state-builders.ts';
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

let main: MainHistory;

beforeEach(async () => {
  main = await startMainHistory();
});

afterEach(async () => {
  expect(main.fake.violations).toEqual([]);
  await main[Symbol.asyncDispose]();
});

/** Lengthens main behind m3 by n1 ← n2 ← … and gives the point of a change that goes onto the last. */
function grow(count: number): { readonly point: ReturnType<typeof onto> } {
  for (let index = 1; index <= count; index += 1) {
    const parents = [sha(index === 1 ? 'm3' : `n${index - 1}`)];
    addCommit(main.fake.state, { sha: sha(`n${index}`), parents, refs: ['refs/heads/main'] });
  }
  return { point: onto(`n${count}`) };
}

function comparisons(): number {
  return main.fake.requests.filter(({ path }) => path.includes('/compare/')).length;
}

function onto(commit: string) {
  return { testedSha: sha('change'), headSha: null, baseRef: null, baseSha: sha(commit) };
}

describe('the pool', () => {
  it('is ten runs by nearness, the target’s own first', async () => {
    const options = grow(9);
    const all = ['m1', 'm2', 'm3', ...Array.from({ length: 9 }, (_, index) => `n${index + 1}`)];
    for (const commit of all) main.stored(commit, commit);
    const found = await main.find(options);
    expect(labelsOf(found)).toEqual(all.toReversed().slice(0, 10));
    expect(found).toMatchObject({ target_sha: sha('n9'), notes: [] });
  });

  it('is five runs where they hold all the trials of a case that count', async () => {
    const options = grow(9);
    for (let index = 1; index <= 9; index += 1) {
      const run = addRun(main.fake.state, { headSha: sha(`n${index}`) });
      const content = resultsZip('ten trials', { looks: [10], ...originOf(run) });
      addArtifact(main.fake.state, { runId: run.id, name: ARTIFACT, content });
    }
    expect(labelsOf(await main.find(options))).toHaveLength(5);
  });

  it('knows the target when the target itself has no run', async () => {
    const options = grow(2);
    for (const commit of ['m1', 'm2']) main.stored(commit, commit);
    const found = await main.find(options);
    expect(labelsOf(found)).toEqual(['m2', 'm1']);
    expect(found).toMatchObject({ target_sha: sha('n2') });
  });

  it('counts several runs of one commit apart', async () => {
    main.stored('m2', 'm2');
    main.stored('m3', 'push');
    main.stored('m3', 'nightly', { event: 'schedule' });
    expect(labelsOf(await main.find())).toEqual(['nightly', 'push', 'm2']);
  });

  it('holds ancestors of the target only: what main did later is not what the change goes onto', async () => {
    for (const commit of ['m1', 'm2', 'm3']) main.stored(commit, commit);
    expect(labelsOf(await main.find({ point: onto('m2') }))).toEqual(['m2', 'm1']);
  });

  it('holds ancestors of the first when that is off target itself', async () => {
    addCommit(main.fake.state, { sha: sha('release'), parents: [], refs: ['refs/heads/release'] });
    for (const commit of ['m1', 'm2', 'm3']) main.stored(commit, commit);
    const found = await main.find({ point: onto('release') });
    expect(found).toMatchObject({ choice: expect.stringContaining('main has moved'), target_sha: sha('release') });
    expect(labelsOf(found)).toEqual(['m3', 'm2', 'm1']);
  });

  it('holds no run that began more than fourteen days before the first', async () => {
    main.stored('m1', 'fifteen days', { createdAt: '2026-11-01T12:00:00Z' });
    main.stored('m2', 'fourteen days', { createdAt: '2026-11-02T12:00:00Z' });
    main.stored('m3', 'today', { createdAt: '2026-11-16T12:00:00Z' });
    expect(labelsOf(await main.find())).toEqual(['today', 'fourteen days']);
    expect(labelsOf(await main.find({ point: onto('m1') }))).toEqual(['fifteen days']);
  });

  it('goes on behind a run that can’t be read, and names it', async () => {
    const options = grow(4);
    for (const commit of ['m1', 'm2', 'm3']) main.stored(commit, commit);
    const bare = addRun(main.fake.state, { headSha: sha('n1') });
    main.stored('n2', 'n2');
    const broken = main.stored('n3', 'broken', {}, { content: Buffer.from('no zip') });
    main.stored('n4', 'n4');
    const found = await main.find(options);
    expect(labelsOf(found)).toEqual(['n4', 'n2', 'm3', 'm2', 'm1']);
    expect(found.notes).toEqual([
      expect.stringMatching(new RegExp(`^Run ${broken.id} of .* was skipped: .* is not a complete zip file`)),
      expect.stringMatching(new RegExp(`^Run ${bare.id} of .* was skipped: it has no artifact`)),
    ]);
  });

  it('tries ten artifacts and asks about ten commits, the first included', async () => {
    const options = grow(30);
    main.stored('m3', 'm3');
    for (let index = 1; index < 30; index += 1) addRun(main.fake.state, { headSha: sha(`n${index}`) });
    main.stored('n30', 'n30');
    const found = await main.find(options);
    expect(labelsOf(found)).toEqual(['n30']);
    expect(found.notes).toHaveLength(9);
    expect(main.fake.requests.filter(({ path }) => path.endsWith('/artifacts'))).toHaveLength(10);
    expect(comparisons()).toBeGreaterThan(0);
    expect(comparisons()).toBeLessThanOrEqual(10);
  });

  it('asks nothing about runs that began after the first', async () => {
    const options = grow(9);
    main.stored('n9', 'n9');
    for (let index = 1; index < 9; index += 1) main.stored(`n${index}`, 'built late');
    expect(labelsOf(await main.find(options))).toEqual(['n9']);
    expect(comparisons()).toBe(0);
  });

  it('counts a run once, even if GitHub lists it on two pages', async () => {
    main.stored('m2', 'm2');
    main.stored('m3', 'm3');
    const { request } = main.github;
    const github = {
      ...main.github,
      async request(...asked: Parameters<typeof request>) {
        const answer = await request(...asked);
        if (!answer.ok || !asked[0].endsWith('/workflows/{workflow_id}/runs')) return answer;
        const { workflow_runs: runs } = JSON.parse(JSON.stringify(answer.data));
        return { ...answer, data: { workflow_runs: [...runs, ...runs] } };
      },
    };
    expect(labelsOf(await main.find({ github }))).toEqual(['m3', 'm2']);
  });

  it('is the first alone when the other runs can’t be listed, and says so', async () => {
    main.stored('m2', 'm2');
    main.stored('m3', 'm3');
    main.fake.failNext({ path: /event=/, status: 502, times: 30 });
    const found = await main.find();
    expect(labelsOf(found)).toEqual(['m3']);
    expect(found.notes).toEqual([
      expect.stringContaining('Some runs could not be looked up: workflow runs could not be listed'),
    ]);
  });

  it('is only the first if it is unknown which commits are ancestors', async () => {
    main.stored('m2', 'm2');
    main.stored('m3', 'm3');
    main.fake.failNext({ path: /\/compare\//, status: 502, times: 30 });
    expect(labelsOf(await main.find())).toEqual(['m3']);
  });

  it('never holds what a fork, a pull request, a tag called main or another workflow uploaded under the name', async () => {
    addCommit(main.fake.state, { sha: sha('tagged'), parents: [sha('m1')], refs: ['refs/tags/main'] });
    main.stored('m1', 'm1');
    main.stored('m2', 'fork', { headRepository: forkOf(main.fake.state.repository) });
    main.stored('m2', 'pull request', { event: 'pull_request' });
    main.stored('tagged', 'tag');
    main.stored('m2', 'other workflow', { path: '.github/workflows/other.yml' });
    main.stored('m2', 'branch', { headBranch: 'release' });
    main.stored('m2', 'cancelled', { conclusion: 'cancelled' });
    main.stored('m2', 'this very run', { id: OWN_RUN });
    main.stored('m3', 'm3');
    expect(labelsOf(await main.find({ github: withoutFilters(main.github) }))).toEqual(['m3', 'm1']);
  });

  it('never holds an artifact that GitHub says came from a fork', async () => {
    const { state } = main.fake;
    const run = main.stored('m1', 'm1');
    main.stored('m3', 'm3');
    const reportedRun = reportedRunOf(state, run.id, {
      headRepositoryId: forkOf(state.repository).id,
      headSha: sha('m1'),
    });
    addArtifact(state, { runId: run.id, name: ARTIFACT, content: resultsZip('fork'), reportedRun });
    const found = await main.find();
    expect(labelsOf(found)).toEqual(['m3']);
    expect(found.notes).toEqual([expect.stringContaining('another repository')]);
  });
});

describe('on the default branch itself', () => {
  it('the runs before the push are found', async () => {
    for (const commit of ['m1', 'm2']) main.stored(commit, commit);
    main.stored('m3', 'asking', { id: OWN_RUN, status: 'in_progress', conclusion: null });
    const point = { testedSha: sha('m3'), headSha: null, baseRef: null, baseSha: sha('m2') };
    const found = await main.find({ point });
    expect(labelsOf(found)).toEqual(['m2', 'm1']);
    expect(found).toMatchObject({ target_sha: sha('m2'), notes: [] });
  });

  it('earlier runs of the same commit are found first where there was no push, and never the asking one', async () => {
    for (const commit of ['m1', 'm2']) main.stored(commit, commit);
    main.stored('m3', 'push');
    main.stored('m3', 'asking', { id: OWN_RUN, event: 'schedule' });
    const point = { testedSha: sha('m3'), headSha: null, baseRef: null, baseSha: null };
    expect(labelsOf(await main.find({ point }))).toEqual(['push', 'm2', 'm1']);
  });
});

describe('pinned runs', () => {
  const pin = (...runs: readonly { readonly id: number }[]) =>
    runs.map(({ id }) => ({ run_id: String(id), sha: null }));

  it('are read in the order named, whatever is newest now', async () => {
    const m1 = main.stored('m1', 'm1');
    const m2 = main.stored('m2', 'm2', { createdAt: '2025-01-01T00:00:00Z' });
    main.stored('m3', 'm3');
    const found = await main.find({}, pin(m2, m1, m2));
    expect(labelsOf(found)).toEqual(['m2', 'm1']);
    expect(found).toMatchObject({
      target_sha: sha('m3'),
      choice: `the run of ${sha('m2').slice(0, 7)} on main, as in the first run of this commit`,
      notes: [],
    });
    expect(main.fake.requests.filter(({ path }) => path.includes('/workflows/'))).toEqual([]);
  });

  it('that are gone are named, and the others stay', async () => {
    const m1 = main.stored('m1', 'm1');
    const m2 = main.stored('m2', 'm2', {}, { expired: true });
    main.stored('m3', 'm3');
    const found = await main.find({}, pin(m2, { id: 4711 }, m1));
    expect(labelsOf(found)).toEqual(['m1']);
    expect(found.notes).toEqual([
      expect.stringMatching(/^Run \d+ of \w+ was skipped: its artifact .* has expired\.$/),
      expect.stringMatching(/^Run 4711, used in an earlier comparison, was skipped: 404/),
    ]);
  });

  it('that are all gone leave no baseline: no other run stands in', async () => {
    main.stored('m3', 'm3');
    const found = await main.find({}, [
      { run_id: null, sha: sha('m3') },
      { run_id: '../../actions/runs/1\n::error::forged', sha: null },
    ]);
    expect(labelOf(found)).toMatch(/^none: the runs on main that the first run of this commit was compared/);
    expect(new Set(found.notes)).toEqual(new Set(['A run used in an earlier comparison has no run number.']));
  });

  it('pin nothing when there are none', async () => {
    main.stored('m3', 'm3');
    expect(labelOf(await main.find({}, []))).toBe('m3');
  });

  it('must be runs of this workflow on the default branch', async () => {
    const { state } = main.fake;
    addCommit(state, { sha: sha('tagged'), parents: [sha('m3')], refs: ['refs/tags/main'] });
    const forged = [
      main.stored('m2', 'fork', { headRepository: forkOf(state.repository) }),
      main.stored('h', 'pull request', { event: 'pull_request', headBranch: 'topic' }),
      main.stored('m2', 'other workflow', { path: '.github/workflows/other.yml' }),
      main.stored('tagged', 'tag'),
      main.stored('m3', 'asking', { id: OWN_RUN }),
    ];
    const found = await main.find({}, pin(...forged));
    expect(labelOf(found)).toMatch(/^none/);
    expect(found.notes).toEqual([
      expect.stringContaining('its commit comes from another repository'),
      expect.stringContaining('it ran for pull_request'),
      expect.stringContaining('it ran another workflow'),
      expect.stringContaining('its commit is not known to be part of main'),
      expect.stringContaining('it is this run'),
    ]);
  });

  it('are ten at most, however many an artifact names', async () => {
    const runs = Array.from({ length: 40 }, () => main.stored('m3', 'm3'));
    expect(labelsOf(await main.find({}, pin(...runs)))).toHaveLength(10);
  });
});
