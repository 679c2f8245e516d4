/** Who gets into the pool of main's runs: whoever can push a tag can start a run that GitHub calls one of main. */
import { expect } from 'vitest';
import type { ResultsFile } from '#gate/baseline/results/results-file.ts';
import { caseIds, driftingSuite, it, mainResults, prompt, storeMain } from '#test/support/drifting-suite.ts';
import { comment } from '#test/support/scene.ts';
import { addStoredRun } from '#test/support/stored-artifact.ts';
import { adoptWorkspace } from '#test/testing/github/adopt-workspace.ts';

const SUITE = driftingSuite(caseIds(4));

it('results that truly name their run and commit are not main’s under a tag called main, on a commit that a merge brought in', async (openScene, provider) => {
  const scene = await openScene(SUITE);
  const results = await mainResults(SUITE);
  await storeMain(scene, results);
  const { repository, fake } = scene;
  await repository.branch('quiet', 'main');
  const tagged = await repository.commit('a workflow for tags', { 'notes.md': 'it uploads what it likes' });
  await repository.commit('takes it back', { 'notes.md': null });
  await repository.branch('main');
  await repository.git('merge', '-q', '--no-ff', '-m', 'Merge pull request #7', 'quiet');
  await adoptWorkspace(fake.state, repository);
  expect(fake.state.commits.get(repository.main())?.parents).toHaveLength(2);
  for (let count = 0; count < 4; count += 1) addStoredRun(fake.state, forged(results), tagged);

  const failing = await scene.openPull(prompt({ 'case-1': 0 }));
  const result = await scene.run(failing.event, provider.reach({ workspace: failing.checkout }));
  expect(result).toDecide('fail');
  expect(comment(scene)).toMatch(/Not counted: runs .*, because main is not known to have been at their commits/);
});

it('nor on a commit that a rebase laid into main below its last one, though it is a first parent', async (openScene, provider) => {
  const scene = await openScene(SUITE);
  const results = await mainResults(SUITE);
  await storeMain(scene, results);
  const { repository, fake } = scene;
  const ref = 'refs/heads/main';
  const before = repository.main();
  const tagged = await repository.commit('a workflow for tags', { 'notes.md': 'it uploads what it likes' });
  const after = await repository.commit('takes it back', { 'notes.md': null });
  await adoptWorkspace(fake.state, repository);
  fake.state.pushes.push({ ref, before: '0'.repeat(40), after: before }, { ref, before, after });
  for (let count = 0; count < 4; count += 1) addStoredRun(fake.state, forged(results), tagged);

  const failing = await scene.openPull(prompt({ 'case-1': 0 }));
  const result = await scene.run(failing.event, provider.reach({ workspace: failing.checkout }));
  expect(result).toDecide('fail');
  expect(comment(scene)).toMatch(/Not counted: runs .*, because main is not known to have been at their commits/);
});

/** Results of a main that is as bad as the change. */
function forged(text: string): string {
  const results: ResultsFile = JSON.parse(text);
  const cases = results.cases.map((item) =>
    item.id === 'case-1'
      ? { ...item, trials: item.trials.map((trial) => ({ ...trial, outcome: 'failed' as const })) }
      : item,
  );
  return JSON.stringify({ ...results, cases });
}
