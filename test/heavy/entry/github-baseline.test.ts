import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { githubBaseline, servesAsBaseline } from '#commands/action/github-baseline.ts';
import type { BaselineStore } from '#ports/ports.ts';
import { readRun } from '#test/commands/read-run.ts';
import {
  ARTIFACT,
  apiOf,
  labelOf,
  labelsOf,
  linesOf,
  originOf,
  resultsText,
  resultsZip,
  trajectoriesZip,
} from '#test/github/artifacts/main-history.ts';
import { newFolder } from '#test/support/new-folder.ts';
import type { FakeEvent } from '#test/testing/github/events.ts';
import { type FakeGitHub, startFakeGitHub } from '#test/testing/github/fake-github.ts';
import { pullRequestEvent, pushEvent, scheduleEvent, workflowDispatchEvent } from '#test/testing/github/payloads.ts';
import { addArtifact, addCommit, addPullRequest, addRun, sha } from '#test/testing/github/state-builders.ts';

let fake: FakeGitHub;
let workspace: string;

beforeEach(async () => {
  fake = await startFakeGitHub();
  workspace = newFolder('workspace');
});

afterEach(async () => {
  await fake.close();
});

describe('a baseline file', () => {
  /** What `baseline: file:evals/baseline.json` gives on topic, which left main at m1. */
  async function storeOf(event: FakeEvent): Promise<BaselineStore> {
    const run = await readRun(fake.state, event, workspace, { baseline: 'file:evals/baseline.json' });
    return githubBaseline(run, apiOf(fake));
  }
  const findOf = async (event: FakeEvent) => labelOf(await (await storeOf(event)).find());

  beforeEach(async () => {
    const files = (label: string) => ({ 'evals/baseline.json': resultsText(label), 'evals/trajectories.jsonl': label });
    addCommit(fake.state, { sha: sha('m1'), files: files('m1') });
    addCommit(fake.state, { sha: sha('m2'), parents: [sha('m1')], refs: ['refs/heads/main'], files: files('m2') });
    addCommit(fake.state, { sha: sha('h'), parents: [sha('m1')], refs: ['refs/heads/topic'], files: files('edited') });
    addCommit(fake.state, { sha: sha('merge'), parents: [sha('m2'), sha('h')], files: files('edited') });
    await mkdir(join(workspace, 'evals'));
    await writeFile(join(workspace, 'evals/baseline.json'), resultsText('edited'));
  });

  it('is that of the commit which GitHub merged a pull request onto, not of the base that the event remembers', async () => {
    const head = { ref: 'topic', sha: sha('h') };
    const facts = { head, base: { sha: sha('m1') }, mergeCommitSha: sha('merge') };
    expect(await findOf(pullRequestEvent(fake.state, addPullRequest(fake.state, facts)))).toBe('m2');
  });

  it.for<readonly [string, () => FakeEvent]>([
    ['a push', () => pushEvent(fake.state, { after: sha('h'), branch: 'topic' })],
    ['a run by hand', () => workflowDispatchEvent(fake.state, sha('h'), {}, 'topic')],
  ])('is that of the commit which a branch left main at on %s, never the one of the checkout', async ([, event]) => {
    expect(await findOf(event())).toBe('m1');
    expect(await linesOf(await storeOf(event()))).toEqual(['m1']);
  });

  it('can not be had where that commit is not known', async () => {
    fake.state.refs.delete('refs/heads/main');
    expect(await findOf(pushEvent(fake.state, { after: sha('h'), branch: 'topic' }))).toMatch(
      /^none: the commit to read it from is not known: The merge base with main is not known/,
    );
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

  it.each<[string, Readonly<Record<string, string>>, string, string]>([
    ['without a key', {}, '', 'plain'],
    ['with a key', { key: 'billing' }, '-billing', 'of billing'],
  ])('the trajectories of a suite %s are those under its own name', async (_, inputs, suffix, line) => {
    const run = addRun(fake.state, { headSha: sha('m3') });
    const says = {
      commit: { sha: sha('m3') },
      run: { id: String(run.id), side: 'baseline', key: inputs['key'] ?? null },
    };
    const runId = run.id;
    addArtifact(fake.state, { runId, name: `${ARTIFACT}${suffix}`, content: resultsZip('m3', says) });
    addArtifact(fake.state, { runId, name: 'agent-eval-trajectories', content: trajectoriesZip('plain') });
    addArtifact(fake.state, { runId, name: 'agent-eval-trajectories-billing', content: trajectoriesZip('of billing') });
    const asking = await readRun(fake.state, scheduleEvent(fake.state, sha('m3')), workspace, inputs);
    expect(await linesOf(githubBaseline(asking, apiOf(fake)))).toEqual([line]);
  });

  it('nothing is looked for when the baseline is a file or none', async () => {
    const event = pushEvent(fake.state, { after: sha('m3') });
    expect(await poolOf(event, { baseline: 'none' })).toEqual([]);
    expect(await poolOf(event, { baseline: 'file:baseline.json' })).toEqual([]);
    expect(fake.requests).toEqual([]);
  });

  it.each<[boolean, string, Readonly<Record<string, string>>, string?]>([
    [true, 'a whole run', {}],
    [true, 'one that merges shards', { mode: 'merge' }],
    [false, 'a shard', { shard: '1/2' }],
    [false, 'a run where pull requests are compared with a file', { baseline: 'file:baseline.json' }],
    [false, 'a run where nothing is compared', { baseline: 'none' }],
    [false, 'a run where another workflow makes the baseline', { 'baseline-workflow': '.github/workflows/other.yml' }],
    [false, 'a run on a server that takes no artifacts', {}, 'https://github.example.com'],
  ])('that pull requests are compared with it is %s of %s', async (serves, _, inputs, serverUrl) => {
    const run = await readRun(fake.state, pushEvent(fake.state, { after: sha('m3') }), workspace, inputs);
    const context = serverUrl === undefined ? run.context : { ...run.context, serverUrl };
    expect(servesAsBaseline({ ...run, context })).toBe(serves);
  });

  it('pull requests are never compared with a change', async () => {
    addCommit(fake.state, { sha: sha('pushed'), refs: ['refs/heads/topic'] });
    const event = pushEvent(fake.state, { after: sha('pushed'), branch: 'topic' });
    expect(servesAsBaseline(await readRun(fake.state, event, workspace, {}))).toBe(false);
  });
});

/** A finished run of main with results under the name that is looked for. */
function stored(commit: string): void {
  const run = addRun(fake.state, { headSha: sha(commit) });
  addArtifact(fake.state, { runId: run.id, name: ARTIFACT, content: resultsZip(commit, originOf(run)) });
}
