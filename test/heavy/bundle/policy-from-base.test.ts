import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished } from 'vitest';
import { readable } from '#test/support/markdown.ts';
import { comment, it } from '#test/support/scene.ts';
import { ANSWER, scriptedSuite } from '#test/support/scripted-suite.ts';
import { artifactFiles, storedResults } from '#test/support/stored-artifact.ts';
import { workflowDispatchEvent } from '#test/testing/github/payloads.ts';
import { WORKFLOW_PATH } from '#test/testing/github/state-builders.ts';

const WELL = { one: {}, two: {} };
const BROKEN = { one: { step: { answer: { ...ANSWER, output: 'no' } } }, two: {} };
const SUITE = scriptedSuite(WELL);

const STRICT = { method: 'threshold', pass_rate: { max_drop: 0.02 }, on_inconclusive: 'fail' };
/** Lets everything through. */
const LAX = { method: 'threshold', pass_rate: { max_drop: 1 }, on_inconclusive: 'warn' };
const MAIN = scriptedSuite(WELL, { gate: STRICT });
/** A change that breaks the suite and would have that tolerated. */
const CHANGE = scriptedSuite(BROKEN, { gate: LAX });
const MAY_CHECK = { contents: 'read', actions: 'read', pull_requests: 'write', checks: 'write' } as const;

describe('a pull request that rewrites the rule it is judged by', () => {
  it('is red by the rule of main, and the comment lists what it rewrote', async (openScene) => {
    const scene = await openScene(SUITE);
    const main = await scene.storeMain();
    const result = await scene.runPull(scriptedSuite(BROKEN, { gate: LAX, limits: { trial_timeout: '7s' } }));
    expect(result.exitCode, result.stdout).toBe(1);
    expect(result.outputs).toMatchObject({ verdict: 'fail', 'baseline-pass-rate': '1' });
    expect(comment(scene)).toContain(
      "gate.pass_rate.max_drop: 0.02 on main, 1 here; main's value applies until this is merged",
    );
    expect(storedResults(scene.fake.state).policy).toMatchObject({
      sha: main.headSha,
      effective: { pass_rate: { max_drop: 0.02 } },
    });
    const confirmation = JSON.parse(artifactFiles(scene.fake.state)['confirmation.json'] ?? '{}');
    expect(confirmation.agent.conditions, 'main is tried again under the same ceilings').toEqual(
      storedResults(scene.fake.state).agent.conditions,
    );
  });

  it('is tried as often as main says and under the ceilings of main, so that it stays comparable', async (openScene) => {
    const scene = await openScene(scriptedSuite({ one: {}, two: { trials: 3 } }));
    await scene.storeMain();
    const rewritten = scriptedSuite({ one: {}, two: { trials: 1 } }, { trials: 1, limits: { trial_timeout: '7s' } });
    const result = await scene.runPull(rewritten);
    expect(result.outputs).toMatchObject({ verdict: 'pass', trials: '5' });
    expect(comment(scene)).toContain('trials: 2 on main, 1 here');
    expect(comment(scene)).toContain('trials of case two: 3 on main, 1 here');
    expect(comment(scene)).toContain('limits.trial_timeout: 60000 ms on main, 7000 ms here');

    const asked = await scene.runPull({ 'NOTES.md': 'other content' }, { inputs: { trials: '1' } });
    expect(asked.outputs['trials'], 'the input is of the workflow, and wins').toBe('4');
  });

  it('does not turn an undecided run green', async (openScene) => {
    const scene = await openScene(MAIN);
    const result = await scene.runPull(scriptedSuite(WELL, { gate: LAX }));
    expect(result.exitCode, result.stdout).toBe(3);
    expect(result.outputs['verdict']).toBe('inconclusive');
  });
});

describe('a base without a usable policy', () => {
  it('spends one look on the change that adds the action, and says to merge it', async (openScene) => {
    const scene = await openScene({ 'README.md': 'nothing yet' });
    const { trials: _, ...config } = JSON.parse(String(SUITE['agent-eval.yml']));
    const result = await scene.runPull({ ...SUITE, 'agent-eval.yml': JSON.stringify({ ...config, gate: {} }) });
    expect(result.exitCode, result.stdout).toBe(0);
    expect(result.outputs['trials'], 'three of each, not 25').toBe('6');
    expect(comment(scene)).toContain('### ❔ Nothing to compare with yet (does not block): merge to make the baseline');
    expect(comment(scene)).toContain("To settle it, merge it: main's first run makes the baseline.");
  });

  it('is named when it is broken, and nothing passes by its repair alone', async (openScene) => {
    const scene = await openScene(SUITE);
    await scene.storeMain();
    await scene.repository.commit('broken', { 'agent-eval.yml': 'version: 1\ngates: {}\n' });
    const result = await scene.runPull(SUITE);
    expect(result.exitCode, 'also where main only warned when it last ran').toBe(3);
    expect(result.outputs['verdict']).toBe('inconclusive');
    expect(comment(scene)).toMatch(/main's policy is not known.*can't be used: agent-eval\.yml:1:1:/);
  });
});

it('the workflow that runs the action is named when a pull request edits it', async (openScene) => {
  const scene = await openScene({ ...SUITE, [WORKFLOW_PATH]: 'on: pull_request\n' });
  await scene.storeMain();
  const before = scene.fake.requests.length;
  await scene.runPull({ 'README.md': 'words' });
  expect(comment(scene)).not.toContain(WORKFLOW_PATH);
  const asked = scene.fake.requests.slice(before).filter(({ path }) => path.includes('/contents/'));
  expect(asked, 'config and workflow').toHaveLength(2);
  const result = await scene.runPull({ [WORKFLOW_PATH]: 'on: push\n' });
  expect(result.outputs['verdict']).toBe('pass');
  expect(comment(scene)).toContain(`this change edits the workflow that runs it, ${WORKFLOW_PATH}`);
});

it('a pull request that was opened when main was lax is judged by the main that it is merged onto, which it is not blamed for', async (openScene) => {
  const scene = await openScene(scriptedSuite(WELL, { gate: LAX }), { permissions: MAY_CHECK });
  await scene.openPull(CHANGE);
  const tightened = await scene.repository.commit('tighten', { 'agent-eval.yml': MAIN['agent-eval.yml'] ?? '' });
  await scene.pushMain();
  const result = await scene.runPull({ 'README.md': 'words' });
  expect(scene.fake.state.pullRequests[0]?.base.sha, 'GitHub keeps the old base').not.toBe(tightened);
  expect(result.exitCode, result.stdout).toBe(1);
  expect(storedResults(scene.fake.state).policy.sha).toBe(tightened);
  expect(comment(scene)).not.toContain('gate.');
  const confirmation = JSON.parse(artifactFiles(scene.fake.state)['confirmation.json'] ?? '{}');
  expect(confirmation.commit.sha, 'main is tried at the same commit').toBe(tightened);
});

it('a run that is started by hand on a branch is judged by main’s policy: its check is on the pull request’s commit', async (openScene) => {
  const scene = await openScene(MAIN, { permissions: MAY_CHECK });
  const main = await scene.storeMain();
  const { pull, checkout } = await scene.openPull(CHANGE);
  const event = workflowDispatchEvent(scene.fake.state, pull.head.sha, {}, 'feature');
  const inputs = { confirm: 'never', 'check-run': 'true' };
  const result = await scene.run(event, { workspace: checkout, inputs });
  expect(result.exitCode, result.stdout).toBe(1);
  expect(storedResults(scene.fake.state).policy.sha).toBe(main.headSha);
  expect(scene.fake.state.checkRuns).toMatchObject([{ headSha: pull.head.sha, conclusion: 'failure' }]);
  expect(readable(result.summary)).toContain('gate.pass_rate.max_drop: 0.02 on main, 1 here');
});

it('a pull request onto a branch of its author is told to go by that branch’s policy', async (openScene) => {
  const scene = await openScene(MAIN);
  await scene.storeMain();
  const { repository } = scene;
  await repository.branch('their-own', 'main');
  const base = await repository.commit('lax', scriptedSuite(WELL, { gate: LAX }));
  const result = await scene.runPull(CHANGE, { base: 'their-own' });
  expect(result.outputs['verdict']).toBe('pass');
  expect(storedResults(scene.fake.state).policy.sha).toBe(base);
  expect(comment(scene)).toContain('this change targets the branch their-own, and the policy of that branch decided');
});

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
  const { contents: _, ...permissions } = MAY_CHECK;
  const scene = await openScene(MAIN, { repository: { private: true }, permissions });
  const asked = scriptedSuite(BROKEN, { gate: { ...LAX, on_inconclusive: 'review' } });
  const result = await scene.runPull(asked, { inputs: { 'check-run': 'true' } });
  expect(result.outputs['verdict']).toBe('inconclusive');
  expect(result.exitCode, result.stdout).toBe(3);
  expect(scene.fake.state.checkRuns).toMatchObject([{ conclusion: 'failure' }]);

  const allowed = await scene.runPull({}, { inputs: { 'fail-on': 'fail' } });
  expect(allowed.exitCode, 'the workflow says otherwise').toBe(0);
});
