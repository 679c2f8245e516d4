import { expect } from 'vitest';
import { program } from '#test/support/program.ts';
import { it, type RunOptions, type Scene } from '#test/support/scene.ts';
import { scriptedSuite } from '#test/support/scripted-suite.ts';
import type { FakeSeed } from '#test/testing/github/state.ts';

const FLOOR = { gate: { method: 'threshold', pass_rate: { min: 0.9 } } };
const BROKEN = scriptedSuite({ one: { step: { answer: { output: 'no' } } } }, FLOOR);
const SEED: FakeSeed = {
  permissions: { contents: 'read', actions: 'read', pull_requests: 'write', checks: 'write' },
};
const inputs = { 'check-run': 'true', confirm: 'never' };

it("the check run stands on the pull request's own commit from the start, and ends as the verdict, with its annotations", async (openScene) => {
  const scene = await openScene(scriptedSuite({ one: {} }, FLOOR), SEED);
  const red = await scene.runPull(BROKEN, { inputs });
  expect(red).toExit(1);
  expect(red.outputs['verdict']).toBe('fail');
  const [check] = scene.fake.state.checkRuns;
  expect(check).toMatchObject({
    name: 'Agent eval verdict',
    headSha: red.run.headSha,
    status: 'completed',
    conclusion: 'failure',
    detailsUrl: `https://github.com/octo-org/agents/actions/runs/${red.run.id}`,
    output: {
      title: expect.stringMatching(/^Agent eval failed: /),
      summary: expect.stringMatching(
        /❌ Agent eval failed[\s\S]*\n\nverdict\.json, SHA-256 `[0-9a-f]{64}`: unsigned here\.$/,
      ),
    },
    annotations: [{ path: 'evals/cases.yml', annotation_level: expect.stringMatching(/failure|warning/) }],
  });
  const [first, ...others] = scene.fake.requests.filter(({ method }) => method !== 'GET');
  expect(first).toMatchObject({ operationId: 'checks/create', body: { status: 'in_progress' } });
  expect(others.at(-1)?.operationId).toBe('checks/update');
});

it('a check run never hides that of another job: two that share a name end red, until each has a key', async (openScene) => {
  const scene = await openScene(scriptedSuite({ one: {} }, FLOOR), SEED);
  const { event, checkout, pull } = await scene.openPull(BROKEN);
  const start = (job: string, github: RunOptions['github'] = {}, more = {}) =>
    scene.run(event, { workspace: checkout, github, env: { GITHUB_JOB: job }, inputs: { ...inputs, ...more } });
  const newest = (name = 'Agent eval verdict') =>
    scene.fake.state.checkRuns.findLast((check) => check.name === name && check.headSha === pull.head.sha);
  const first = await start('strict');
  const run = { runId: first.run.id };
  expect([first.exitCode, newest()?.conclusion], first.stdout).toEqual([1, 'failure']);
  const again = await start('strict', { ...run, runAttempt: 2 });
  expect([again.exitCode, newest()?.conclusion], again.stdout).toEqual([1, 'failure']);

  const lax = await start('lax', run, { 'fail-on': 'never' });
  expect([lax.exitCode, newest()?.conclusion], lax.stdout).toEqual([2, 'failure']);
  for (const part of ['job "lax" of .github/', 'and job "strict" of .github/', 'Give each a "key:"'])
    expect(lax.stdout).toContain(part);
  expect(newest()?.output.title).toContain('two jobs write the check run');
  const keyed = await start('lax', run, { 'fail-on': 'never', key: 'lax' });
  expect([keyed.exitCode, newest('Agent eval verdict (lax)')?.conclusion], keyed.stdout).toEqual([0, 'neutral']);

  // The jobs of a matrix have one name.
  const other = await start('matrix', {}, { key: 'm' });
  const leg = { key: 'm', 'fail-on': 'never' };
  for (const runAttempt of [1, 2]) {
    const hiding = await start('matrix', { runId: other.run.id, runAttempt }, leg);
    expect([hiding.exitCode, newest('Agent eval verdict (m)')?.conclusion], hiding.stdout).toEqual([2, 'failure']);
    expect(hiding.stdout).toContain('several jobs or steps of job "matrix"');
  }
});

/** Three seconds for the first of eighty trials, so that all of them would take minutes; then it is quick. */
const SLOW_START = program('slow-start.mjs');

const writes = ({ fake }: Scene, operation: string) =>
  fake.requests.flatMap(({ operationId, body }) => (operationId === operation ? [JSON.stringify(body)] : []));

it('a run that will take more than two minutes says in the comment and in the check that it runs, until its verdict takes their place', async (openScene) => {
  const suite = scriptedSuite({ one: {}, two: {} }, { trials: 40, gate: {} });
  const scene = await openScene({ ...suite, 'agent.mjs': SLOW_START }, SEED);
  const result = await scene.runPull({ 'README.md': 'words' }, { inputs });
  expect(result).toExit(0);
  const [first, ...others] = writes(scene, 'issues/create-comment');
  expect(first).toMatch(/⏳ Agent eval is running.*80 trials, expected to take about \d+ min/);
  expect(others).toEqual([]);
  expect(writes(scene, 'checks/update')[0]).toMatch(/"status":"in_progress".*running: 1 of 80 trials, about \d+ min/);
  const { comments, checkRuns } = scene.fake.state;
  expect(comments).toHaveLength(1);
  expect(comments[0]?.body).toContain('40/40');
  expect(comments[0]?.body).not.toContain('is running');
  expect(result.stdout).not.toContain('share one section');
  expect(checkRuns).toMatchObject([{ status: 'completed', output: { title: expect.not.stringContaining('running') } }]);
});
