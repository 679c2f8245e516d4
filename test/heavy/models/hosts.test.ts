import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { folderWith } from '#test/support/cli-folder.ts';
import {
  endsOf,
  environmentOf,
  modelSuite,
  PROGRAM,
  REAL_KEY,
  runAgainst,
  runOnce,
} from '#test/support/model-suite.ts';
import { it as withScene } from '#test/support/scene.ts';
import { judging } from '#test/support/scripted-judge.ts';
import { sample } from '#test/support/tries.ts';
import { startModelServer } from '#test/testing/providers/model-server.ts';
import type { ModelScript } from '#test/testing/providers/script.ts';

const well: ModelScript = () => ({ text: 'all is well' });

/** Each way in which a config can name a host. */
const AGENTS: readonly (readonly [string, (url: string) => Readonly<Record<string, unknown>>])[] = [
  ['a built-in agent of OpenAI', (base_url) => ({ openai: { model: 'small', base_url } })],
  [
    'a built-in agent of Anthropic',
    (base_url) => ({ anthropic: { model: 'small', base_url: base_url.replace('/v1', '') } }),
  ],
  ['a recorded program', (url) => ({ ...PROGRAM, env: { OPENAI_BASE_URL: url } })],
];

describe.each(sample(AGENTS, 3))('a base URL in the config, of %s', (_, agentAt) => {
  it('of an allowed host is asked', async () => {
    await using server = await startModelServer(well);
    await using proxy = await startRefusingProxy();
    const env = { HTTPS_PROXY: proxy.url, ANTHROPIC_API_KEY: REAL_KEY };
    const files = modelSuite(agentAt('https://models.example/v1'), ['one']);
    const run = await runOnce(files, server, ['--allowed-hosts', 'models.example', '--max-duration', '9s'], env);
    expect(proxy.asked).toContain('models.example:443');
    expect(proxy.headers).not.toContain(REAL_KEY);
    expect(run).not.toExit(2);
    expect(server.requests).toEqual([]);
  });
});

withScene(
  'a base URL of a pull request whose host is not allowed is an annotation that names the input',
  async (openScene) => {
    const scene = await openScene(modelSuite(PROGRAM, ['one']));
    const changes = modelSuite({ openai: { model: 'small', base_url: 'https://models.example/v1' } }, ['one']);
    const env = { OPENAI_API_KEY: REAL_KEY };
    const result = await scene.runPull(changes, { env });
    expect(result.exitCode).toBe(2);
    expect(result.commands.annotations).toEqual([
      expect.objectContaining({ level: 'error', message: expect.stringMatching(/allowed-hosts/) }),
    ]);
  },
);

it('a host of the workflow that would get the key without encryption is refused', async () => {
  const env = { OPENAI_BASE_URL: 'http://models.example/v1' };
  const run = await runAgainst({ script: well }, modelSuite(PROGRAM, ['one']), [], env);
  expect(run).toExit(2);
  expect(run.stderr).toMatch(/OPENAI_API_KEY over the network unencrypted; use https/);
});

it('models of Ollama are asked where OLLAMA_HOST says, without a key: of agent, judge and comparison', async () => {
  await using elsewhere = await startModelServer(well);
  await using ollama = await startModelServer(judging(() => ({ evidence: 'all is well', verdict: 'met' })));
  const env = { OLLAMA_HOST: new URL(ollama.base_urls.ollama).host, OLLAMA_API_KEY: REAL_KEY };
  const judge = { ollama: { model: 'judge' }, uncalibrated: 'allow' };
  const cases = { one: { expect: { judge: [{ id: 'well', ask: 'Is all well?' }] } } };
  const run = await runOnce(modelSuite({ ollama: { model: 'small' } }, cases, { judge }), elsewhere, [], env);
  expect(endsOf(run), run.stderr).toEqual(['passed']);
  expect(ollama.requests.map(({ path }) => path)).toEqual(['/v1/chat/completions', '/v1/chat/completions']);

  await using folder = await folderWith(modelSuite({ openai: { model: 'small' } }, ['one']));
  const compared = await folder.cli(['run', '--agents', 'openai:small,ollama:small', '--trials', '1'], {
    env: { ...environmentOf(elsewhere), ...env },
  });
  expect(compared).toExit(0);
  expect([elsewhere.requests.length, ollama.requests.length]).toEqual([1, 3]);
  expect(JSON.stringify(ollama.requests)).not.toContain(REAL_KEY);
});

/** A proxy that notes whom it was asked for, and connects nobody. */
async function startRefusingProxy() {
  const asked: string[] = [];
  const headers: string[] = [];
  const server = createServer();
  server.on('connect', (request, socket) => {
    asked.push(request.url ?? '');
    headers.push(JSON.stringify(request.headers));
    socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    get headers() {
      return headers.join();
    },
    [Symbol.asyncDispose]: close,
  };
}
