import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { comment, it } from '#test/support/scene.ts';
import { ANSWER, scriptedSuite } from '#test/support/scripted-suite.ts';
import { WORKFLOW_PATH } from '#test/testing/github/state-builders.ts';

const BROKEN = { one: { step: { answer: { ...ANSWER, output: 'no' } } } };
const STRICT = { method: 'threshold', pass_rate: { max_drop: 0.02 }, on_inconclusive: 'fail' };
/** Lets everything through. */
const LAX = { method: 'threshold', pass_rate: { max_drop: 1 }, on_inconclusive: 'warn' };
const MAIN = scriptedSuite({ one: {} }, { gate: STRICT });
/** A change that breaks the suite and would have that tolerated. */
const CHANGE = scriptedSuite(BROKEN, { gate: LAX });

it('main’s config is found, whatever the change writes into its own, where the repository is checked out into a folder of the workspace', async (openScene) => {
  const scene = await openScene({ ...MAIN, [WORKFLOW_PATH]: 'on: pull_request\n' });
  await scene.storeMain();
  const { event, checkout } = await scene.openPull(CHANGE);
  const workspace = await mkdtemp(join(tmpdir(), 'runner-'));
  onTestFinished(() => rm(workspace, { recursive: true, force: true }));
  await cp(checkout, join(workspace, 'source'), { recursive: true });
  const inputs = { confirm: 'never', 'working-directory': 'source' };
  const result = await scene.run(event, { workspace, inputs });
  expect(result.exitCode, result.stdout).toBe(1);
  expect(comment(scene)).toContain('gate.pass_rate.max_drop: 0.02 on main, 1 here');
  expect(comment(scene), 'the workflow is found too').not.toContain(WORKFLOW_PATH);
});

it('where main’s policy is not known because the token may not read it, an undecided run is red whatever the change says of it', async (openScene) => {
  const permissions = { actions: 'read', pull_requests: 'write', checks: 'write' } as const;
  const scene = await openScene(MAIN, { repository: { private: true }, permissions });
  const asked = scriptedSuite(BROKEN, { gate: { ...LAX, on_inconclusive: 'review' } });
  const result = await scene.runPull(asked, { inputs: { 'check-run': 'true' } });
  expect(result.outputs['verdict']).toBe('inconclusive');
  expect(result.exitCode, result.stdout).toBe(3);
  expect(scene.fake.state.checkRuns).toMatchObject([{ conclusion: 'failure' }]);

  const allowed = await scene.runPull({}, { inputs: { 'fail-on': 'fail' } });
  expect(allowed.exitCode, 'the workflow says otherwise').toBe(0);
});
