import { expect } from 'vitest';
import { ownRunner, runnerScript } from '#test/support/own-runner.ts';
import { comment, it } from '#test/support/scene.ts';

const PASS = { mug: 1, late: 1, search: 1, lamp: 1, chair: 1, desk: 1 };
const SUITE = ownRunner({ pass: PASS });

it('a test of the team’s own runner that breaks is red by fresh rounds of both sides, and the comment names it', async (openScene) => {
  const scene = await openScene(SUITE);
  await scene.storeMain();
  const broken = await scene.runPull({ 'script.json': runnerScript({ pass: { ...PASS, search: 0 } }) });
  expect(broken).toDecide('fail');
  expect(comment(scene)).toContain('search');
  expect(broken.stdout).toMatch(/when main and this change were tried again just now/);
  expect(comment(scene)).toContain("AssertionError: expected 'no' to contain 'Refunded'");
  expect(comment(scene)).toContain("outcomes are those that this repository's own tests reported");
  expect(broken.exitCode).toBe(1);
});

it('rows of a tried-again round are fresh for every test, and the comment says once what `run_cases` would have saved', async (openScene) => {
  const scene = await openScene(ownRunner({ pass: PASS }, { gate: { pass_rate: { max_drop: 0.6, rule_out: 0.6 } } }));
  await scene.storeMain();
  const broken = await scene.runPull({ 'script.json': runnerScript({ pass: { ...PASS, search: 0 } }) });
  expect(broken).toDecide('fail');
  const words = '1 of 6 tests had to be tried again, and each round ran them all';
  expect(comment(scene).split(words), comment(scene)).toHaveLength(2);
  expect(comment(scene)).toMatch(/\d+ trials were paid for: \d+ of this change, 30 of the base commit/);
});

it('a change that leaves every test as it was passes, one that edits their file makes them other cases, and one whose hook fails in every third round is never green', async (openScene) => {
  const scene = await openScene(SUITE);
  await scene.storeMain();
  const verdicts: string[] = [];
  const edited = { 'evals/refund.test.mjs': '// stricter\n' };
  for (const files of [{ 'note.txt': 'x' }, { 'script.json': hookFails([3, 6, 9]) }, edited]) {
    const { outputs, stdout } = await scene.runPull(files);
    verdicts.push(outputs['verdict'] ?? stdout);
  }
  expect(verdicts[0]).toBe('pass');
  expect(verdicts[1]).toBe('inconclusive');
  expect(verdicts[2]).toBe('inconclusive');
  expect(comment(scene)).toContain("every case's tests changed (evals/refund.test.mjs)");
});

it('a runner without a round that counts ends with an error that says why, and a provider’s outage is no failure of the change', async (openScene) => {
  const scene = await openScene(SUITE);
  await scene.storeMain();
  const hooks = await scene.runPull({ 'script.json': runnerScript({ pass: PASS, broken: 'hook' }) });
  expect(hooks.outputs['verdict']).toBe('error');
  expect(comment(scene)).toContain('a hook failed in evals/refund.test.mjs, which leaves 6 tests out');
  const outage = await scene.runPull({ 'script.json': runnerScript({ pass: PASS, broken: 'outage' }) });
  expect(outage.outputs['verdict']).not.toBe('fail');
  expect(outage.outputs['verdict']).not.toBe('pass');
});

it('a test of main that did not run though its file is as it was is open, however well the others do, and a runner that rewrites its tests is an error', async (openScene) => {
  const scene = await openScene(SUITE);
  await scene.storeMain();
  const skipped = await scene.runPull({ 'script.json': runnerScript({ pass: PASS, skips: ['late', 'desk'] }) });
  expect(skipped).toDecide('inconclusive');
  expect(comment(scene)).toContain('2 cases of main have no result here though no test changed');
  expect(comment(scene)).toContain('No result here (2)');
  expect(comment(scene)).not.toContain('Removed');
  const rewritten = await scene.runPull({
    'script.json': runnerScript({ pass: PASS, broken: 'rewrites', rounds: [2] }),
  });
  expect(rewritten).toDecide('error');
});

function hookFails(rounds: readonly number[]): string {
  return runnerScript({ pass: PASS, broken: 'hook', rounds });
}
