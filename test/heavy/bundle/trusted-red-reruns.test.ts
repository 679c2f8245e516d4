import { describe, expect } from 'vitest';
import type { ResultsFile } from '#gate/baseline/results/results-file.ts';
import {
  caseIds,
  driftingSuite,
  it,
  mainResults,
  newestResults,
  prompt,
  storeMain,
  trialsOf,
} from '#test/support/drifting-suite.ts';
import { comment } from '#test/support/scene.ts';

const CASES = caseIds(6);
const SUITE = driftingSuite(CASES);

describe('a job that is run again', () => {
  it('keeps a failure: its trials and those of main stand, and none is made anew', async (openScene, provider) => {
    const scene = await openScene(SUITE);
    await storeMain(scene, await mainResults(SUITE), 3);
    const { event, checkout: workspace } = await scene.openPull(prompt({ 'case-1': 0 }));
    const first = await scene.run(event, provider.reach({ workspace }));
    expect(first).toDecide('fail');
    const earlier = newestResults(scene);
    expect(earlier.baseline_runs).toHaveLength(3);
    expect(await provider.calls()).not.toEqual([]);

    await storeMain(scene, await mainResults(SUITE));
    const again = { runId: first.run.id, runAttempt: 2 };
    const second = await scene.run(event, provider.reach({ workspace, github: again }));
    expect(second).toExit(1);
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
});

/** The trials that an attempt of the run added. */
function ofAttempt(results: ResultsFile, attempt: number): ResultsFile {
  const cases = results.cases.map((evalCase) => ({
    ...evalCase,
    trials: evalCase.trials.filter((trial) => trial.run_attempt === attempt),
  }));
  return { ...results, cases };
}
