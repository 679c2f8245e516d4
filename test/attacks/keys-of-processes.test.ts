import { expect, test } from 'vitest';
import { folderWith } from '#test/support/cli-folder.ts';
import { BUILT_IN, environmentOf, modelSuite, PROGRAM } from '#test/support/model-suite.ts';
import { startModelServer } from '#test/testing/providers/model-server.ts';
import { evaluateFolder } from './evaluate-folder.ts';

const KEYS = {
  OPENAI_API_KEY: 'openai/real+key=0123456789',
  ANTHROPIC_API_KEY: 'anthropic/real+key=0123456789',
  OLLAMA_API_KEY: 'ollama/real+key=0123456789',
};

/** Notes all that a process knows of itself where nothing is redacted, in whatever role it is started. */
const SPY = `import { appendFileSync, readFileSync } from 'node:fs';
const read = (file) => { try { return readFileSync(file, 'latin1'); } catch { return ''; } };
const known = [JSON.stringify([process.env, process.argv, process.execArgv]), read('/proc/self/environ'), read('/proc/self/cmdline')];
appendFileSync('known.txt', known.join('\\n') + '\\n');
`;
const CHECK = `${SPY}console.log(JSON.stringify({ passed: true }));\n`;
const MODULE_CHECK = `${SPY}export default () => ({ passed: true });\n`;
const setup = [`${JSON.stringify(process.execPath)} spy.mjs`];
const custom = [{ command: [process.execPath, 'check.mjs'] }, { module: './module.mjs' }];

test.each([
  ['a recorded program', { ...PROGRAM, setup, command: [process.execPath, '--import', './spy.mjs', 'agent.mjs'] }],
  ['a built-in agent', BUILT_IN],
] as const)(
  'no process that is started for %s, its setup or its checks knows a key of a provider, in its environment or anywhere else',
  async (_, agent) => {
    await using server = await startModelServer({ script: () => ({ text: 'all is well' }), keys: Object.values(KEYS) });
    const suite = modelSuite(agent, { one: { expect: { custom } } });
    await using folder = await folderWith({ ...suite, 'spy.mjs': SPY, 'check.mjs': CHECK, 'module.mjs': MODULE_CHECK });
    const run = await evaluateFolder(folder.path, { environment: { ...environmentOf(server), ...KEYS } });
    expect(run.verdict, run.said).toBe('pass');
    const known = await folder.read('known.txt');
    expect(known).toContain('PATH');
    for (const [name, key] of Object.entries(KEYS)) expect(known, name).not.toContain(key);
  },
);
