import { beforeAll, describe, expect } from 'vitest';
import type { ResultsFile } from '#gate/baseline/results/results-file.ts';
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

const CASES = caseIds(6);
const SUITE = driftingSuite(CASES);

/** Text of the results.json of a run of main: every case passed 5 of 5. */
let stored: string;

beforeAll(async () => {
  stored = await mainResults(SUITE);
});

describe('a job that is run again', () => {
  it('keeps a failure: its trials and those of main stand, and none is made anew', async ({ openScene, provider }) => {
    const scene = await openScene(SUITE);
    await storeMain(scene, stored, 3);
    const { event, checkout: workspace } = await scene.openPull(prompt({ 'case-1': 0 }));
    const first = await scene.run(event, provider.reach({ workspace }));
    expect(first.outputs, first.stdout).toMatchObject({ verdict: 'fail' });
    const earlier = newestResults(scene);
    expect(earlier.baseline_runs).toHaveLength(3);
    expect(await provider.calls()).not.toEqual([]);

    await storeMain(scene, stored);
    const again = { runId: first.run.id, runAttempt: 2 };
    const second = await scene.run(event, provider.reach({ workspace, github: again }));
    expect(second.exitCode, second.stdout).toBe(1);
    expect(second.outputs['verdict']).toBe('fail');
    const results = newestResults(scene);
    expect(results.baseline_runs).toEqual(earlier.baseline_runs);
    expect(results).toMatchObject({ appended: false, looks: [3, 5, 10], run: { attempt: 2 } });
    expect(trialsOf(ofAttempt(results, 1))).toEqual(trialsOf(earlier));
    expect(trialsOf(results)).toEqual(trialsOf(earlier));
    expect(await provider.calls()).toEqual([]);
    expect(comment(scene)).toMatch(/failed: case-1 broke/);
    expect(comment(scene)).toContain('case case-1 passed 5/5 on main and 0/5 here');
  });

  it('is not green for luck at the second time: passes do not undo the failures before them', async ({
    openScene,
    provider,
  }) => {
    const scene = await openScene(SUITE);
    await storeMain(scene, stored, 3);
    const { event, checkout: workspace } = await scene.openPull({ 'README.md': 'words' });
    const inputs = { confirm: 'never' };
    await provider.becomes({ 'case-1': 0 });
    const first = await scene.run(event, provider.reach({ workspace, inputs }));
    expect(first.outputs, first.stdout).toMatchObject({ verdict: 'fail' });

    await provider.becomes({});
    const again = { runId: first.run.id, runAttempt: 2 };
    const second = await scene.run(event, provider.reach({ workspace, inputs, github: again }));
    const [broken] = newestResults(scene).cases;
    const outcomes = broken?.trials.map(({ outcome }) => outcome);
    expect(outcomes).toEqual([...Array(5).fill('failed'), ...Array(5).fill('passed')]);
    expect(second.outputs, second.stdout).toMatchObject({ verdict: 'fail' });
    expect(second.exitCode).toBe(1);
  });

  it('after a pass goes to the last look with every case where main can not be run, and reads the verdict there', async ({
    openScene,
    provider,
  }) => {
    const scene = await openScene(SUITE);
    await storeMain(scene, stored, 3);
    const { event, checkout: workspace } = await scene.openPull({ 'README.md': 'words' });
    const inputs = { confirm: 'never' };
    const first = await scene.run(event, provider.reach({ workspace, inputs }));
    expect(first.outputs, first.stdout).toMatchObject({ verdict: 'pass', trials: '18' });

    const again = { runId: first.run.id, runAttempt: 2 };
    const second = await scene.run(event, provider.reach({ workspace, inputs, github: again }));
    expect(second.outputs, second.stdout).toMatchObject({ verdict: 'pass' });
    const results = newestResults(scene);
    expect(trialsOf(results)).toEqual(Object.fromEntries(CASES.map((id) => [id, 10])));
    expect(trialsOf(ofAttempt(results, 2))).toEqual(Object.fromEntries(CASES.map((id) => [id, 7])));
    expect(comment(scene)).toContain('looks at 3, 5, 10; 6 cases to 10');
  });
});

/** The trials that an attempt of the run added. */
function ofAttempt(results: ResultsFile, attempt: number): ResultsFile {
  const cases = results.cases.map((evalCase) => ({
    ...evalCase,
    trials: evalCase.trials.filter((trial) => trial.run_attempt === attempt),
  }));
  return { ...results, cases };
}
