import { expect } from 'vitest';
import { addArtifact, addRun } from '#test/support/github/state-builders.ts';
import { it, type Scene } from '#test/support/scene.ts';
import { merge, runShards, suiteOf } from '#test/support/shard-workflow.ts';
import { RESULTS_ARTIFACT, resultsArchive, storedResults } from '#test/support/stored-artifact.ts';

const IDS = ['slow', 'a', 'b', 'c', 'd', 'e', 'f'];
const SUITE = suiteOf(IDS);

/** A run of main in which one case took as long as all others. */
async function storeTimes(scene: Scene, slow: string): Promise<void> {
  const pushed = await scene.pushMain();
  const main = storedResults(scene.fake.state);
  const cases = main.cases.map((item) => {
    const duration_ms = item.id === slow ? 60_000 : 10_000;
    return { ...item, trials: item.trials.map((trial) => ({ ...trial, duration_ms })) };
  });
  const { id } = addRun(scene.fake.state, { headSha: scene.repository.main() });
  addArtifact(scene.fake.state, {
    runId: id,
    name: RESULTS_ARTIFACT,
    content: resultsArchive(JSON.stringify({ ...main, cases, run: { ...main.run, id: String(id) } })),
  });
  expect(pushed.exitCode, pushed.stdout).toBe(0);
}

it('shards take about as long: by what cases took on main, by one plan that all of them and the merge use', async ({
  openScene,
}) => {
  const scene = await openScene(SUITE);
  await storeTimes(scene, 'slow');
  const happening = await scene.openPull({ 'README.md': 'words' });
  const first = await runShards(scene, happening, [1], {}, 2);
  const { runId } = first;
  expect(casesOfShard(scene, 1)).toEqual(['slow']);
  expect(first.results[0]?.stdout).toMatch(
    /Shard 1 of 2: 1 case, [\d.]+ (min|s).* of trials, divided by what they took on main/,
  );

  // Main runs again in between, and other cases are slow: what is stored with this run counts.
  await storeTimes(scene, 'a');
  const second = await runShards(scene, happening, [2], { github: { runId, runAttempt: 1 } }, 2);
  expect(second.results[0]?.exitCode, second.results[0]?.stdout).toBe(0);
  expect(casesOfShard(scene, 2)).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
  const merged = await merge(scene, happening, runId, 1);
  expect(merged.exitCode, merged.stdout).toBe(0);
  expect(merged.outputs).toMatchObject({ verdict: 'pass' });
});

/** The cases that a shard stored results of. */
function casesOfShard(scene: Scene, index: number): readonly string[] {
  return storedResults(scene.fake.state, `${RESULTS_ARTIFACT}-shard-${index}`).cases.map(({ id }) => id);
}
