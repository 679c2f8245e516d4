import { describe, expect } from 'vitest';
import { READ_ONLY } from '#test/support/github/state.ts';
import { forkOf } from '#test/support/github/state-builders.ts';
import { readable } from '#test/support/markdown.ts';
import { it } from '#test/support/scene.ts';
import { agent } from '#test/support/scripted-suite.ts';
import { mainEvent, merge, runShards, suiteOf, workflow } from '#test/support/shard-workflow.ts';
import { artifactFiles } from '#test/support/stored-artifact.ts';

const IDS = Array.from({ length: 4 }, (_, i) => `case-${i}`);
const NEEDING = suiteOf(IDS, { agent: agent({ needs: ['SOME_API_KEY'] }) });

describe('shards without their key', () => {
  it('leave a merge nothing to judge, as one job would be: inconclusive, with the reason, no baseline and no results', async ({
    openScene,
  }) => {
    const scene = await openScene(NEEDING, { permissions: READ_ONLY });
    const pull = await scene.openPull({ 'a.txt': 'a' }, { headRepository: forkOf(scene.fake.state.repository) });
    const { shards, merge } = await workflow(scene, pull, {}, 2);
    for (const shard of shards) {
      expect(shard.exitCode, shard.stdout).toBe(0);
      expect(shard.outputs['verdict']).toBe('inconclusive');
      expect(readable(shard.summary)).toContain(
        '### ❔ Not evaluated (does not block): SOME_API_KEY is empty or missing',
      );
    }
    expect(merge.exitCode, merge.stdout).toBe(0);
    expect(merge.outputs).toMatchObject({ verdict: 'inconclusive', trials: '0' });
    expect(merge.outputs['inconclusive-reason']).toMatch(/^shard 1: not evaluated: SOME_API_KEY.*\(and 1 more\)$/);
    expect(artifactFiles(scene.fake.state)).not.toHaveProperty('results.json');
  });

  it('are errors with on-missing-secrets: fail, and so is the merge', async ({ openScene }) => {
    const scene = await openScene(NEEDING);
    const inputs = { 'on-missing-secrets': 'fail' };
    const { shards, merge } = await workflow(scene, await mainEvent(scene), { inputs }, 2);
    expect(shards.map(({ exitCode }) => exitCode)).toEqual([4, 4]);
    expect(merge.exitCode).toBe(4);
    expect(merge.outputs['verdict']).toBe('error');
    expect(readable(merge.summary)).toMatch(
      /^### 💥 Agent eval could not run: shard 1: not evaluated: SOME_API_KEY is empty or missing/m,
    );
  });

  it('are an end of the whole, also when another one ran', async ({ openScene }) => {
    const scene = await openScene(NEEDING);
    const event = await mainEvent(scene);
    const inputs = { 'pass-env': 'SOME_API_KEY' };
    const env = { SOME_API_KEY: 'a key of this test' };
    const { results, runId } = await runShards(scene, event, [1], { env, inputs }, 2);
    expect(results[0]?.exitCode, results[0]?.stdout).toBe(0);
    expect(Number(results[0]?.outputs['trials'])).toBeGreaterThan(0);
    await runShards(scene, event, [2], { inputs, github: { runId, runAttempt: 1 } }, 2);
    const merged = await merge(scene, event, runId, 1);
    expect(merged.exitCode, merged.stdout).toBe(0);
    expect(merged.outputs['verdict']).toBe('inconclusive');
    expect(merged.outputs['inconclusive-reason']).toMatch(/^shard 2: not evaluated: SOME_API_KEY/);
    expect(artifactFiles(scene.fake.state)).not.toHaveProperty('results.json');
  });
});

describe('shards that can not be found', () => {
  it('under the key of the merge are named, and the key', async ({ openScene }) => {
    const scene = await openScene(suiteOf(IDS));
    const event = await mainEvent(scene);
    const { runId } = await runShards(scene, event, [1, 2], {}, 2);
    const merged = await merge(scene, event, runId, 1, { inputs: { key: 'eu' } });
    expect(merged.exitCode).toBe(4);
    const summary = readable(merged.summary);
    expect(summary).toMatch(/looks for artifacts named agent-eval-results-eu-shard-1 .*agent-eval-results-shard-2;/);
    expect(summary).not.toContain('and 1 more');
  });
});
