import { describe, expect, it } from 'vitest';
import type { WorkspaceFiles } from '#test/support/github/workspace.ts';
import { startModelServer } from '#test/support/model-server/model-server.ts';
import { BUILT_IN, modelSuite, occurrences, PROGRAM, runOnce } from '#test/support/model-suite.ts';
import { it as withScene } from '#test/support/scene.ts';

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

/** What is wrong, the files, and where it must be shown. */
const MISTAKES: readonly (readonly [string, WorkspaceFiles, string, number, number, RegExp])[] = [
  ['a malformed tool schema', files(CONFIG + PRICES, TOOLS), 'tools.yml', 6, 21, /strin/],
  ['a tool file that is no YAML', files(CONFIG + PRICES, '- name: [look_up\n'), 'tools.yml', 2, 1, /./],
  [
    'a tool without a mock',
    files(CONFIG + PRICES, TOOLS.replace('strin ', 'string ')),
    'agent-eval.yml',
    7,
    7,
    /order/,
  ],
  [
    'a mock without a tool',
    files(
      (CONFIG + PRICES).replace('value: 1 }', 'value: 1 }\n      lookup: { value: 1 }\n      order: { value: 1 }'),
      TOOLS.replace('strin ', 'string '),
    ),
    'agent-eval.yml',
    8,
    7,
    /lookup/,
  ],
  [
    'a gate on costs without a price',
    files(CONFIG, TOOLS.replace('strin ', 'string ').replace(/- name: order(.|\n)*/, '')),
    'agent-eval.yml',
    11,
    13,
    /no price for small/,
  ],
  [
    'a gate on the costs of a recorded program without any price',
    modelSuite(PROGRAM, ['one'], { gate: { method: 'threshold', cost_usd: { max_increase: 0.5 } } }),
    'agent-eval.yml',
    17,
    17,
    /no price for any model/,
  ],
];

describe.each(MISTAKES)('%s', (_, suite, file, line, column, message) => {
  it('is refused on its line and column before anything is asked', async () => {
    await using server = await startModelServer({ script: () => ({ text: 'all is well' }) });
    const run = await runOnce(suite, server);
    expect(run.exitCode, run.stderr).toBe(2);
    expect(run.stderr).toContain(`${file}:${line}:${column}: `);
    expect(run.stderr).toMatch(message);
    expect(server.requests).toEqual([]);
  });
});

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

it('a cap that is no number is refused', async () => {
  await using server = await startModelServer({ script: () => ({ text: 'all is well' }) });
  for (const args of [
    ['--max-cost-usd', 'much'],
    ['--max-tokens', '0'],
    ['--max-duration', 'soon'],
    ['--max-trials', '-1'],
  ]) {
    const run = await runOnce(modelSuite(BUILT_IN, ['one']), server, args);
    expect(run.exitCode, args.join(' ')).toBe(2);
    expect(run.stderr).toContain(args[0]);
  }
  expect(server.requests).toEqual([]);
});

it('a simulated user without a model to play it is refused', async () => {
  await using server = await startModelServer({ script: () => ({ text: 'all is well' }) });
  const run = await runOnce(
    modelSuite(BUILT_IN, { one: { simulated_user: { persona: 'curt', goal: 'a refund' } } }),
    server,
  );
  expect(run.exitCode, run.stderr).toBe(2);
  expect(run.stderr).toContain('simulated_user');
  expect(server.requests).toEqual([]);
});
