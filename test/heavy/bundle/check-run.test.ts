import { describe, expect } from 'vitest';
import { it } from '#test/support/scene.ts';
import { scriptedSuite } from '#test/support/scripted-suite.ts';
import type { FakeSeed } from '#test/testing/github/state.ts';

const SUITE = scriptedSuite({ one: {} });
const FLOOR = { gate: { method: 'threshold', pass_rate: { min: 0.9 } } };
const BROKEN = scriptedSuite({ one: { step: { answer: { output: 'no' } } } }, FLOOR);
const SEED: FakeSeed = {
  permissions: { contents: 'read', actions: 'read', pull_requests: 'write', checks: 'write' },
};
const inputs = { 'check-run': 'true', confirm: 'never' };

describe('the check run', () => {
  it("stands on the pull request's own commit from the start, and ends as the verdict, with its annotations", async ({
    openScene,
  }) => {
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

  it('asks for a person where an undecided run is to be reviewed, and the job stays green', async ({ openScene }) => {
    const scene = await openScene(scriptedSuite({ one: {} }, { gate: { on_inconclusive: 'review' } }), SEED);
    const result = await scene.runPull({ 'README.md': 'words' }, { inputs });
    expect(result.exitCode, result.stdout).toBe(0);
    expect(result.outputs['verdict']).toBe('inconclusive');
    expect(scene.fake.state.checkRuns).toMatchObject([{ status: 'completed', conclusion: 'action_required' }]);

    const without = await scene.runPull({ 'README.md': 'more words' });
    expect(without.exitCode, without.stdout).toBe(0);
    expect(warnings(without)).toMatch(/on_inconclusive is "review".*check-run to true/);
    expect(scene.fake.state.checkRuns).toHaveLength(1);
  });
});

describe('the check run is completed', () => {
  it('as failure when config and cases can not be used', async ({ openScene }) => {
    const scene = await openScene({ ...SUITE, 'agent-eval.yml': 'version: 1\n' }, SEED);
    const result = await scene.runPull({ 'README.md': 'words' }, { inputs });
    expect(result.exitCode).toBe(2);
    expect(scene.fake.state.checkRuns).toMatchObject([
      { status: 'completed', conclusion: 'failure', output: { title: expect.stringContaining('nothing was run') } },
    ]);
  });
});

function warnings(result: { readonly commands: { readonly annotations: readonly { readonly message: string }[] } }) {
  return result.commands.annotations.map(({ message }) => message).join('\n');
}
