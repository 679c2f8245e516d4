import { expect } from 'vitest';
import { addArtifact, addRun } from '#test/support/github/state-builders.ts';
import { it, type Scene } from '#test/support/scene.ts';
import { merge, runShards, type Stored, stored, suiteOf } from '#test/support/shard-workflow.ts';
import { artifactFiles, RESULTS_ARTIFACT, resultsArchive } from '#test/support/stored-artifact.ts';

const IDS = ['slow', 'a', 'b', 'c', 'd', 'e', 'f'];
const SUITE = suiteOf(IDS);

/** A run of main in which one case took as long as all others. */
async function storeTimes(scene: Scene, slow: string): Promise<void> {
  const pushed = await scene.pushMain();
  const main: Stored = stored(scene);
  for (const item of main.cases)
    for (const trial of item.trials) trial.duration_ms = item.id === slow ? 60_000 : 10_000;
  const { id } = addRun(scene.fake.state, { headSha: scene.repository.main() });
  addArtifact(scene.fake.state, {
    runId: id,
    name: RESULTS_ARTIFACT,
    content: resultsArchive(JSON.stringify({ ...main, run: { ...main.run, id: String(id) } })),
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
  const slowAlone = ({ cases }: Stored): readonly string[] => cases.map(({ id }: { id: string }) => id);
  const one = slowAlone(
    JSON.parse(artifactFiles(scene.fake.state, `${RESULTS_ARTIFACT}-shard-1`)['results.json'] ?? ''),
  );
  expect(one).toEqual(['slow']);
  expect(first.results[0]?.stdout).toMatch(
    /Shard 1 of 2: 1 case, [\d.]+ (min|s).* of trials, divided by what they took on main/,
  );

  // Main runs again in between, and other cases are slow: what is stored with this run counts.
  await storeTimes(scene, 'a');
  const second = await runShards(scene, happening, [2], { github: { runId, runAttempt: 1 } }, 2);
  expect(second.results[0]?.exitCode, second.results[0]?.stdout).toBe(0);
  const other = artifactFiles(scene.fake.state, `${RESULTS_ARTIFACT}-shard-2`)['results.json'] ?? '';
  expect(slowAlone(JSON.parse(other))).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
  const merged = await merge(scene, happening, runId, 1);
  expect(merged.exitCode, merged.stdout).toBe(0);
  expect(merged.outputs).toMatchObject({ verdict: 'pass' });
});
