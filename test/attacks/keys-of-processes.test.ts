import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { freePort } from '#test/runner/agents/http/support.ts';
import { folderWith } from '#test/support/cli-folder.ts';
import { BUILT_IN, environmentOf, modelSuite, PROGRAM } from '#test/support/model-suite.ts';
import { startModelServer } from '#test/testing/providers/model-server.ts';
import { call, called } from '#test/testing/providers/rules.ts';
import type { ModelScript } from '#test/testing/providers/script.ts';
import { evaluateFolder } from './evaluate-folder.ts';

const KEYS = {
  OPENAI_API_KEY: 'openai/real+key=0123456789',
  ANTHROPIC_API_KEY: 'anthropic/real+key=0123456789',
  OLLAMA_API_KEY: 'ollama/real+key=0123456789',
};

const ROLES = {
  setup: '',
  'check-program': 'console.log(JSON.stringify({ passed: true }));',
  'check-module': 'export default () => ({ passed: true });',
  program: "await import('./agent.mjs');",
  'one-shot': "console.log(JSON.stringify({ output: 'all is well' }));",
  module: "export default () => ({ output: 'all is well' });",
  mock: "export default () => 'found';",
  server: `import { createServer } from 'node:http';
createServer((request, response) => {
  let text = '';
  request.on('data', (chunk) => { text += chunk; });
  request.on('end', () => response.end(text && JSON.stringify({ id: JSON.parse(text).id, output: 'all is well' })));
}).listen(Number(process.env.PORT), '127.0.0.1');`,
} as const;

type Role = keyof typeof ROLES;

/** Notes all that a process knows of itself where nothing is redacted. */
const spying = (role: Role) => `import { appendFileSync, readFileSync } from 'node:fs';
const read = (file) => { try { return readFileSync(file, 'latin1'); } catch { return ''; } };
const known = [JSON.stringify([process.env, process.argv, process.execArgv]), read('/proc/self/environ'), read('/proc/self/cmdline')];
appendFileSync('known.txt', 'role ${role}: ' + known.join('\\n') + '\\n');
${ROLES[role]}
`;

const FILES = Object.fromEntries((Object.keys(ROLES) as Role[]).map((role) => [`${role}.mjs`, spying(role)]));
const NODE = process.execPath;
const setup = [`${JSON.stringify(NODE)} setup.mjs`];
const custom = [{ command: [NODE, 'check-program.mjs'] }, { module: './check-module.mjs' }];
const port = await freePort();
const server = { url: `http://127.0.0.1:${port}/`, start: [NODE, 'server.mjs'] };
const mocks = { look_up: { module: './mock.mjs' } };

const looksUp: ModelScript = (request) =>
  called(request, 'look_up') === 0 ? { calls: [call('look_up')] } : { text: 'all is well' };

// Whatever is started without an environment of its own would have that of the run.
beforeAll(() => {
  for (const [name, key] of Object.entries(KEYS)) vi.stubEnv(name, key);
});
afterAll(() => {
  vi.unstubAllEnvs();
});

test.each<readonly [what: string, agent: Readonly<Record<string, unknown>>, roles: readonly Role[]]>([
  ['a recorded program', { ...PROGRAM, setup, command: [NODE, 'program.mjs'] }, ['setup', 'program']],
  ['a program of each trial', { ...PROGRAM, mode: 'one-shot', command: [NODE, 'one-shot.mjs'] }, ['one-shot']],
  ['a recorded module', { module: './module.mjs', record: true }, ['module']],
  ['a module that is not recorded', { module: './module.mjs' }, ['module']],
  ['a recorded server', { http: server, env: { PORT: String(port) }, record: true }, ['server']],
  ['a built-in agent', { openai: { ...BUILT_IN.openai, mocks } }, ['mock']],
])(
  'no process that is started for %s, its setup or its checks knows a key of a provider, in its environment or anywhere else',
  async (_, agent, roles) => {
    await using models = await startModelServer(looksUp, { keys: Object.values(KEYS) });
    const suite = modelSuite(agent, { one: { expect: { custom } } });
    await using folder = await folderWith({ ...suite, ...FILES });
    const run = await evaluateFolder(folder.path, { environment: { ...environmentOf(models), ...KEYS } });
    // Undecided: a recorded agent that answers by itself.
    expect(['pass', 'inconclusive'], run.text).toContain(run.verdict);
    const known = await folder.read('known.txt');
    for (const role of [...roles, 'check-program', 'check-module']) expect(known).toContain(`role ${role}: [{"`);
    for (const [name, key] of Object.entries(KEYS)) expect(known, name).not.toContain(key);
  },
);
