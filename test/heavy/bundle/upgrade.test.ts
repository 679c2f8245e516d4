import { expect } from 'vitest';
import type { ResultsFile } from '#gate/baseline/results/results-file.ts';
import { comment, it, type Scene } from '#test/support/scene.ts';
import { ANSWER, scriptedSuite } from '#test/support/scripted-suite.ts';
import { RESULTS_ARTIFACT, rewriteStored } from '#test/support/stored-artifact.ts';

const MAIN = scriptedSuite({ one: {}, two: {} });
const BROKEN = scriptedSuite({ one: { step: { answer: { ...ANSWER, output: 'no' } } }, two: {} });
const INPUTS = { inputs: { confirm: 'never' } };

it('an upgrade of the action that measures otherwise grades main’s stored trajectories again, so that a pull request is compared as ever', async (openScene) => {
  const scene = await openScene(MAIN, { repository: { private: true } });
  await scene.storeMain();
  measureMain(scene);
  const result = await scene.runPull(BROKEN, INPUTS);
  expect(result.exitCode, result.stdout).toBe(1);
  expect(result.outputs['baseline-pass-rate'], 'main passes by what this version measures').toBe('1');
  expect(comment(scene)).toContain(
    '4 stored trials were graded again by this version of the action (metrics_version 2',
  );
});

/** Has main's results written by another version of the metrics, by which every trial failed. */
function measureMain({ fake }: Scene): void {
  const stored = fake.state.artifacts.find(({ name }) => name === RESULTS_ARTIFACT);
  if (stored === undefined) throw new Error('main stores its results');
  rewriteStored(stored, (text) => {
    const results: ResultsFile = JSON.parse(text);
    const failed = (trial: object) => ({ ...trial, outcome: 'failed' });
    const cases = results.cases.map((evalCase) => ({ ...evalCase, trials: evalCase.trials.map(failed) }));
    return JSON.stringify({ ...results, metrics_version: 0, cases });
  });
}
