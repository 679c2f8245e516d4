import { expect } from 'vitest';
import { readable } from '#test/support/markdown.ts';
import { it, type Scene } from '#test/support/scene.ts';
import { scriptedSuite } from '#test/support/scripted-suite.ts';
import type { ActionResult } from '#test/testing/github/runner.ts';

const CONFIG = `version: 1
agent:
  command: python agent.py
  timeout: 60s
cases: []
trials: many
gate:
  pass_rate: {min: 90}
`;

it('problems of a config are shown all at once on their lines, below the working directory, and nothing is run', async (openScene) => {
  const scene = await openScene({ 'packages/agent/agent-eval.yml': CONFIG });
  const result = await scene.runPull({}, { inputs: { 'working-directory': 'packages/agent' } });
  expectRefused(result, scene);
  const rows = result.commands.annotations.map(({ level, file, line, message }) => [level, file, line, message]);
  const file = 'packages/agent/agent-eval.yml';
  expect(rows).toEqual([
    ['error', file, 3, expect.stringMatching(/^agent\.command: .*list of program and arguments/)],
    ['error', file, 4, expect.stringMatching(/^agent\.timeout: .*unknown/)],
    ['error', file, 5, expect.stringMatching(/^cases: /)],
    ['error', file, 6, expect.stringMatching(/^trials: .*"many"/)],
    ['error', file, 8, expect.stringMatching(/^gate\.pass_rate\.min: .*0\.9/)],
  ]);
  expect(readable(result.summary)).toContain('packages/agent/agent-eval.yml:6:9');
  expect(result.stdout).toContain('agent-eval.yml:6:9: trials');
});

it('a run that ends in a config error edits the green comment of the commit before, and creates none', async (openScene) => {
  const suite = scriptedSuite({ one: {} });
  const scene = await openScene(suite);
  await scene.storeMain();
  await scene.runPull({ 'README.md': 'words' });
  expect(scene.fake.state.comments[0]?.body).toContain('Agent eval passed');
  const broken = {
    'agent-eval.yml': suite['agent-eval.yml']?.replace('"version": 1', '"version": 1, "trails": 3') ?? '',
  };
  const result = await scene.runPull(broken);
  expect(result).toExit(2);
  expect(scene.fake.state.comments).toHaveLength(1);
  const body = readable(scene.fake.state.comments[0]?.body ?? '');
  expect(body).toContain("### 💥 Agent eval: the config or the cases can't be used; nothing was run");
  expect(body).toContain('trails');
  expect(body).not.toContain('passed');

  const other = await openScene(suite);
  await other.runPull(broken);
  expect(other.fake.state.comments).toEqual([]);
});

it.for([
  ['no config', { 'agent-eval.yml': null }, {}, /"agent-eval.yml" does not exist/],
  ['a file without a case', { 'evals/cases.yml': 'cases: []\n' }, {}, /cases/],
  ['a glob that matches nothing', { 'evals/cases.yml': null }, {}, /no file matches "evals\/\*\.yml"/],
  ['a filter that matches nothing', {}, { cases: 'refund-*' }, /refund-\*/],
  ['a tag that nobody has', {}, { tags: 'refund' }, /refund/],
] as const)(
  'a suite that can not be evaluated is refused, never a silent pass: %s',
  async ([, files, inputs, words], { openScene }) => {
    const all = Object.entries({ ...scriptedSuite({ one: {} }), ...files });
    const scene = await openScene(Object.fromEntries(all.filter(([, text]) => text !== null)));
    const result = await scene.pushMain({ inputs });
    expectRefused(result, scene);
    expect(result.stdout).toMatch(words);
  },
);

/** Exit 2 with annotations, and no other trace: nothing was run, stored or said. */
function expectRefused(result: ActionResult, scene: Scene): void {
  expect(result).toExit(2);
  expect(result.conclusion).toBe('failure');
  expect(result.commands.annotations.length).toBeGreaterThan(0);
  expect(result.commands.annotations.length).toBeLessThanOrEqual(10);
  expect(result.outputs).toEqual({});
  expect(readable(result.summary)).toContain('nothing was run');
  expect(scene.fake.state.comments).toEqual([]);
  expect(scene.fake.state.artifacts).toEqual([]);
}
