import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { apiOf, labelOf, resultsText } from '#test/adapters/baseline/main-history.ts';
import { type FakeGitHub, startFakeGitHub } from '#test/support/github/fake-github.ts';
import { pushEvent } from '#test/support/github/payloads.ts';
import { addCommit, sha } from '#test/support/github/state-builders.ts';
import { githubBaseline } from '../../src/wiring/github-baseline.ts';
import { readRun } from './read-run.ts';

let fake: FakeGitHub;
let workspace: string;
let outside: string;

beforeEach(async () => {
  fake = await startFakeGitHub();
  workspace = await mkdtemp(join(tmpdir(), 'workspace-'));
  outside = await mkdtemp(join(tmpdir(), 'outside-'));
});

afterEach(async () => {
  await fake.close();
  await rm(workspace, { recursive: true });
  await rm(outside, { recursive: true });
});

/** What `baseline: file:baseline.json` gives on a push to another branch than main. */
async function baselineOfPush(): Promise<string> {
  addCommit(fake.state, { sha: sha('pushed'), refs: ['refs/heads/topic'] });
  const event = pushEvent(fake.state, { after: sha('pushed'), branch: 'topic' });
  const run = await readRun(fake.state, event, workspace, { baseline: 'file:baseline.json' });
  return labelOf(await githubBaseline(run, apiOf(fake)).find());
}

it('a baseline file of the checkout is read', async () => {
  await writeFile(join(workspace, 'baseline.json'), resultsText('kept'));
  expect(await baselineOfPush()).toBe('kept');
});

it('a link inside of the checkout is followed', async () => {
  await writeFile(join(workspace, 'kept.json'), resultsText('kept'));
  await symlink('kept.json', join(workspace, 'baseline.json'));
  expect(await baselineOfPush()).toBe('kept');
});

it('a link that leads out of the checkout is refused', async () => {
  await writeFile(join(outside, 'baseline.json'), resultsText('outside'));
  await symlink(join(outside, 'baseline.json'), join(workspace, 'baseline.json'));
  expect(await baselineOfPush()).toMatch(/^none: the file baseline\.json lies outside the workspace/);
});

it('a file that is not there is said to be missing', async () => {
  expect(await baselineOfPush()).toMatch(/^none: the file baseline\.json does not exist/);
});
