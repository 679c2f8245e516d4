import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { readable } from '#test/support/markdown.ts';
import { it } from '#test/support/scene.ts';
import { scriptedSuite } from '#test/support/scripted-suite.ts';
import { mainEvent } from '#test/support/shard-workflow.ts';

const SUITE = scriptedSuite({ one: {} });

it('a job without a checkout is asked whether that step is missing, in log, summary and annotation', async ({
  openScene,
}) => {
  const scene = await openScene(SUITE);
  const nothing = await mkdtemp(join(tmpdir(), 'empty-'));
  try {
    const { event } = await mainEvent(scene);
    for (const mode of ['run', 'merge']) {
      const result = await scene.run(event, { workspace: nothing, inputs: { mode } });
      expect(result.exitCode, result.stdout).toBe(2);
      const told = [result.stdout, readable(result.summary), result.commands.annotations[0]?.message];
      for (const text of told) expect(text).toContain('is actions/checkout missing before this step?');
    }
  } finally {
    await rm(nothing, { recursive: true });
  }
});
