import { describe, expect } from 'vitest';
import type { ResultsFile } from '#domain/baseline/results/results-file.ts';
import { addArtifact } from '#test/support/github/state-builders.ts';
import { readable } from '#test/support/markdown.ts';
import { it } from '#test/support/scene.ts';
import { mainEvent, merge, partOf, runShards, suiteOf, workflow } from '#test/support/shard-workflow.ts';
import { RESULTS_ARTIFACT, resultsArchive, storedResults } from '#test/support/stored-artifact.ts';

const IDS = Array.from({ length: 12 }, (_, i) => `case-${i}`);
const PLAIN = suiteOf(IDS);

describe('shards and a merge', () => {
  it('a shard without any case is green, and the merge needs it all the same', async ({ openScene }) => {
    const ids = IDS.slice(0, 2);
    const scene = await openScene(suiteOf(ids));
    const { shards, merge } = await workflow(scene, await mainEvent(scene));
    expect(shards.map(({ exitCode }) => exitCode)).toEqual([0, 0, 0, 0]);
    const empty = shards.filter((_, i) => partOf(ids, i + 1).length === 0);
    expect(empty.length).toBeGreaterThan(0);
    for (const shard of empty) expect(shard.summary).toContain('has no cases, because the suite is small');
    expect(merge.exitCode, merge.stdout).toBe(0);
    expect(storedResults(scene.fake.state).cases).toHaveLength(2);
  });

  it('are compared once: shards of main look for no baseline and mark nothing red', async ({ openScene }) => {
    const scene = await openScene(suiteOf(IDS, { gate: { method: 'threshold', pass_rate: { min: 0.9 } } }, IDS));
    const { shards, merge } = await workflow(scene, await mainEvent(scene), {}, 2);
    expect(shards.map(({ exitCode, conclusion }) => [exitCode, conclusion])).toEqual([
      [0, 'success'],
      [0, 'success'],
    ]);
    expect(merge.exitCode).toBe(1);
    expect(merge.outputs['verdict']).toBe('fail');
  });

  it('share the budget, and what is left out keeps the merged verdict open', async ({ openScene }) => {
    const scene = await openScene(PLAIN);
    const inputs = { 'max-trials': '8', 'max-tokens': '1000000' };
    const { shards, merge } = await workflow(scene, await mainEvent(scene), { inputs }, 2);
    for (const shard of shards) expect(shard.summary).toContain('max-trials 4 is reached');
    expect(merge.outputs).toMatchObject({ verdict: 'inconclusive', trials: '8' });
    expect(merge.outputs['inconclusive-reason']).toContain('its budget was used up');
  });
});

describe('a merge that can not be', () => {
  it('a shard that could not run says why, and the newest attempt counts when it is run again', async ({
    openScene,
  }) => {
    const scene = await openScene(PLAIN);
    const event = await mainEvent(scene);
    const { runId } = await runShards(scene, event, [1], {}, 2);
    const broken = await openScene({ ...PLAIN, 'agent.mjs': 'process.exit(3);\n' });
    const failed = await runShards(
      scene,
      event,
      [2],
      {
        workspace: broken.repository.path,
        github: { runId, runAttempt: 1 },
      },
      2,
    );
    expect(failed.results[0]?.exitCode).toBe(4);
    const first = await merge(scene, event, runId, 1);
    expect(first.exitCode).toBe(4);
    expect(first.summary).toMatch(/could not run: shard 2: .*agent/);
    const again = await runShards(scene, event, [2], { github: { runId, runAttempt: 2 } }, 2);
    expect(again.results[0]?.exitCode, again.results[0]?.stdout).toBe(0);
    const second = await merge(scene, event, runId, 2);
    expect(second.exitCode, second.stdout).toBe(0);
  });

  const FOREIGN: readonly (readonly [what: string, changed: (results: ResultsFile) => ResultsFile, words: RegExp])[] = [
    [
      'another commit',
      (results) => ({ ...results, commit: { ...results.commit, sha: 'b'.repeat(40) } }),
      /of bbbbbbb.*in commit/,
    ],
    ['fewer cases', (results) => ({ ...results, cases: results.cases.slice(1) }), /no shard ran the case/],
  ];

  it('a shard of something else is refused and named', async ({ openScene }) => {
    const scene = await openScene(PLAIN);
    const event = await mainEvent(scene);
    const { runId } = await runShards(scene, event, [1, 2], {}, 2);
    const name = `${RESULTS_ARTIFACT}-shard-2`;
    const honest = storedResults(scene.fake.state, name);
    for (const [what, changed, words] of FOREIGN) {
      const content = resultsArchive(JSON.stringify(changed(honest)));
      addArtifact(scene.fake.state, { runId, name, content });
      const refused = await merge(scene, event, runId, 1);
      expect(refused.exitCode, what).toBe(4);
      expect(readable(refused.summary), what).toMatch(words);
    }
    addArtifact(scene.fake.state, { runId, name, content: resultsArchive('{"schema_version": 7}') });
    const unreadable = await merge(scene, event, runId, 1);
    expect(unreadable.exitCode).toBe(4);
    expect(readable(unreadable.summary)).toMatch(/shard 2 can't be read: .*schema_version 7/);
  });

  it('without any shard it is an error', async ({ openScene }) => {
    const scene = await openScene(PLAIN);
    const result = await scene.run((await mainEvent(scene)).event, { inputs: { mode: 'merge' } });
    expect(result.exitCode).toBe(4);
    expect(result.summary).toContain('no job of this run stored the results of a shard');
  });
});
