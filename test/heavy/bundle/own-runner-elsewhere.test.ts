import { expect } from 'vitest';
import { ownRunner, runnerScript } from '#test/support/own-runner.ts';
import { comment, it } from '#test/support/scene.ts';
import { artifactFiles } from '#test/support/stored-artifact.ts';
import { adoptWorkspace } from '#test/testing/github/adopt-workspace.ts';
import { mergeGroupEvent } from '#test/testing/github/payloads.ts';
import { forkOf } from '#test/testing/github/state-builders.ts';

/** A suite with its own runner in the places where any suite is. */
const PASS = { mug: 1, late: 1, search: 1, lamp: 1, chair: 1, desk: 1 };
const BROKEN = { 'script.json': runnerScript({ pass: { ...PASS, search: 0 } }) };
const SUITE = ownRunner({ pass: PASS });

it('a merge group is decided against main, and a run of the same commit adds its rounds to those before', async (openScene) => {
  const scene = await openScene(SUITE);
  await scene.storeMain();
  const happening = await scene.openPull({ 'note.txt': 'x' });
  const again = { workspace: happening.checkout };
  const first = await scene.run(happening.event, again);
  const second = await scene.run(happening.event, again);
  expect([first.outputs['verdict'], second.outputs['verdict']]).toEqual(['pass', 'pass']);
  expect(second.stdout).toContain('those 18 trials count too');

  await scene.repository.branch('queue');
  const headSha = await scene.repository.commit('merge group', BROKEN);
  await adoptWorkspace(scene.fake.state, scene.repository);
  const baseSha = await scene.repository.git('rev-parse', 'main');
  const queued = await scene.run(mergeGroupEvent(scene.fake.state, { headSha, baseSha, number: 1 }));
  expect(queued).toDecide('fail');
});

it('a change that reaches no test keeps main’s trials without a round, one that edits a file of tests runs them all, and main’s history names the tests', async (openScene) => {
  const scene = await openScene(ownRunner({ pass: PASS }, { covers: ['script.json'], ignores: ['docs/**'] }));
  await scene.storeMain();
  const docs = await scene.runPull({ 'docs/new.md': 'x' });
  expect(docs.outputs, docs.stdout).toMatchObject({ verdict: 'pass', trials: '0' });
  expect(docs.stdout).toContain('none of 6 cases was run, and no model was asked');
  expect(docs.stdout).not.toMatch(/setup: true|\d rounds? of/);
  const reached = await scene.runPull(BROKEN);
  expect(reached).toDecide('fail');
  const { 'script.json': script } = SUITE;
  const tests = await scene.runPull({ 'script.json': script ?? null, 'evals/refund.test.mjs': '// stricter' });
  expect(tests.stdout).toContain('Every case runs: the change edits evals/refund.test.mjs, and no `covers` names it');
  expect(tests).toDecide('inconclusive');

  await scene.pushMain();
  const { 'history.jsonl': history = '' } = artifactFiles(scene.fake.state);
  expect(history).toContain('evals/refund.test.mjs-refund-search');
});

it('a cap lets no round begin that would pass it, and a fork without the key is not tried', async (openScene) => {
  const suite = { run: ['node', 'tools/runner.mjs', '{results}'], results: 'vitest', needs: ['MODEL_KEY'] };
  const scene = await openScene(ownRunner({ pass: PASS }, { suite }));
  const env = { MODEL_KEY: 'key-of-the-runner-1234567890' };
  const passed = { 'pass-env': 'MODEL_KEY' };
  const main = await scene.pushMain({ env, inputs: passed });
  expect(main).toDecide('pass');
  const withheld = await scene.runPull({ 'note.txt': 'x' }, { env });
  expect(withheld.stdout).toContain('suite.needs: MODEL_KEY is set, but not passed to the runner; name it in pass-env');
  const capped = await scene.runPull({ 'note.txt': 'x' }, { env, inputs: { ...passed, 'max-trials': '13' } });
  expect(capped.outputs['verdict'], capped.stdout).toMatch(/inconclusive|error/);
  expect(Number(capped.outputs['trials'])).toBeLessThanOrEqual(13);

  const fork = await scene.runPull(BROKEN, { inputs: passed, headRepository: forkOf(scene.fake.state.repository) });
  expect(fork.outputs, fork.stdout).toMatchObject({ verdict: 'inconclusive', trials: '0' });
  expect(comment(scene)).not.toContain('removed');
});
