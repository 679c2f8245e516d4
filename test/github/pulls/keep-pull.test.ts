import { afterEach, beforeEach, expect, it } from 'vitest';
import { keepPull, type OwnPull } from '#github/pulls/keep-pull.ts';
import { type FakeGitHub, startFakeGitHub } from '#test/testing/github/fake-github.ts';
import { blobObject } from '#test/testing/github/git-objects.ts';
import { addCommit, addPullRequest, sha } from '#test/testing/github/state-builders.ts';
import { apiOf } from '../artifacts/main-history.ts';

const CONFIG = 'agent: {openai: {model: old}}\n';
const MAIN = sha('m');
let fake: FakeGitHub;

beforeEach(async () => {
  fake = await startFakeGitHub({ permissions: { contents: 'write', pull_requests: 'write' } });
  addCommit(fake.state, { sha: MAIN, refs: ['refs/heads/main'], files: { 'agent-eval.yml': CONFIG } });
});

afterEach(async () => {
  expect(fake.violations).toEqual([]);
  await fake.close();
});

const keep = (to: string, more: Partial<OwnPull> = {}) =>
  keepPull(apiOf(fake), {
    place: { owner: 'octo-org', repo: 'agents' },
    subject: 'abc123',
    branch: `agent-eval/old-to-${to}`,
    title: `Move to ${to}`,
    body: 'Not worse.',
    file: { branch: 'main', sha: MAIN, path: 'agent-eval.yml', blob: blobObject(CONFIG).sha, text: CONFIG },
    text: CONFIG.replace('old', to),
    ...more,
  });
const pulls = () => fake.state.pullRequests;
const told = () => pulls().map(({ state, title }) => `${state}: ${title}`);

it('only the one of another model of the same agent is superseded, and may come back', async () => {
  await keep('new');
  await keep('else', { subject: 'other-agent' });
  const text = '<!-- agent-eval-action:upgrade:abc123:v1 -->\nby somebody';
  addPullRequest(fake.state, { head: { ref: 'theirs', sha: MAIN }, base: { sha: MAIN }, title: 'Theirs', body: text });
  expect(await keep('newer')).toMatchObject({ kind: 'opened', superseded: [1] });
  const open = ['open: Move to else', 'open: Theirs', 'open: Move to newer'];
  expect(told()).toEqual(['closed: Move to new: superseded by #4', ...open]);
  expect(await keep('new')).toMatchObject({ kind: 'opened', superseded: [4] });
});

it('one that a person has closed stays closed; a merged one does not keep the next from being opened', async () => {
  await keep('new');
  const [pull] = pulls();
  if (pull === undefined) expect.fail('none was opened');
  pull.state = 'closed';
  expect(await keep('new')).toMatchObject({ kind: 'closed', superseded: [] });
  expect(told()).toEqual(['closed: Move to new']);
  pull.merged = true;
  expect(await keep('new')).toMatchObject({ kind: 'opened' });
});

it.each<[string, () => void, RegExp]>([
  [
    'the setting for workflows is off',
    () => {
      fake.state.workflowsMayOpenPulls = false;
    },
    /not permitted to create or approve .*allow it under Settings/,
  ],
  [
    'the token may not write',
    () => {
      fake.state.token.permissions = { contents: 'read', pull_requests: 'write' };
    },
    /branch agent-eval\/old-to-new, which can not be made .*give the job "contents: write"/,
  ],
  [
    'the file is another one by now',
    () => {
      addCommit(fake.state, { sha: MAIN, refs: ['refs/heads/main'], files: { 'agent-eval.yml': 'else' } });
    },
    /needs a commit on agent-eval\/old-to-new, which can not be made \(422/,
  ],
])('nothing is opened, and it is said why, where %s', async (_, change, problem) => {
  change();
  expect(await keep('new')).toMatchObject({ kind: 'failed', problem: expect.stringMatching(problem) });
  expect(pulls()).toEqual([]);
});
