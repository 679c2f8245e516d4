/** Clients that read no setting, led to the recorder by what their process loads before them. */

import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { recordedSpec } from '#runner/agents/command/recorded-spec.ts';
import { newFolder } from '#test/support/new-folder.ts';
import { knownHosts } from '#wire/recorder/preload/known-hosts.ts';
import { recorderFor } from './support.ts';

const HOSTS = knownHosts([
  { provider: 'openai', base_url: 'https://models.example/base/v1' },
  { provider: 'openrouter', base_url: 'https://openrouter.ai/api/v1' },
  { provider: 'anthropic', base_url: 'http://127.0.0.1:1' },
]);

/** Runs a program as the recorder's agents run, and gives what it printed. */
async function played(
  recorder: ReturnType<typeof recorderFor>,
  command: readonly [string, ...string[]],
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  const session = await recorder.open();
  const cwd = tmpdir();
  const spec = recordedSpec(
    { command, cwd, environment: { PATH: process.env['PATH'] ?? '', ...env } },
    { models: session, mcp: null },
  );
  const [program, ...args] = command;
  const child = spawn(program, args, { cwd, env: spec.environment, stdio: ['ignore', 'pipe', 'inherit'] });
  return await text(child.stdout);
}

test('a host of a provider is the one that it has in public, or that the run uses for it', () => {
  expect(HOSTS).toEqual({
    'api.openai.com': { provider: 'openai', root: '' },
    'models.example': { provider: 'openai', root: '/base' },
    'openrouter.ai': { provider: 'openrouter', root: '/api' },
    'api.anthropic.com': { provider: 'anthropic', root: '' },
  });
});

test.each([
  ['fetch', "await fetch('https://api.openai.com/v1/chat/completions', { method: 'POST', body: '{}' })"],
  [
    'https',
    "await new Promise((done) => require('https').request('https://api.openai.com/v1/chat/completions', { method: 'POST' }, done).end('{}'))",
  ],
])('%s of Node to a host of a provider comes to the recorder', async (_, asked) => {
  await using recorder = recorderFor(undefined, undefined, HOSTS);
  const program = `(async () => { const { status, statusCode } = ${asked}; console.log(status ?? statusCode); process.exit(); })()`;
  expect(await played(recorder, [process.execPath, '-e', program])).toBe('200\n');
  expect(recorder.received[0]?.request).toMatchObject({ provider: 'openai', path: '/chat/completions', body: '{}' });
  expect(recorder.notes()).toEqual([
    "requests of the agent's processes by host, as record.preload saw them: api.openai.com (1, recorded).",
  ]);
});

test('the path before the version of an API is left out, and a process with nothing left to do ends', async () => {
  await using recorder = recorderFor(undefined, undefined, HOSTS);
  const program =
    "fetch('https://models.example/base/v1/models').then((told) => told.text()).then(() => fetch('https://openrouter.ai/api/v1/models')).then((told) => told.text())";
  await played(recorder, [process.execPath, '-e', program]);
  expect(recorder.received.map(({ request: { provider, path } }) => [provider, path])).toEqual([
    ['openai', '/models'],
    ['openrouter', '/models'],
  ]);
});

test('other hosts are asked as usual, and listed in the report; what the process writes there itself counts as a host or is left out', async () => {
  await using recorder = recorderFor(undefined, undefined, HOSTS);
  const program = `
    const { log } = JSON.parse(process.env.AGENT_EVAL_PRELOAD);
    require('fs').appendFileSync(log, '::error::forged\\n<script>\\n@everyone\\nforged.example\\nhalf a li');
    fetch('https://nobody.invalid/').catch((error) => console.log(error.cause.code));`;
  expect(await played(recorder, [process.execPath, '-e', program])).toMatch(/^E/);
  expect(recorder.notes()).toEqual([
    expect.stringMatching(
      /^requests of the agent's processes by host, as record.preload saw them: forged.example \(1\)\. To record another model's host, .*OPENAI_BASE_URL/,
    ),
  ]);
});

test("a user's own options of Node and sitecustomize of Python are loaded too", async () => {
  await using recorder = recorderFor(undefined, undefined, HOSTS);
  const folder = newFolder('preload');
  await writeFile(join(folder, 'own.cjs'), "console.log('own options')");
  await writeFile(join(folder, 'sitecustomize.py'), "print('own sitecustomize')");
  const options = { NODE_OPTIONS: `--require ${join(folder, 'own.cjs')}` };
  expect(await played(recorder, [process.execPath, '-e', '0'], options)).toBe('own options\n');
  const python = await played(recorder, ['python3', '-c', "print('program')"], { PYTHONPATH: folder });
  expect(python).toBe('own sitecustomize\nprogram\n');
});
