import { expect } from 'vitest';
import type { ResultsFile } from '#gate/baseline/results/results-file.ts';
import { comment, it, type Scene } from '#test/support/scene.ts';
import { ANSWER, type ScriptedCase, scriptedSuite } from '#test/support/scripted-suite.ts';
import { RESULTS_ARTIFACT, rewriteStored } from '#test/support/stored-artifact.ts';

/** As many cases as a gate needs to see one of them break. */
const CASES = Object.fromEntries(['one', 'two', 'three', 'four', 'five', 'six'].map((id) => [id, {}]));
const CONFIG = { trials: { min: 3, max: 10 }, concurrency: 4, gate: {} };
const PRIVATE = { repository: { private: true } };
const DEMANDS_ALL = { expect: { response: { contains: ['all'] } } };

const suite = (changes: Readonly<Record<string, ScriptedCase>> = {}) => scriptedSuite({ ...CASES, ...changes }, CONFIG);

it('a pull request that changes what is demanded is compared with trials of main that are graded with the new demand', async (openScene) => {
  const scene = await openScene(suite(), PRIVATE);
  await scene.storeMain();
  const demandsWords = { expect: { response: { contains: ['in words'] } } };
  const speaks = { answer: { ...ANSWER, output: 'all is well, in words' } };
  const result = await scene.runPull(suite({ one: DEMANDS_ALL, two: { ...demandsWords, step: speaks } }));
  expect(result.exitCode, result.stdout).toBe(0);
  expect(comment(scene)).toMatch(/Changed \(1\), re-graded/);
  expect(comment(scene)).toMatch(/Fixed \(1\)/);
  expect(comment(scene)).toContain('10 stored trials were graded again with the current expectations of 2 cases');
  expect(comment(scene)).not.toContain('could be compared');
});

it('an upgrade of the action that measures otherwise grades main’s stored trajectories again, so that a pull request is compared as ever', async (openScene) => {
  const scene = await openScene(suite(), PRIVATE);
  await scene.storeMain();
  measureMain(scene);
  const result = await scene.runPull(suite({ one: { step: { answer: { ...ANSWER, output: 'no' } } } }), {
    inputs: { confirm: 'never' },
  });
  expect(result.exitCode, result.stdout).toBe(1);
  expect(result.outputs['baseline-pass-rate'], 'main passes by what this version measures').toBe('1');
  expect(comment(scene)).toContain(
    '30 stored trials were graded again by this version of the action (metrics_version 2',
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
