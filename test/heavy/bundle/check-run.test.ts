import { expect } from 'vitest';
import { it } from '#test/support/scene.ts';
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
  expect(red.exitCode, red.stdout).toBe(1);
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
      summary: expect.stringContaining('❌ Agent eval failed'),
    },
    annotations: [{ path: 'evals/cases.yml', annotation_level: expect.stringMatching(/failure|warning/) }],
  });
  const [first, ...others] = scene.fake.requests.filter(({ method }) => method !== 'GET');
  expect(first).toMatchObject({ operationId: 'checks/create', body: { status: 'in_progress' } });
  expect(others.at(-1)?.operationId).toBe('checks/update');
});
