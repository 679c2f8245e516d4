import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { describe, expect } from 'vitest';
import type { ResultsFile } from '#gate/baseline/results/results-file.ts';
import { readable } from '#test/support/markdown.ts';
import { it, type Scene } from '#test/support/scene.ts';
import { ANSWER, scriptedSuite } from '#test/support/scripted-suite.ts';
import { RESULTS_ARTIFACT } from '#test/support/stored-artifact.ts';
import { addArtifact } from '#test/testing/github/state-builders.ts';

const MAIN = scriptedSuite({ one: {}, two: {} });
const BROKEN = scriptedSuite({ one: { step: { answer: { ...ANSWER, output: 'no' } } }, two: {} });
const INPUTS = { inputs: { confirm: 'never' } };

describe('an upgrade of the action that measures otherwise', () => {
  it('grades main’s stored trajectories again, so that a pull request is compared as ever', async ({ openScene }) => {
    const scene = await openScene(MAIN, { repository: { private: true } });
    await scene.storeMain();
    measureMain(scene, 'failed');
    const result = await scene.runPull(BROKEN, INPUTS);
    expect(result.exitCode, result.stdout).toBe(1);
    expect(result.outputs['baseline-pass-rate'], 'main passes by what this version measures').toBe('1');
    expect(comment(scene)).toContain(
      '4 stored trials were graded again by this version of the action (metrics_version 2',
    );
  });
});

/** Has main's results written by another version of the metrics, by which every trial ended like this. */
function measureMain({ fake }: Scene, outcome: 'passed' | 'failed'): void {
  const stored = fake.state.artifacts.find(({ name }) => name === RESULTS_ARTIFACT);
  if (stored === undefined) throw new Error('main stores its results');
  const files = unzipSync(stored.content);
  const results: ResultsFile = JSON.parse(strFromU8(files['results.json'] ?? new Uint8Array()));
  const cases = results.cases.map((evalCase) => ({
    ...evalCase,
    trials: evalCase.trials.map((trial) => ({ ...trial, outcome })),
  }));
  const written = JSON.stringify({ ...results, metrics_version: 0, cases });
  const content = zipSync({ ...files, 'results.json': strToU8(written) });
  addArtifact(fake.state, { runId: stored.runId, name: RESULTS_ARTIFACT, content });
}

function comment({ fake }: Scene): string {
  return readable(fake.state.comments.at(-1)?.body ?? '');
}
