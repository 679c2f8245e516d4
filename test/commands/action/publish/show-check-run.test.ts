import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { endOfProblem, showCheckRun } from '#commands/action/publish/show-check-run.ts';
import type { GithubSession } from '#commands/action/session/github-session.ts';
import { githubApi } from '#github/api/api.ts';
import { openRunnerFiles } from '#github/log/runner-files.ts';
import type { Progress } from '#ports/progress.ts';
import { type FakeGitHub, startFakeGitHub } from '#test/testing/github/fake-github.ts';
import { pullRequestEvent } from '#test/testing/github/payloads.ts';
import { addCommit, addPullRequest, sha } from '#test/testing/github/state-builders.ts';
import { createRepository, type Workspace } from '#test/testing/github/workspace.ts';
import { readRun } from '../../read-run.ts';

let fake: FakeGitHub;
let repository: Workspace;

beforeEach(async () => {
  fake = await startFakeGitHub({ permissions: { checks: 'write' } });
  repository = await createRepository({ 'README.md': 'words' });
});

afterEach(async () => {
  expect(fake.violations).toEqual([]);
  await repository[Symbol.asyncDispose]();
  await fake.close();
});

async function openSession(
  inputs: Readonly<Record<string, string>> = { 'check-run': 'true' },
): Promise<{ readonly session: GithubSession; readonly cancel: () => void; readonly warnings: readonly string[] }> {
  addCommit(fake.state, { sha: sha('m'), refs: ['refs/heads/main'] });
  const pull = addPullRequest(fake.state, {
    head: { ref: 'topic', sha: sha('h') },
    base: { sha: sha('m') },
    mergeCommitSha: sha('merge'),
  });
  const run = await readRun(fake.state, pullRequestEvent(fake.state, pull), repository.path, inputs);
  const stop = new AbortController();
  const warnings: string[] = [];
  const quiet = () => {};
  const progress: Progress = {
    start: quiet,
    begins: quiet,
    trial: quiet,
    note: quiet,
    untrusted: quiet,
    stop: quiet,
    warn: (message) => void warnings.push(message),
  };
  const api = (signal: AbortSignal) =>
    githubApi({
      token: fake.state.token.value,
      apiUrl: fake.url,
      graphqlUrl: `${fake.url}/graphql`,
      clock: { now: () => 0, sleep: async () => {} },
      signal,
    });
  return {
    session: {
      run,
      environment: {},
      progress,
      api: api(stop.signal),
      publishing: api(stop.signal),
      lastWords: () => api(new AbortController().signal),
      passing: () => api(stop.signal),
      stop: { signal: stop.signal, code: () => null, release: quiet },
      runner_files: await openRunnerFiles({}),
    },
    cancel: () => stop.abort(),
    warnings,
  };
}

const DONE = {
  code: 0,
  check: { conclusion: 'success', title: 'pass', summary: 'pass', annotations: [] },
  asks_person: false,
} as const;

describe('a check run', () => {
  it('is there before the work begins, on the pull request’s own commit', async () => {
    const { session } = await openSession();
    const code = await showCheckRun(session, async () => {
      expect(fake.state.checkRuns).toMatchObject([{ status: 'in_progress', headSha: sha('h') }]);
      return { ...DONE, code: 7 };
    });
    expect(code).toBe(7);
    expect(fake.state.checkRuns).toMatchObject([{ status: 'completed', conclusion: 'success' }]);
  });

  it('is red when the work throws, which goes on to be told', async () => {
    const { session } = await openSession();
    const broken = showCheckRun(session, () => Promise.reject(new Error('a fault')));
    await expect(broken).rejects.toThrow('a fault');
    expect(fake.state.checkRuns).toMatchObject([{ status: 'completed', conclusion: 'failure' }]);
  });

  it('is called cancelled, whatever the work makes of it, when the run was cancelled', async () => {
    const { session, cancel } = await openSession();
    await showCheckRun(session, async () => {
      cancel();
      return DONE;
    });
    expect(fake.state.checkRuns).toMatchObject([{ status: 'completed', conclusion: 'cancelled' }]);
  });

  it('is not asked for without the input', async () => {
    const { session, warnings } = await openSession({});
    expect(await showCheckRun(session, async () => DONE)).toBe(0);
    expect(fake.requests).toEqual([]);
    expect(warnings).toEqual([]);
  });
});

describe('a policy that leaves undecided runs to a person', () => {
  const UNDECIDED = { ...DONE, check: { ...DONE.check, conclusion: 'action_required' }, asks_person: true } as const;

  it('has one asked by the check run', async () => {
    const { session, warnings } = await openSession();
    expect(await showCheckRun(session, async () => UNDECIDED)).toBe(0);
    expect(fake.state.checkRuns).toMatchObject([{ conclusion: 'action_required' }]);
    expect(warnings).toEqual([]);
  });

  it.each([
    ['can not be opened', { 'check-run': 'true' }, /asked for a review: the check run .* could not be opened/],
    ['is not wanted', {}, /asked for a review: .* set the input check-run to true \(with "checks: write"\)/],
  ])(
    'where the check run %s, it is said that nobody is asked and what that makes of the run',
    async (_, inputs, why) => {
      fake.state.token.permissions = {};
      const { session, warnings } = await openSession(inputs);
      expect(await showCheckRun(session, async () => UNDECIDED)).toBe(0);
      expect(warnings.at(-1)).toMatch(why);
      expect(warnings.at(-1)).toMatch(
        /An undecided run counts as "warn"\. This run is undecided, and the job is green\.$/,
      );

      expect(await showCheckRun(session, async () => ({ ...UNDECIDED, check: DONE.check }))).toBe(0);
      expect(warnings.at(-1)).toMatch(why);
      expect(warnings.at(-1)).toMatch(/An undecided run counts as "warn"\.$/);
    },
  );
});

it('the end without a verdict is red, and quotes what anyone wrote without its power', () => {
  const end = endOfProblem('no such file: <img src=x> @octo-org/owners');
  expect(end).toMatchObject({ code: 2, check: { conclusion: 'failure' } });
  expect(end.check.summary).not.toMatch(/<img|@octo-org/);
});
