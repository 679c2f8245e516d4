/** Pull requests against a branch that is not the default one. */
import { expect } from 'vitest';
import { comment, it, type Scene } from '#test/support/scene.ts';
import { scriptedSuite } from '#test/support/scripted-suite.ts';
import { adoptWorkspace } from '#test/testing/github/adopt-workspace.ts';
import { pushEvent } from '#test/testing/github/payloads.ts';

const BROKEN = { step: { answer: { output: 'no' } } };
const ADVICE = 'add release to the branches under "push" in .github/workflows/agent-eval.yml and push to it';

/** Opens a pull request onto the branch release, whose second case fails, and runs it. */
async function runOntoRelease(scene: Scene, { pushes }: { readonly pushes: boolean }) {
  const { repository, fake } = scene;
  await repository.branch('release', 'main');
  const after = await repository.commit('release', scriptedSuite({ one: {}, two: BROKEN }));
  await adoptWorkspace(fake.state, repository);
  if (pushes) await scene.run(pushEvent(fake.state, { after, branch: 'release' }));
  return await scene.runPull({ 'README.md': 'words' }, { base: 'release', inputs: { confirm: 'never' } });
}

it('a pull request against another branch is compared with the runs of that branch, which is named', async (openScene) => {
  const scene = await openScene(scriptedSuite({ one: {}, two: {} }));
  await scene.storeMain();
  const result = await runOntoRelease(scene, { pushes: true });
  expect(result.outputs, result.stdout).toMatchObject({ verdict: 'pass', 'baseline-pass-rate': '0.5' });
  expect(comment(scene)).toContain('so it is compared with the runs of that branch: "main" means release here');
  expect(comment(scene)).toMatch(/the run of \w{7} on release, the first parent of the tested merge commit/);
});

it('where that branch has no runs, those of main are taken, and the advice is one that helps', async (openScene) => {
  const scene = await openScene(scriptedSuite({ one: {}, two: {} }));
  await scene.storeMain();
  const result = await runOntoRelease(scene, { pushes: false });
  expect(result.outputs, result.stdout).toMatchObject({ verdict: 'fail', 'baseline-pass-rate': '1' });
  expect(comment(scene)).toContain('which has no results of its own, so it is compared with those of main');
  expect(comment(scene)).toContain(ADVICE);

  const empty = await openScene(scriptedSuite({ one: {}, two: {} }));
  await runOntoRelease(empty, { pushes: false });
  expect(comment(empty)).toContain(`Neither release, which this change targets, nor main has results: ${ADVICE}`);
});
