import { describe, expect } from 'vitest';
import { caseIds, comment, driftingSuite, it, mainResults, storeMain } from '#test/support/drifting-suite.ts';

const SUITE = driftingSuite(caseIds(6));

describe('an inconclusive run says whether it blocks, and what settles it', () => {
  it('without a baseline: the workflow on main, then the job again', async ({ openScene, provider }) => {
    const scene = await openScene(SUITE);
    const { event, checkout: workspace } = await scene.openPull({ 'README.md': 'words' });
    const first = await scene.run(event, provider.reach({ workspace }));
    expect(first.outputs, first.stdout).toMatchObject({ verdict: 'inconclusive' });
    const way = 'run the workflow once on main (Actions, "Run workflow"';
    expect(first.stdout).toContain(`To settle it, ${way}`);
    expect(comment(scene)).toContain('### ❔ Nothing to compare with yet (does not block): main has no results');
    expect(comment(scene)).toContain(`To settle it, ${way}`);

    const strict = { 'fail-on': 'inconclusive' };
    const second = await scene.run(event, provider.reach({ workspace, inputs: strict, github: again(first.run, 2) }));
    expect(second.exitCode, second.stdout).toBe(3);
    expect(second.stdout).toContain('Nothing to compare with yet (blocks): main has no results');
    expect(comment(scene)).toContain('### ❔ Nothing to compare with yet (blocks): main has no results');
    expect(comment(scene)).toContain(`To settle it, ${way}`);

    await storeMain(scene, await mainResults(SUITE), 3);
    const third = await scene.run(event, provider.reach({ workspace, inputs: strict, github: again(first.run, 3) }));
    expect(third.outputs, third.stdout).toMatchObject({ verdict: 'pass' });
    expect(comment(scene)).not.toMatch(/to settle it/i);
  });
});

function again(run: { readonly id: number }, runAttempt: number) {
  return { runId: run.id, runAttempt };
}
