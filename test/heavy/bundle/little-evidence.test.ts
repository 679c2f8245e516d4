import { expect } from 'vitest';
import { caseIds, driftingSuite, it, newestResults, prompt, trialsOf } from '#test/support/drifting-suite.ts';
import { comment } from '#test/support/scene.ts';

const SETUP = { agent: { command: ['node', 'agent.mjs'], setup: ['node setup.mjs'] } };

const SMALL = driftingSuite(caseIds(3), { ...SETUP, trials: undefined });

it('three cases, one run of main and no word about trials are enough for an unchanged pull request to pass, and for one that breaks a case to be red', async (openScene, provider) => {
  const scene = await openScene(SMALL);
  const pushed = await scene.pushMain(provider.reach());
  expect(pushed.exitCode, pushed.stdout).toBe(0);
  expect(trialsOf(newestResults(scene))).toEqual({ 'case-1': 25, 'case-2': 25, 'case-3': 25 });

  const unchanged = await scene.runPull({ 'README.md': 'words' }, provider.reach());
  expect(unchanged.outputs, unchanged.stdout).toMatchObject({ verdict: 'pass' });
  expect(newestResults(scene).looks).toEqual([3, 8, 25]);

  const broken = await scene.runPull(prompt({ 'case-2': 0.1 }), provider.reach());
  expect(broken.outputs, broken.stdout).toMatchObject({ verdict: 'fail' });
  expect(comment(scene)).toMatch(/^\| \[<code>case-2<\/code>\]\(\S+\) \| 25\/25 \| /m);
});
