import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { folderWith } from '#test/support/cli-folder.ts';
import { BUILT_IN, modelSuite, PROGRAM, REAL_KEY } from '#test/support/model-suite.ts';
import { scriptedSuite, TRACE } from '#test/support/scripted-suite.ts';
import { startModelServer } from '#test/testing/providers/model-server.ts';
import type { ModelScript } from '#test/testing/providers/script.ts';
import { evaluateFolder } from './evaluate-folder.ts';

const well: ModelScript = () => ({ text: 'all is well' });

/** A suite with a built-in agent that has more keys. */
function builtIn(more: Readonly<Record<string, unknown>>) {
  return modelSuite({ openai: { ...BUILT_IN.openai, ...more } }, ['one']);
}

describe('a pull request that has its config send the key to a host of its own', () => {
  test.each([
    'https://evil.example/v1',
    'https://api.openai.com.evil.example/v1',
    'https://api.openai.com@evil.example/v1',
    'http://169.254.169.254/latest/meta-data',
  ])('by base_url %s is refused before anything is asked', async (base_url) => {
    await using folder = await folderWith(builtIn({ base_url }));
    const run = await evaluateFolder(folder.path, { environment: { OPENAI_API_KEY: REAL_KEY } });
    expect(run.kind).not.toBe('evaluated');
    expect(run.text).toMatch(/allowed-hosts|user name or password/);
    expect(run.text).not.toContain(REAL_KEY);
  });

  test('by a base_url on this machine gives it a dummy in place of the key', async () => {
    await using server = await startModelServer(well);
    await using folder = await folderWith(builtIn({ base_url: server.base_urls.openai }));
    const run = await evaluateFolder(folder.path, { environment: { OPENAI_API_KEY: REAL_KEY } });
    expect(run.trials, run.text).toBe(1);
    expect(server.requests).toHaveLength(1);
    expect(JSON.stringify(server.requests[0]?.headers)).not.toContain(REAL_KEY);
  });

  test.each([
    ['api_key', 'mine'],
    ['headers', { 'x-to': 'evil.example' }],
    ['proxy', 'http://evil.example'],
    ['fetch', './fetch.mjs'],
  ])('by %s is refused: there is no such setting', async (name, value) => {
    await using folder = await folderWith(builtIn({ [name]: value }));
    const run = await evaluateFolder(folder.path, { environment: { OPENAI_API_KEY: REAL_KEY } });
    expect(run.kind).toBe('invalid');
    expect(run.text).toContain(name);
  });

  test('by a base URL in agent.env of a recorded program gives it a dummy in place of the key', async () => {
    await using server = await startModelServer(well, { keys: [REAL_KEY] });
    await using other = await startModelServer(well);
    await using folder = await folderWith(
      modelSuite({ ...PROGRAM, env: { OPENAI_BASE_URL: other.base_urls.openai } }, ['one']),
    );
    const environment = { OPENAI_API_KEY: REAL_KEY, OPENAI_BASE_URL: server.base_urls.openai };
    const run = await evaluateFolder(folder.path, { environment });
    expect(run.trials, run.text).toBe(1);
    expect(other.requests).toHaveLength(1);
    expect(JSON.stringify(other.requests[0]?.headers)).not.toContain(REAL_KEY);
  });

  test('by a base URL of a stranger in agent.env of a recorded program is refused', async () => {
    const env = { OPENAI_BASE_URL: 'https://evil.example/v1' };
    await using folder = await folderWith(modelSuite({ ...PROGRAM, env }, ['one']));
    const run = await evaluateFolder(folder.path, { environment: { OPENAI_API_KEY: REAL_KEY } });
    expect(run.kind).toBe('refused');
    expect(run.text).toContain('allowed-hosts');
  });
});

test.each([
  ['url', { url: 'http://169.254.169.254/latest/meta-data' }],
  ['url of a private network', { url: 'http://10.0.0.7:8080/turn' }],
  ['url in other digits', { url: 'http://2852039166/latest/meta-data' }],
  ['url of this machine for everybody', { url: 'http://0.0.0.0:9/turn' }],
  ['ready_url', { url: 'http://127.0.0.1:9/turn', ready_url: 'http://metadata.google.internal/' }],
])(
  'a config that has turns sent into the network of the runner by its %s is refused, and nothing is started',
  async (_, http) => {
    const agent = { http: { ...http, start: [process.execPath, 'agent.mjs'] } };
    await using folder = await folderWith(scriptedSuite({ one: {} }, { agent }));
    const run = await evaluateFolder(folder.path);
    expect(run.text).toContain('name it in the input allowed-hosts');
    expect(run.trials).toBe(0);
    expect(existsSync(join(folder.path, TRACE))).toBe(false);
  },
);
