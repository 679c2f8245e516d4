import { expect } from 'vitest';
import { readable } from '#test/support/markdown.ts';
import { comment, it, type OpenScene, type Scene } from '#test/support/scene.ts';
import { ANSWER, scriptedSuite } from '#test/support/scripted-suite.ts';
import { artifactFiles, storedResults } from '#test/support/stored-artifact.ts';
import { adoptWorkspace } from '#test/testing/github/adopt-workspace.ts';
import { pullRequestEvent, workflowDispatchEvent } from '#test/testing/github/payloads.ts';
import { forkOf } from '#test/testing/github/state-builders.ts';

const BROKEN = { one: { step: { answer: { ...ANSWER, output: 'no' } } } };
const STRICT = { method: 'threshold', pass_rate: { max_drop: 0.02 }, on_inconclusive: 'fail' };
/** Lets everything through. */
const LAX = { method: 'threshold', pass_rate: { max_drop: 1 }, on_inconclusive: 'warn' };
const PERMISSIONS = { contents: 'read', actions: 'read', pull_requests: 'write', checks: 'write' } as const;

it('a pull request that was opened when main was lax is judged by the main that it is merged onto, which it is not blamed for', async (openScene) => {
  const { scene, tightened } = await tightenedMain(openScene);
  const result = await scene.runPull({ 'README.md': 'words' });
  expect(scene.fake.state.pullRequests[0]?.base.sha, 'GitHub keeps the old base').not.toBe(tightened);
  expect(result.exitCode, result.stdout).toBe(1);
  expect(storedResults(scene.fake.state).policy.sha).toBe(tightened);
  expect(comment(scene)).not.toContain('gate.');
  const confirmation = JSON.parse(artifactFiles(scene.fake.state)['confirmation.json'] ?? '{}');
  expect(confirmation.commit.sha, 'main is tried at the same commit').toBe(tightened);
});

it('a run that is started by hand on a branch is judged by main’s policy: its check is on the pull request’s commit', async (openScene) => {
  const scene = await openScene(scriptedSuite({ one: {} }, { gate: STRICT }), { permissions: PERMISSIONS });
  const main = await scene.storeMain();
  const { pull, checkout } = await scene.openPull(scriptedSuite(BROKEN, { gate: LAX }));
  const event = workflowDispatchEvent(scene.fake.state, pull.head.sha, {}, 'feature');
  const inputs = { confirm: 'never', 'check-run': 'true' };
  const result = await scene.run(event, { workspace: checkout, inputs });
  expect(result.exitCode, result.stdout).toBe(1);
  expect(storedResults(scene.fake.state).policy.sha).toBe(main.headSha);
  expect(scene.fake.state.checkRuns).toMatchObject([{ headSha: pull.head.sha, conclusion: 'failure' }]);
  expect(readable(result.summary)).toContain('gate.pass_rate.max_drop: 0.02 on main, 1 here');
});

it('a pull request onto a branch of its author is told to go by that branch’s policy', async (openScene) => {
  const scene = await openScene(scriptedSuite({ one: {} }, { gate: STRICT }));
  await scene.storeMain();
  const { repository, fake } = scene;
  await repository.branch('their-own', 'main');
  const base = await repository.commit('lax', scriptedSuite({ one: {} }, { gate: LAX }));
  await repository.branch('main');
  const { pull } = await scene.openPull(scriptedSuite(BROKEN, { gate: LAX }));
  const mergeCommitSha = await repository.mergeCommit({ base: 'their-own', head: 'feature' });
  await adoptWorkspace(fake.state, repository);
  Object.assign(pull, { base: { ...pull.base, ref: 'their-own', sha: base }, mergeCommitSha });
  await using checkout = await repository.checkout(mergeCommitSha, { number: 1 });
  const result = await scene.run(pullRequestEvent(fake.state, pull), { workspace: checkout.path });
  expect(result.outputs['verdict']).toBe('pass');
  expect(storedResults(scene.fake.state).policy.sha).toBe(base);
  expect(comment(scene)).toContain('this change targets the branch their-own, and the policy of that branch decided');
});

/** A pull request that breaks the suite is open, and main has become strict since. */
async function tightenedMain(
  openScene: OpenScene,
  { headRepository = false } = {},
): Promise<{ readonly scene: Scene; readonly tightened: string }> {
  const scene = await openScene(scriptedSuite({ one: {} }, { gate: LAX }), { permissions: PERMISSIONS });
  const fork = headRepository ? { headRepository: forkOf(scene.fake.state.repository) } : {};
  await scene.openPull(scriptedSuite(BROKEN, { gate: LAX }), fork);
  const { 'agent-eval.yml': strict = '' } = scriptedSuite({ one: {} }, { gate: STRICT });
  const tightened = await scene.repository.commit('tighten', { 'agent-eval.yml': strict });
  await scene.pushMain();
  return { scene, tightened };
}
