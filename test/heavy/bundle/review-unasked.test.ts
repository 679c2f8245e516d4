import { expect } from 'vitest';
import { it } from '#test/support/scene.ts';
import { scriptedSuite } from '#test/support/scripted-suite.ts';
import { mainEvent, workflow } from '#test/support/shard-workflow.ts';
import type { ActionResult } from '#test/testing/github/runner.ts';

const SUITE = scriptedSuite({ one: {} }, { gate: { on_inconclusive: 'review' } });

it('an undecided run that is to be reviewed is green where no check run may ask for it, and says so', async ({
  openScene,
}) => {
  const scene = await openScene(SUITE);
  const result = await scene.runPull({ 'README.md': 'words' }, { inputs: { 'check-run': 'true' } });
  expect(result.exitCode, result.stdout).toBe(0);
  expect(result.outputs['verdict']).toBe('inconclusive');
  expect(warnings(result)).toMatch(/check run was not opened .*Add "checks: write"/);
  expect(warnings(result)).toMatch(/nobody is asked for a review: .*This run is undecided, and the job is green/);
});

it('merges say so as runs do, shards do not: they decide nothing', async ({ openScene }) => {
  const scene = await openScene(SUITE);
  const { shards, merge } = await workflow(scene, await mainEvent(scene), {}, 1);
  expect(warnings(merge)).toMatch(/nobody is asked for a review: .*set the input check-run to true/);
  for (const shard of shards) expect(warnings(shard)).not.toContain('review');
});

function warnings({ commands }: ActionResult): string {
  const told = commands.annotations.filter(({ level }) => level === 'warning');
  return told.map(({ message }) => message).join('\n');
}
