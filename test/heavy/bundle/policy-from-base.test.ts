import { describe, expect } from 'vitest';
import { comment, it } from '#test/support/scene.ts';
import { ANSWER, scriptedSuite } from '#test/support/scripted-suite.ts';
import { artifactFiles, storedResults } from '#test/support/stored-artifact.ts';
import { WORKFLOW_PATH } from '#test/testing/github/state-builders.ts';

const WELL = { one: {}, two: {} };
const BROKEN = { one: { step: { answer: { ...ANSWER, output: 'no' } } }, two: {} };
const SUITE = scriptedSuite(WELL);

const STRICT = { method: 'threshold', pass_rate: { max_drop: 0.02 }, on_inconclusive: 'fail' };
/** Lets everything through. */
const LAX = { method: 'threshold', pass_rate: { max_drop: 1 }, on_inconclusive: 'warn' };
const MAIN = scriptedSuite(WELL, { gate: STRICT });
const MAY_CHECK = { contents: 'read', actions: 'read', pull_requests: 'write', checks: 'write' } as const;

describe('a pull request that rewrites the rule it is judged by', () => {
  it('is red by the rule of main, and the comment lists what it rewrote', async (openScene) => {
    const scene = await openScene(SUITE);
    const main = await scene.storeMain();
    const result = await scene.runPull(scriptedSuite(BROKEN, { gate: LAX, limits: { trial_timeout: '7s' } }));
    expect(result).toExit(1);
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
});

describe('a base without a usable policy', () => {
  it('spends one look on the change that adds the action, and says to merge it', async (openScene) => {
    const scene = await openScene({ 'README.md': 'nothing yet' });
    const { trials: _, ...config } = JSON.parse(String(SUITE['agent-eval.yml']));
    const result = await scene.runPull({ ...SUITE, 'agent-eval.yml': JSON.stringify({ ...config, gate: {} }) });
    expect(result).toExit(0);
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

it('where main’s policy is not known because the token may not read it, an undecided run is red whatever the change says of it', async (openScene) => {
  const { contents: _, ...permissions } = MAY_CHECK;
  const scene = await openScene(MAIN, { repository: { private: true }, permissions });
  const asked = scriptedSuite(BROKEN, { gate: { ...LAX, on_inconclusive: 'review' } });
  const result = await scene.runPull(asked, { inputs: { 'check-run': 'true' } });
  expect(result.outputs['verdict']).toBe('inconclusive');
  expect(result).toExit(3);
  expect(scene.fake.state.checkRuns).toMatchObject([{ conclusion: 'failure' }]);

  const allowed = await scene.runPull({}, { inputs: { 'fail-on': 'fail' } });
  expect(allowed.exitCode, 'the workflow says otherwise').toBe(0);
});
