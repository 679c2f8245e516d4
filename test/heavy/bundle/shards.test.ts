import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import type { ResultsFile } from '#gate/baseline/results/results-file.ts';
import { parseHistory } from '#gate/history/parse-history.ts';
import { readable } from '#test/support/markdown.ts';
import { comment, it } from '#test/support/scene.ts';
import { agent, TRACE } from '#test/support/scripted-suite.ts';
import { mainEvent, merge, runShards, suiteOf, workflow } from '#test/support/shard-workflow.ts';
import { artifactFiles, RESULTS_ARTIFACT, resultsArchive, storedResults } from '#test/support/stored-artifact.ts';
import { READ_ONLY } from '#test/testing/github/state.ts';
import { addArtifact, forkOf } from '#test/testing/github/state-builders.ts';

const IDS = Array.from({ length: 12 }, (_, i) => `case-${i}`);
const STATISTICAL = { trials: 5, concurrency: 4, gate: { pass_rate: { max_drop: 0.02 } } };
const SUITE = suiteOf(IDS, STATISTICAL);
const BROKEN = { 'script.json': suiteOf(IDS, STATISTICAL, IDS.slice(0, 7))['script.json'] ?? '' };
const NEEDING = suiteOf(IDS.slice(0, 4), { agent: agent({ needs: ['SOME_API_KEY'] }) });
const CODES = ({ shards }: Awaited<ReturnType<typeof workflow>>) => shards.map(({ exitCode }) => exitCode);

describe('shards and a merge', () => {
  it('of main make one baseline, and one row of the history beside the rows before it', async (openScene) => {
    const scene = await openScene(SUITE);
    await scene.pushMain();
    await scene.repository.commit('main goes on', { 'other.txt': 'x' });
    const done = await workflow(scene, await mainEvent(scene));
    const merged = done.merge;
    expect(CODES(done)).toEqual([0, 0, 0, 0]);
    expect(merged).toExit(0);
    expect(merged.outputs).toMatchObject({ verdict: 'pass', trials: '60' });
    const baseline = storedResults(scene.fake.state);
    expect(baseline.run).toMatchObject({ side: 'baseline' });
    expect(baseline.run).not.toHaveProperty('shard');
    expect(baseline.cases.map(({ id }) => id)).toEqual(IDS);
    const read = parseHistory(artifactFiles(scene.fake.state)['history.jsonl'] ?? '');
    expect('problem' in read ? read.problem : read.rows).toMatchObject([
      { passed: 60, scored: 60, event: 'push', audit: null },
      { passed: 60, scored: 60, event: 'push', run_id: String(merged.run.id), sha: merged.run.headSha },
    ]);
  });

  it('of a pull request make one comment, with the verdict that one job gives; a second commit with the same files adds to them', async (openScene) => {
    const scene = await openScene(SUITE);
    const main = await scene.pushMain();
    const pull = await scene.openPull(BROKEN);
    const inputs = { confirm: 'never' };
    const whole = await scene.run(pull.event, { workspace: pull.checkout, inputs: { ...inputs, comment: 'never' } });
    const { shards, merge: merged } = await workflow(scene, pull, { inputs }, 2);
    for (const shard of shards) {
      expect(shard).toExit(0);
      expect(shard.outputs).toMatchObject({ verdict: 'inconclusive', 'comment-url': '' });
      expect(shard.summary).toContain('mode: merge');
    }
    expect(merged).toExit(1);
    const same = ['verdict', 'pass-rate', 'baseline-pass-rate', 'pass-rate-drop', 'total-tokens', 'trials'];
    for (const name of same) expect(merged.outputs[name], name).toBe(whole.outputs[name]);
    expect(merged.outputs).toMatchObject({ verdict: 'fail', 'baseline-sha': main.run.headSha });
    expect(scene.fake.state.comments).toHaveLength(1);
    expect(scene.fake.state.comments[0]?.body).toContain('case-0');
    const told = ({ summary }: typeof merged) => /what happened<.*?Run them locally/s.exec(readable(summary))?.[0];
    expect(told(whole)).toContain('Answer of trial 1');
    expect(told(merged), 'from the trajectories of the shards').toBe(told(whole));
    const head = pull.pull.head.sha.slice(0, 7);

    const second = await workflow(scene, await scene.openPull({}), { inputs }, 2);
    expect(second.merge).toDecide('fail');
    expect(storedResults(scene.fake.state)).toMatchObject({ appended: true });
    const said = comment(scene);
    expect(said).toContain(`Earlier on the same content: fail (${head})`);
  });

  it('a shard without any case is green, and the merge needs it all the same', async (openScene) => {
    const scene = await openScene(suiteOf(['one']));
    const done = await workflow(scene, await mainEvent(scene), {}, 2);
    expect(CODES(done)).toEqual([0, 0]);
    const empty = done.shards.filter(({ summary }) => summary.includes('has no cases, because the suite is small'));
    expect(empty).toHaveLength(1);
    expect(done.merge).toExit(0);
    expect(storedResults(scene.fake.state).cases).toHaveLength(1);
  });
});

/** What stands in the place of shard 2, and the words of the merge. */
const FOREIGN: readonly (readonly [what: string, put: (own: ResultsFile) => unknown, words: RegExp])[] = [
  [
    'a shard of another commit',
    (own) => ({ ...own, commit: { ...own.commit, sha: 'b'.repeat(40) } }),
    /of bbbbbbb.*in commit/,
  ],
  ['a shard with fewer cases', (own) => ({ ...own, cases: own.cases.slice(1) }), /no shard ran the case/],
  ['a file of another version', () => ({ schema_version: 7 }), /shard 2 can't be read: .*schema_version 7/],
];

it('a shard that is missing, could not run, or is of something else is an error that names it and makes no baseline, until its job has run again', async (openScene) => {
  const scene = await openScene(suiteOf(IDS));
  const broken = await openScene({ ...suiteOf(IDS), 'agent.mjs': 'process.exit(3);\n' });
  const event = await mainEvent(scene);
  const nothing = await scene.run(event.event, { inputs: { mode: 'merge' } });
  expect(nothing.exitCode).toBe(4);
  expect(nothing.summary).toContain('no job of this run stored the results of a shard');

  const { runId } = await runShards(scene, event, [1], {}, 2);
  const refused = async (what: string, words: RegExp, inputs: Readonly<Record<string, string>> = {}) => {
    const result = await merge(scene, event, runId, 1, { inputs });
    expect([result.exitCode, result.outputs['verdict']], what).toEqual([4, 'error']);
    expect(readable(result.summary), what).toMatch(words);
    expect(artifactFiles(scene.fake.state), what).not.toHaveProperty('results.json');
  };
  await refused('missing', /shard 2 of 2 is missing/);
  const github = { runId, runAttempt: 1 };
  const failed = await runShards(scene, event, [2], { workspace: broken.repository.path, github }, 2);
  expect(failed.results[0]?.exitCode).toBe(4);
  await refused('could not run', /could not run: shard 2: .*agent/);

  const again = await runShards(scene, event, [2], { github: { runId, runAttempt: 2 } }, 2);
  expect(again.results[0]?.exitCode, again.results[0]?.stdout).toBe(0);
  const name = `${RESULTS_ARTIFACT}-shard-2`;
  const own = storedResults(scene.fake.state, name);
  for (const [what, put, words] of FOREIGN) {
    addArtifact(scene.fake.state, { runId, name, content: resultsArchive(JSON.stringify(put(own))) });
    await refused(what, words);
  }
  addArtifact(scene.fake.state, { runId, name, content: resultsArchive(JSON.stringify(own)) });
  const elsewhere = /looks for artifacts named agent-eval-results-eu-shard-1 .*agent-eval-results-shard-2;/;
  await refused('under another key', elsewhere, { key: 'eu' });

  const merged = await merge(scene, event, runId, 2);
  expect(merged).toExit(0);
  expect(readable(merged.summary)).toContain('Shard 1 is of attempt 1 of this run');
  expect(storedResults(scene.fake.state).cases).toHaveLength(12);
});

describe('shards without their key', () => {
  it('leave a merge nothing to judge, as one job would be: inconclusive, with the reason, no baseline and no results', async (openScene) => {
    const scene = await openScene(NEEDING, { permissions: READ_ONLY });
    const pull = await scene.openPull({ 'a.txt': 'a' }, { headRepository: forkOf(scene.fake.state.repository) });
    const { shards, merge } = await workflow(scene, pull, {}, 2);
    for (const shard of shards) {
      expect(shard).toExit(0);
      expect(shard.outputs['verdict']).toBe('inconclusive');
      expect(readable(shard.summary)).toContain(
        '### ❔ Not evaluated (does not block): SOME_API_KEY is empty or missing',
      );
    }
    expect(merge).toExit(0);
    expect(merge.outputs).toMatchObject({ verdict: 'inconclusive', trials: '0' });
    expect(merge.outputs['inconclusive-reason']).toMatch(/: shard 1: not evaluated: SOME_API_KEY is empty or missing$/);
    expect(artifactFiles(scene.fake.state)).not.toHaveProperty('results.json');
  });
});

describe('on GitHub Enterprise Server, which takes no artifacts', () => {
  const env = { GITHUB_SERVER_URL: 'https://github.example.com' };

  it('shards and merges are refused before any trial; a pull request is told why it finds no baseline', async (openScene) => {
    const scene = await openScene(suiteOf(['one']));
    for (const inputs of [{ shard: '1/2' }, { mode: 'merge' }]) {
      const result = await scene.pushMain({ env, inputs });
      expect(result).toExit(2);
      expect(result.stdout).toMatch(/does not work on https:\/\/github\.example\.com: .*in one job/);
    }
    expect(existsSync(join(scene.repository.path, TRACE))).toBe(false);
    await scene.pushMain({ env });
    const pull = await scene.runPull({ 'README.md': 'words' }, { env });
    expect(pull).toExit(0);
    expect(readable(pull.summary)).toMatch(/GitHub Enterprise Server does not accept artifacts.*"baseline: file:PATH"/);
    expect(readable(pull.summary)).not.toContain('a readable artifact');
  });
});
