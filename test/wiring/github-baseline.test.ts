import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { BaselineStore } from '#application/ports.ts';
import {
  ARTIFACT,
  apiOf,
  labelOf,
  labelsOf,
  linesOf,
  resultsText,
  resultsZip,
  trajectoriesZip,
} from '#test/adapters/baseline/main-history.ts';
import type { FakeEvent } from '#test/support/github/events.ts';
import { type FakeGitHub, startFakeGitHub } from '#test/support/github/fake-github.ts';
import { pushEvent, scheduleEvent } from '#test/support/github/payloads.ts';
import { addArtifact, addCommit, addRun, sha } from '#test/support/github/state-builders.ts';
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
  return labelOf(await (await storeOfPush()).find());
}

async function storeOfPush(): Promise<BaselineStore> {
  addCommit(fake.state, { sha: sha('pushed'), refs: ['refs/heads/topic'] });
  const event = pushEvent(fake.state, { after: sha('pushed'), branch: 'topic' });
  const run = await readRun(fake.state, event, workspace, { baseline: 'file:baseline.json' });
  return githubBaseline(run, apiOf(fake));
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

describe('trajectories of a baseline file of the checkout', () => {
  it('are read beside it, or beside the file it links to', async () => {
    await mkdir(join(workspace, 'kept'));
    await writeFile(join(workspace, 'kept', 'results.json'), resultsText('kept'));
    await writeFile(join(workspace, 'kept', 'trajectories.jsonl'), '{"id":1}\n');
    await symlink(join('kept', 'results.json'), join(workspace, 'baseline.json'));
    expect(await linesOf(await storeOfPush())).toEqual(['{"id":1}']);
    await rm(join(workspace, 'kept', 'trajectories.jsonl'));
    await expect(linesOf(await storeOfPush())).rejects.toThrow(/^are not stored beside it$/);
  });

  it('may be a link inside of the checkout, and none that leads out of it', async () => {
    await writeFile(join(workspace, 'baseline.json'), resultsText('kept'));
    await writeFile(join(workspace, 'moved.jsonl'), '{"id":1}\n');
    await symlink('moved.jsonl', join(workspace, 'trajectories.jsonl'));
    expect(await linesOf(await storeOfPush())).toEqual(['{"id":1}']);
    await rm(join(workspace, 'trajectories.jsonl'));
    await writeFile(join(outside, 'secret.jsonl'), '{"secret":1}\n');
    await symlink(join(outside, 'secret.jsonl'), join(workspace, 'trajectories.jsonl'));
    await expect(linesOf(await storeOfPush())).rejects.toThrow(/^can't be read: .* leads out of the workspace$/);
  });
});

describe('on the default branch', () => {
  beforeEach(() => {
    addCommit(fake.state, { sha: sha('m1') });
    addCommit(fake.state, { sha: sha('m2'), parents: [sha('m1')] });
    addCommit(fake.state, { sha: sha('m3'), parents: [sha('m2')], refs: ['refs/heads/main'] });
    for (const commit of ['m1', 'm2']) stored(commit);
  });

  const poolOf = async (event: FakeEvent, inputs: Readonly<Record<string, string>> = {}) =>
    labelsOf(await githubBaseline(await readRun(fake.state, event, workspace, inputs), apiOf(fake)).find());

  it('the earlier runs are found, the asking one never', async () => {
    expect(await poolOf(pushEvent(fake.state, { after: sha('m3') }))).toEqual(['m2', 'm1']);
    stored('m3');
    expect(await poolOf(scheduleEvent(fake.state, sha('m3')))).toEqual(['m3', 'm2', 'm1']);
  });

  it.each([
    ['without a key', {}, '', 'plain'],
    ['with a key', { key: 'billing' }, '-billing', 'of billing'],
  ])('the trajectories of a suite %s are those under its own name', async (_, inputs, suffix, line) => {
    const { id: runId } = addRun(fake.state, { headSha: sha('m3') });
    addArtifact(fake.state, { runId, name: `${ARTIFACT}${suffix}`, content: resultsZip('m3') });
    addArtifact(fake.state, { runId, name: 'agent-eval-trajectories', content: trajectoriesZip('plain') });
    addArtifact(fake.state, { runId, name: 'agent-eval-trajectories-billing', content: trajectoriesZip('of billing') });
    const run = await readRun(fake.state, scheduleEvent(fake.state, sha('m3')), workspace, inputs);
    expect(await linesOf(githubBaseline(run, apiOf(fake)))).toEqual([line]);
  });

  it('nothing is looked for when the baseline is a file or none', async () => {
    const event = pushEvent(fake.state, { after: sha('m3') });
    expect(await poolOf(event, { baseline: 'none' })).toEqual([]);
    expect(await poolOf(event, { baseline: 'file:baseline.json' })).toEqual([]);
    expect(fake.requests).toEqual([]);
  });
});

/** A finished run of main with results under the name that is looked for. */
function stored(commit: string): void {
  const { id: runId } = addRun(fake.state, { headSha: sha(commit) });
  addArtifact(fake.state, { runId, name: ARTIFACT, content: resultsZip(commit) });
}
