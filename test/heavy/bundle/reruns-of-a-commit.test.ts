import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import type { ResultsFile } from '#gate/baseline/results/results-file.ts';
import { comment, it, type Scene } from '#test/support/scene.ts';
import { scriptedSuite } from '#test/support/scripted-suite.ts';
import { mainEvent, merge, runShards, suiteOf, workflow } from '#test/support/shard-workflow.ts';
import { artifactFiles, RESULTS_ARTIFACT, rewriteStored, storedResults } from '#test/support/stored-artifact.ts';
import type { FakeRun } from '#test/testing/github/state.ts';

const NO = { step: { answer: { output: 'no', usage: { input_tokens: 10, output_tokens: 5 } } } };
const STRICT = { gate: { method: 'threshold', pass_rate: { max_drop: 0.02 }, on_inconclusive: 'fail' } };
const GOOD = scriptedSuite({ one: {}, two: {} }, STRICT);
const BROKEN = scriptedSuite({ one: NO, two: NO }, STRICT);
const NEVER = { inputs: { confirm: 'never' } };

/** A pull request whose first run is red; from then on its agent is lucky. */
async function redThenLucky(scene: Scene) {
  await scene.pushMain();
  const { event, checkout } = await scene.openPull(BROKEN);
  const runAgain = (github?: { readonly runId: number; readonly runAttempt: number }) =>
    scene.run(event, { workspace: checkout, ...NEVER, ...(github === undefined ? {} : { github }) });
  const red = await runAgain();
  expect(red).toDecide('fail');
  await answers(checkout, GOOD);
  return { red, runAgain };
}

const answers = (checkout: string, suite: typeof GOOD) =>
  writeFile(join(checkout, 'script.json'), suite['script.json'] ?? '');

function _rowOf({ fake }: Scene, id: number): FakeRun {
  const row = fake.state.runs.find((run) => run.id === id);
  if (row === undefined) throw new Error(`there is no run ${id}`);
  return row;
}

function deleteArtifact({ fake }: Scene, runId: number, name = RESULTS_ARTIFACT): void {
  const at = fake.state.artifacts.findLastIndex((artifact) => artifact.runId === runId && artifact.name === name);
  expect(at).toBeGreaterThanOrEqual(0);
  fake.state.artifacts.splice(at, 1);
}

describe('a commit whose first run was red', () => {
  it('is not green in silence when its results were deleted: every later attempt names it', async (openScene) => {
    const scene = await openScene(GOOD);
    const { red, runAgain } = await redThenLucky(scene);
    deleteArtifact(scene, red.run.id);
    for (const runAttempt of [2, 3]) {
      await runAgain({ runId: red.run.id, runAttempt });
      expect(comment(scene)).toContain('Attempt 1 of this run left no results');
    }
  });
});

describe('a run of main that is run again', () => {
  it('runs what its first attempt left out, and keeps the trajectories of both', async (openScene) => {
    const scene = await openScene(GOOD);
    const inputs = { trajectories: 'all' };
    const cut = await scene.pushMain({ inputs: { ...inputs, 'max-trials': '3' } });
    const { event } = await mainEvent(scene);
    const again = (runAttempt: number) => scene.run(event, { inputs, github: { runId: cut.run.id, runAttempt } });
    const filled = await again(2);
    expect(filled.outputs, filled.stdout).toMatchObject({ verdict: 'pass', trials: '4' });
    const results: ResultsFile = storedResults(scene.fake.state);
    const trials = results.cases.flatMap((item) => item.trials);
    expect(trials.map(({ run_attempt }) => run_attempt).toSorted()).toEqual([1, 1, 1, 2]);
    expect(linesOf(scene)).toEqual(trials.map(({ trajectory }) => trajectory).toSorted());

    // Nothing new to run: what is stored stays.
    await again(3);
    expect(linesOf(scene)).toHaveLength(4);
  });
});

describe('shards', () => {
  const IDS = ['a', 'b', 'c', 'd', 'e', 'f'];
  const suite = (failing: readonly string[] = []) => suiteOf(IDS, { ...STRICT, trials: 2 }, failing);

  it('do not say how often they should have run a case, and a lost attempt of one is named', async (openScene) => {
    const scene = await openScene(suite());
    await workflow(scene, await mainEvent(scene), {}, 2);
    const happening = await scene.openPull(suite(['a', 'b']));
    const { runId } = await runShards(scene, happening, [1, 2], {}, 2);
    const honest = await merge(scene, happening, runId, 1);
    expect(honest).toDecide('fail');

    for (const artifact of scene.fake.state.artifacts)
      if (artifact.runId === runId && artifact.name.startsWith(`${RESULTS_ARTIFACT}-shard`))
        rewriteStored(artifact, allGreen);
    const forged = await merge(scene, happening, runId, 1);
    expect(forged).toDecide('error');
    expect(forged.stdout).toMatch(/shard \d planned a different number of trials of the cases? /);

    deleteArtifact(scene, runId, `${RESULTS_ARTIFACT}-shard-1`);
    deleteArtifact(scene, runId, `${RESULTS_ARTIFACT}-shard-2`);
    await runShards(scene, happening, [1, 2], { github: { runId, runAttempt: 2 } }, 2);
    await merge(scene, happening, runId, 2);
    expect(comment(scene)).toContain('Attempt 1 of shard 1 left no results');
  });
});

/** Ids of the stored trajectories of the newest upload. */
function linesOf({ fake }: Scene): readonly string[] {
  const text = artifactFiles(fake.state, 'agent-eval-trajectories')['trajectories.jsonl'] ?? '';
  const lines = text.split('\n').filter((line) => line !== '');
  return lines.map((line): string => JSON.parse(line).id).toSorted();
}

/** Failing cases say that they were to be run once, and passed. */
function allGreen(text: string): string {
  const results: ResultsFile = JSON.parse(text);
  const cases = results.cases.map((item) => {
    if (item.trials.every(({ outcome }) => outcome === 'passed')) return item;
    const trials = item.trials.slice(0, 1).map((trial) => ({ ...trial, outcome: 'passed' as const }));
    return { ...item, planned_trials: 1, trials };
  });
  return JSON.stringify({ ...results, cases });
}
