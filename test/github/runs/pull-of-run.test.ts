import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findPullOfRun, type PullOfRun } from '#github/runs/pull-of-run.ts';
import { readTriggeringRun, type TriggeringRun } from '#github/runs/triggering-run.ts';
import { mustBeRead } from '#test/support/must-be-read.ts';
import { type FakeGitHub, startFakeGitHub } from '#test/testing/github/fake-github.ts';
import { DEPENDABOT } from '#test/testing/github/payloads.ts';
import type { FakePullRequest, FakeRun } from '#test/testing/github/state.ts';
import { addPullRequest, addRun, forkOf, sha } from '#test/testing/github/state-builders.ts';
import { apiOf } from '../artifacts/main-history.ts';

let fake: FakeGitHub;

beforeEach(async () => {
  fake = await startFakeGitHub();
});

afterEach(async () => {
  expect(fake.violations).toEqual([]);
  await fake.close();
});

const REPOSITORY = () => ({ id: fake.state.repository.id, owner: 'octo-org', name: 'agents' });

const api = () => apiOf(fake);

const ofFork = (more: Partial<FakeRun> = {}): FakeRun =>
  addRun(fake.state, {
    headSha: sha('h'),
    event: 'pull_request',
    headBranch: 'topic',
    headRepository: forkOf(fake.state.repository),
    ...more,
  });

const pull = (more: Partial<FakePullRequest> = {}): FakePullRequest =>
  addPullRequest(fake.state, {
    head: { ref: 'topic', sha: sha('h'), repository: forkOf(fake.state.repository) },
    base: { sha: sha('m') },
    mergeCommitSha: sha('merge'),
    ...more,
  });

describe('the triggering run', () => {
  it('is reported as GitHub knows it', async () => {
    const run = ofFork({ runAttempt: 3, path: '.github/workflows/eval.yml@refs/pull/1/merge' });
    expect(await readTriggeringRun(api(), REPOSITORY(), run.id)).toEqual({
      run: {
        id: run.id,
        attempt: 3,
        event: 'pull_request',
        workflowPath: '.github/workflows/eval.yml',
        headSha: sha('h'),
        headBranch: 'topic',
        headRepository: { id: forkOf(fake.state.repository).id, owner: 'stranger' },
        fork: true,
        dependabot: false,
      },
    });
  });

  it('of Dependabot is known by who started it', async () => {
    const run = ofFork({ headRepository: fake.state.repository, actor: DEPENDABOT });
    expect(await readTriggeringRun(api(), REPOSITORY(), run.id)).toMatchObject({
      run: { fork: false, dependabot: true },
    });
  });
});

describe('the pull request of a run', () => {
  const find = async (run: FakeRun, hint: number | null = null): Promise<PullOfRun> => {
    const told = await readTriggeringRun(api(), REPOSITORY(), run.id);
    mustBeRead(told);
    const triggering: TriggeringRun = told.run;
    return findPullOfRun(api(), REPOSITORY(), triggering, hint);
  };

  it('is the open one with its commit and its repository', async () => {
    const run = ofFork();
    const wanted = pull();
    pull({ head: { ref: 'other', sha: sha('other'), repository: forkOf(fake.state.repository) } });
    expect(await find(run)).toEqual({
      pull: {
        kind: 'pull_request',
        number: wanted.number,
        headSha: sha('h'),
        baseSha: sha('m'),
        baseRef: 'main',
        testedSha: sha('merge'),
        fork: true,
        dependabot: false,
        labels: [],
        label: null,
        by_hand: false,
        draft: false,
      },
    });
  });

  it('is not one that a hint names and that does not fit', async () => {
    const run = ofFork();
    const wanted = pull();
    const victim = pull({ head: { ref: 'victim', sha: sha('v'), repository: fake.state.repository } });
    expect(await find(run, victim.number)).toMatchObject({ pull: { number: wanted.number } });
  });

  it('is chosen by the hint among several that fit, and without one there is none', async () => {
    const run = ofFork();
    pull();
    const second = pull({ base: { sha: sha('r'), ref: 'release' } });
    expect(await find(run, second.number)).toMatchObject({ pull: { number: second.number, baseRef: 'release' } });
    expect(await find(run)).toEqual({ none: expect.stringMatching(/several pull requests .*#1/) });
  });

  it.each([
    ['closed', () => ({ state: 'closed' as const })],
    [
      'one with a newer commit',
      () => ({ head: { ref: 'topic', sha: sha('newer'), repository: forkOf(fake.state.repository) } }),
    ],
    [
      'one of another repository of the same owner and branch',
      () => ({
        head: { ref: 'topic', sha: sha('h'), repository: { ...forkOf(fake.state.repository), id: 4_444 } },
      }),
    ],
  ])('is not %s', async (_, facts) => {
    const run = ofFork();
    pull(facts());
    expect(await find(run)).toEqual({ none: expect.stringContaining('no open pull request') });
  });
});
