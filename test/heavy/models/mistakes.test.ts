import { expect, it } from 'vitest';
import { BUILT_IN, modelSuite, occurrences, PROGRAM, runOnce } from '#test/support/model-suite.ts';
import { it as withScene } from '#test/support/scene.ts';
import type { WorkspaceFiles } from '#test/testing/github/workspace.ts';
import { startModelServer } from '#test/testing/providers/model-server.ts';

const CONFIG = `version: 1
agent:
  openai:
    model: small
    tools: tools.yml
    mocks:
      look_up: { value: 1 }
cases: [evals/*.yml]
gate:
  method: threshold
  cost_usd: { max_increase: 0.5 }
`;

const TOOLS = `- name: look_up
  description: Looks things up
  parameters:
    type: object
    properties:
      what: { type: strin }
- name: order
  parameters: { type: object }
`;

const PRICES = 'prices: { small: { input: 1, output: 2 } }\n';

function files(config: string, tools: string): WorkspaceFiles {
  return { ...modelSuite(BUILT_IN, ['one']), 'agent-eval.yml': config, 'tools.yml': tools };
}

withScene('mistakes of tools and mocks are annotations on their lines', async ({ openScene }) => {
  const scene = await openScene(modelSuite(PROGRAM, ['one']));
  const whole = TOOLS.replace('strin ', 'string ');
  for (const [changes, file, line] of [
    [files(CONFIG + PRICES, TOOLS), 'tools.yml', 6],
    [files(CONFIG + PRICES, whole), 'agent-eval.yml', 7],
    [files(CONFIG, whole), 'agent-eval.yml', 11],
  ] as const) {
    const result = await scene.runPull(changes);
    expect(result.exitCode).toBe(2);
    expect(result.commands.annotations.map((one) => [one.level, one.file, one.line])).toEqual([['error', file, line]]);
  }
});

it('a mock module that can not be loaded stops the run before anything is asked', async () => {
  await using server = await startModelServer({ script: () => ({ text: 'all is well' }) });
  const agent = { openai: { ...BUILT_IN.openai, mocks: { look_up: { module: './mock.mjs' } } } };
  const suite = { ...modelSuite(agent, ['one', 'two']), 'mock.mjs': "import './nothing-here.mjs';\n" };
  const run = await runOnce(suite, server);
  expect(run.exitCode, run.stderr).toBe(4);
  expect(run.stderr).toContain('nothing-here.mjs');
  expect(server.requests).toEqual([]);
});

it('a server that ends before it is ready is shown with what it said', async () => {
  await using server = await startModelServer({ script: () => ({ text: 'all is well' }) });
  const agent = { http: { url: 'http://127.0.0.1:1/', start: [process.execPath, 'server.mjs'] }, record: true };
  const suite = { ...modelSuite(agent, ['one']), 'server.mjs': "throw new Error('no database here');\n" };
  const run = await runOnce(suite, server);
  expect(run.exitCode, run.stderr).toBe(4);
  expect(run.stderr).toContain("the agent can't start: Error: no database here");
  expect(
    occurrences(run.stderr, 'Error: no database here'),
    'what the server wrote, the headline, the account of it',
  ).toBe(3);
});
