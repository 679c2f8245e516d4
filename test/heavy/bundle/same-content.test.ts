import { beforeAll, describe, expect } from 'vitest';
import {
  caseIds,
  comment,
  driftingSuite,
  it,
  mainResults,
  newestResults,
  prompt,
  storeMain,
  trialsOf,
} from '#test/support/drifting-suite.ts';
import type { Scene } from '#test/support/scene.ts';
import type { WorkspaceFiles } from '#test/testing/github/workspace.ts';

const CASES = caseIds(6);
const SUITE = driftingSuite(CASES);
const INPUTS = { confirm: 'never' };

/** Text of the results.json of a run of main: every case passed 5 of 5. */
let stored: string;

beforeAll(async () => {
  stored = await mainResults(SUITE);
});

describe('a commit whose files were evaluated before', () => {
  const CHANGE = { 'NOTES.md': 'words' };
  const AGAIN: readonly (readonly [string, (scene: Scene) => Promise<WorkspaceFiles>])[] = [
    ['an empty commit', async () => ({})],
    [
      'an amended message, or a rebase onto the same base',
      async ({ repository }) => {
        await repository.git('branch', '-f', 'feature', 'main');
        return CHANGE;
      },
    ],
  ];

  it.for(AGAIN)(
    'is not rolled anew: %s adds its trials to the failure and names it',
    async ([, change], { openScene, provider }) => {
      const scene = await openScene(SUITE);
      await storeMain(scene, stored, 3);
      await provider.becomes({ 'case-1': 0 });
      const changed = await scene.openPull(CHANGE);
      const head = changed.pull.head.sha;
      const first = await scene.run(changed.event, provider.reach({ workspace: changed.checkout, inputs: INPUTS }));
      expect(first.outputs, first.stdout).toMatchObject({ verdict: 'fail' });
      const { baseline_runs } = newestResults(scene);

      await provider.becomes({});
      await storeMain(scene, stored);
      const again = await scene.openPull(await change(scene));
      expect(again.pull.head.sha).not.toBe(head);
      const second = await scene.run(again.event, provider.reach({ workspace: again.checkout, inputs: INPUTS }));
      expect(second.outputs, second.stdout).toMatchObject({ verdict: 'fail' });
      expect(second.exitCode).toBe(1);
      const results = newestResults(scene);
      expect(results.commit.sha).not.toBe(changed.event.github.sha);
      expect(results).toMatchObject({ appended: true, baseline_runs });
      expect(trialsOf(results)).toEqual(Object.fromEntries(CASES.map((id) => [id, 10])));
      expect(comment(scene)).toContain(`earlier on the same content: fail (${head.slice(0, 7)})`);
    },
  );

  it('is evaluated by itself once a file differs: a fix is not held back by what it mends', async ({
    openScene,
    provider,
  }) => {
    const scene = await openScene(SUITE);
    await storeMain(scene, stored, 3);
    const broken = await scene.openPull(prompt({ 'case-1': 0 }));
    const first = await scene.run(broken.event, provider.reach({ workspace: broken.checkout, inputs: INPUTS }));
    expect(first.outputs, first.stdout).toMatchObject({ verdict: 'fail' });
    const head = broken.pull.head.sha.slice(0, 7);

    const fixed = await scene.openPull(prompt({ 'case-1': 1 }));
    const second = await scene.run(fixed.event, provider.reach({ workspace: fixed.checkout, inputs: INPUTS }));
    expect(second.outputs, second.stdout).toMatchObject({ verdict: 'pass', trials: '18' });
    expect(comment(scene)).not.toContain('same content');

    const reverted = await scene.openPull(prompt({ 'case-1': 0 }));
    const third = await scene.run(reverted.event, provider.reach({ workspace: reverted.checkout, inputs: INPUTS }));
    expect(third.outputs, third.stdout).toMatchObject({ verdict: 'fail' });
    expect(comment(scene)).toContain(`earlier on the same content: fail (${head})`);
  });
});
