import { describe, expect } from 'vitest';
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

const SETUP = { agent: { command: ['node', 'agent.mjs'], setup: ['node setup.mjs'] } };

describe('three cases, one run of main and no word about trials', () => {
  const SMALL = driftingSuite(caseIds(3), { ...SETUP, trials: undefined });

  it('are enough for an unchanged pull request to pass, and for one that breaks a case to be red', async ({
    openScene,
    provider,
  }) => {
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
});

describe('a case of which main has few trials, most of them passed', () => {
  const IDS = caseIds(40);
  const SUITE = driftingSuite(IDS, { ...SETUP, gate: { confidence: 0.98 } });

  /** One run of main: the seventh case failed two of five trials. */
  async function stored(): Promise<string> {
    const results = JSON.parse(await mainResults(SUITE));
    const item = results.cases.find(({ id }: { id: string }) => id === 'case-7');
    for (const trial of item.trials.slice(0, 2)) trial.outcome = 'failed';
    return JSON.stringify(results);
  }

  it('is tried again on both sides where it never passes any more, and is red', async ({ openScene, provider }) => {
    const scene = await openScene(SUITE);
    await storeMain(scene, await stored());
    const result = await scene.runPull(prompt({ 'case-7': 0 }), provider.reach());
    expect(result.outputs, result.stdout).toMatchObject({ verdict: 'fail' });
    expect(comment(scene)).toMatch(
      /^### ❌ Agent eval failed: case-7 broke: .*\n\n.* Main passes 5 of 5 today, so it is this change\./m,
    );
    expect(trialsOf(newestResults(scene))).toMatchObject({ 'case-7': 15, 'case-8': 3 });
    expect(trialsOf(newestResults(scene, 'confirmation.json'))).toEqual({ 'case-7': 5 });
  });
});
