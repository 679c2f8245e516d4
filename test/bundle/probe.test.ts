import { it } from '#test/support/scene.ts';
import { scriptedSuite } from '#test/support/scripted-suite.ts';
import { RESULTS_ARTIFACT, artifactFiles, resultsArchive } from '#test/support/stored-artifact.ts';
import { addArtifact, addRun } from '#test/support/github/state-builders.ts';
import { zipArchive } from '#test/adapters/baseline/zip-archive.ts';
import { strToU8, zipSync } from 'fflate';
it('probe', async ({ openScene }) => {
  const scene = await openScene(scriptedSuite({ one: {}, two: {} }));
  const first = await scene.runPull({ 'README.md': 'x' });
  console.log(first.exitCode, first.logLines.filter((l) => !l.startsWith('##[debug]')).join('\n'), first.outputs, first.commands.annotations);
  console.log(scene.fake.state.comments[0]?.body);
});
it('probe2', async ({ openScene }) => {
  const scene = await openScene(scriptedSuite({ one: {}, two: {} }));
  const bad: Uint8Array[] = [
    zipSync({ 'results.json': new Uint8Array(65 * 1024 * 1024) }),
    resultsArchive('{}').slice(0, 60),
    resultsArchive('{"schema_version": 2}'),
    resultsArchive('{"schema_version": 1, garbage'),
    zipArchive([{ name: '../results.json', content: '{}' }]),
    zipArchive([{ name: 'results.json', content: 'x'.repeat(70_000_000), declaredSize: 100 }]),
  ];
  for (const content of bad) {
    const sha = await scene.repository.commit('next', { 'x.txt': String(Math.random()) });
    const run = addRun(scene.fake.state, { headSha: sha });
    addArtifact(scene.fake.state, { runId: run.id, name: RESULTS_ARTIFACT, content });
  }
  const first = await scene.runPull({ 'README.md': 'x' });
  console.log(first.exitCode, first.logLines.filter((l) => !l.startsWith('##[debug]')).join('\n'), first.outputs, first.commands.annotations);
  console.log(scene.fake.state.comments[0]?.body, first.durationMs);
});
