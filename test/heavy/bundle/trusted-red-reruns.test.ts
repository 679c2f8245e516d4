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
    expect(first.outputs, first.stdout).toMatchObject({ verdict: 'fail' });
    const earlier = newestResults(scene);
    expect(earlier.baseline_runs).toHaveLength(3);
    expect(await provider.calls()).not.toEqual([]);

    await storeMain(scene, await mainResults(SUITE));
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

  it('after a pass goes to the last look with every case where main can not be run, and reads the verdict there', async (openScene, provider) => {
    const scene = await openScene(SUITE);
    await storeMain(scene, await mainResults(SUITE), 3);
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

it('a commit whose files were evaluated before is not rolled anew: an amended message, or a rebase, adds its trials to the failure and names it', async (openScene, provider) => {
  const scene = await openScene(SUITE);
  await storeMain(scene, await mainResults(SUITE), 3);
  await provider.becomes({ 'case-1': 0 });
  const inputs = { confirm: 'never' };
  const changed = await scene.openPull({ 'NOTES.md': 'words' });
  const head = changed.pull.head.sha;
  const first = await scene.run(changed.event, provider.reach({ workspace: changed.checkout, inputs }));
  expect(first.outputs, first.stdout).toMatchObject({ verdict: 'fail' });
  const { baseline_runs } = newestResults(scene);

  await provider.becomes({});
  await storeMain(scene, await mainResults(SUITE));
  await scene.repository.git('branch', '-f', 'feature', 'main');
  const again = await scene.openPull({ 'NOTES.md': 'words' });
  expect(again.pull.head.sha).not.toBe(head);
  const second = await scene.run(again.event, provider.reach({ workspace: again.checkout, inputs }));
  expect(second.outputs, second.stdout).toMatchObject({ verdict: 'fail' });
  expect(second.exitCode).toBe(1);
  const results = newestResults(scene);
  expect(results.commit.sha).not.toBe(changed.event.github.sha);
  expect(results).toMatchObject({ appended: true, baseline_runs });
  expect(trialsOf(results)).toEqual(Object.fromEntries(CASES.map((id) => [id, 10])));
  expect(comment(scene)).toContain(`earlier on the same content: fail (${head.slice(0, 7)})`);
});

/** The trials that an attempt of the run added. */
function ofAttempt(results: ResultsFile, attempt: number): ResultsFile {
  const cases = results.cases.map((evalCase) => ({
    ...evalCase,
    trials: evalCase.trials.filter((trial) => trial.run_attempt === attempt),
  }));
  return { ...results, cases };
}
