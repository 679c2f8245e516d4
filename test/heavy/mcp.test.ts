/** MCP servers as they are published, driven by the official clients, through the whole program: what the record holds of them. */
import { spawn } from 'node:child_process';
import { cp, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { freePort } from '#test/runner/agents/http/support.ts';
import { folderWith } from '#test/support/cli-folder.ts';
import { startModelServer } from '#test/testing/providers/model-server.ts';
import { step } from '#test/testing/providers/rules.ts';
import { npmPackages } from './support/npm-packages.ts';
import { peer } from './support/peer.ts';
import { pythonEnvironment } from './support/python-environment.ts';
import { readTurns } from './support/read-trajectories.ts';

const AGENTS = join(import.meta.dirname, 'agents', 'mcp');
const EVERYTHING = 'node_modules/@modelcontextprotocol/server-everything/dist/index.js';

const npm = await peer('the SDKs of both eras and server-everything from npm', () => npmPackages('mcp'));
const python = await peer('mcp from PyPI', () => pythonEnvironment('mcp'));

/** Calls of both kinds, one that fails, and one that a mock answers. */
const OF_EVERYTHING = [
  { server: 'everything', tool: 'echo', arguments: { message: 'hello' } },
  { server: 'everything', tool: 'get-sum', arguments: { a: 2, b: 3 } },
];
const OF_TILL = [
  { server: 'till', tool: 'add', arguments: { a: 2, b: 3 } },
  { server: 'till', tool: 'fail' },
  { server: 'till', read: 'till://hours' },
];

describe.skipIf(npm.missing)('the reference server and the SDK from npm', () => {
  test.for(['stdio', 'http'])(
    'over %s: calls, results and a mock are recorded, and the agent is none the wiser',
    async (way) => {
      const server =
        way === 'stdio'
          ? { command: 'node', args: [EVERYTHING] }
          : {
              type: 'http',
              url: await overHttp([process.execPath, EVERYTHING, 'streamableHttp'], { nodeModules: npm.get() }),
            };
      const { turns, printed } = await play(
        { command: ['node', 'client.mjs'], mcp: '.mcp.json' },
        { everything: server },
        { input: OF_EVERYTHING, mocks: { 'get-sum': { value: 'forty' } } },
        { nodeModules: npm.get() },
      );
      expect(turns, printed).toHaveLength(2);
      for (const { output, tool_calls } of turns) {
        expect(output).toBe('Echo: hello; forty');
        expect(tool_calls).toMatchObject([
          { name: 'echo', arguments: { message: 'hello' }, status: 'ok', result: 'Echo: hello', server: 'everything' },
          { name: 'get-sum', arguments: { a: 2, b: 3 }, status: 'ok', result: 'forty', mocked: true },
        ]);
      }
    },
  );

  test('a call that the model asked for and the server saw is one call, under the name that the model used', async () => {
    await using model = await startModelServer((request) =>
      step(request) === 1
        ? { calls: [{ name: 'mcp__everything__echo', arguments: { message: 'from the model' } }] }
        : { text: 'done' },
    );
    const { turns, printed } = await play(
      { command: ['node', 'client.mjs'], mcp: '.mcp.json', record: true },
      { everything: { command: 'node', args: [EVERYTHING] } },
      { input: 'Say something.' },
      {
        nodeModules: npm.get(),
        env: { OPENAI_BASE_URL: `${model.url}/v1`, OPENAI_API_KEY: 'sk-of-no-one-1234567890' },
      },
    );
    expect(turns, printed).toHaveLength(2);
    for (const { output, tool_calls, steps } of turns) {
      expect([output, steps]).toEqual(['done', 2]);
      expect(tool_calls).toMatchObject([
        { name: 'mcp__everything__echo', status: 'ok', step: 1, server: 'everything', result: 'Echo: from the model' },
      ]);
    }
  });
});

describe.skipIf(npm.missing)('the newest SDK from npm', () => {
  test.for([
    ['stdio', 'only'],
    ['stdio', 'both'],
    ['http', 'only'],
    ['http', 'both'],
  ] as const)('over %s, with ERAS=%s: a call that asks back is one, and a mock has structure', async ([way, eras]) => {
    const env = { ERAS: eras };
    const server =
      way === 'stdio'
        ? { command: 'node', args: ['newest-server.mjs'], env }
        : {
            type: 'http',
            url: await overHttp([process.execPath, 'newest-server.mjs'], { nodeModules: npm.get(), env }),
          };
    const { turns, printed } = await play(
      { command: ['node', 'newest-client.mjs'], mcp: '.mcp.json' },
      { till: server },
      {
        input: [{ tool: 'add', arguments: { a: 2, b: 3 } }, { tool: 'wipe' }, { tool: 'fail' }, { tool: 'charge' }],
        mocks: { charge: { value: 1000 } },
      },
      { nodeModules: npm.get() },
    );
    expect(turns, printed).toHaveLength(2);
    for (const { output, tool_calls } of turns) {
      expect(output).toBe('5; wiped; no till; 1000');
      expect(tool_calls).toMatchObject([
        { name: 'add', arguments: { a: 2, b: 3 }, status: 'ok', result: '5', server: 'till' },
        { name: 'wipe', status: 'ok', result: 'wiped' },
        { name: 'fail', status: 'error', result: 'no till' },
        { name: 'charge', status: 'ok', result: '1000', mocked: true },
      ]);
      expect(tool_calls).toHaveLength(4);
    }
  });
});

describe.skipIf(python.missing)('a server and the SDK from PyPI', () => {
  test.for(['stdio', 'http'])('over %s: calls, an error, a resource and a mock with structure', async (way) => {
    const { python: program, env } = python.get();
    const server =
      way === 'stdio'
        ? { command: program, args: ['server.py'], env }
        : { type: 'http', url: await overHttp([program, 'server.py'], { env }) };
    const { turns, printed } = await play(
      { command: [program, 'client.py'], mcp: '.mcp.json', env },
      { till: server },
      {
        input: [...OF_TILL, { server: 'till', tool: 'charge', arguments: { amount: 7 } }],
        mocks: { charge: { value: 1000 } },
      },
    );
    expect(turns, printed).toHaveLength(2);
    for (const { output, tool_calls, mcp_reads } of turns) {
      expect(output).toMatch(/^5; Error executing tool fail; .*closed on Sundays.*; 1000$/);
      expect(tool_calls).toMatchObject([
        { name: 'add', status: 'ok', result: '5', server: 'till' },
        { name: 'fail', status: 'error' },
        // It promises structured content, and its client insists on it.
        { name: 'charge', status: 'ok', result: '1000', mocked: true },
      ]);
      expect(mcp_reads).toMatchObject([{ server: 'till', kind: 'resource', name: 'till://hours', status: 'ok' }]);
    }
  });
});

interface Surroundings {
  readonly nodeModules?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Two trials of one case, in one worker: their turns, and all that was shown. */
async function play(
  agent: object,
  mcpServers: object,
  { input, mocks = {} }: { readonly input: object | string; readonly mocks?: object },
  { nodeModules, env = {} }: Surroundings = {},
) {
  const text = typeof input === 'string' ? input : JSON.stringify(input);
  await using folder = await folderWith({
    'agent-eval.yml': JSON.stringify({ version: 1, agent, cases: ['cases.json'], trials: 2, concurrency: 1 }),
    'cases.json': JSON.stringify({ cases: [{ id: 'one', input: text, mocks, expect: { completes: true } }] }),
    '.mcp.json': JSON.stringify({ mcpServers }),
  });
  await cp(AGENTS, folder.path, { recursive: true });
  if (nodeModules !== undefined) await symlink(nodeModules, join(folder.path, 'node_modules'));
  const { stdout, stderr } = await folder.cli(['run', '--output', 'out'], { env });
  const trials = await readTurns(join(folder.path, 'out'), `${stdout}\n${stderr}`);
  return { turns: [...trials.values()].flat(), printed: `${stdout}\n${stderr}\n${JSON.stringify([...trials])}` };
}

/** Starts a server with a port as its last argument (and as PORT) in a folder with its program, which finds its imports there. */
async function overHttp(command: readonly [string, ...string[]], { nodeModules, env }: Surroundings): Promise<string> {
  const [port, folder] = [await freePort(), await folderWith({})];
  onTestFinished(() => folder[Symbol.asyncDispose]());
  await cp(AGENTS, folder.path, { recursive: true });
  if (nodeModules !== undefined) await symlink(nodeModules, join(folder.path, 'node_modules'));
  const [program, ...args] = command;
  const child = spawn(program, [...args, String(port)], {
    cwd: folder.path,
    env: { PATH: process.env['PATH'] ?? '', PORT: String(port), ...env },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const url = `http://127.0.0.1:${port}/mcp`;
  const state = () =>
    fetch(url).then(
      () => 'up',
      () => 'down',
    );
  await expect.poll(state, { interval: 100 }).toBe('up');
  return url;
}
