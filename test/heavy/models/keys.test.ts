import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { freePort } from '#test/runner/agents/http/support.ts';
import { folderWith } from '#test/support/cli-folder.ts';
import {
  BOTH_KINDS,
  BUILT_IN,
  environmentOf,
  modelSuite,
  occurrences,
  PROGRAM,
  runModels,
} from '#test/support/model-suite.ts';
import { program } from '#test/support/program.ts';
import { it as withScene } from '#test/support/scene.ts';
import { json } from '#test/support/scripted-suite.ts';
import { artifactFiles } from '#test/support/stored-artifact.ts';
import { startModelServer } from '#test/testing/providers/model-server.ts';
import { call, called } from '#test/testing/providers/rules.ts';
import type { ModelScript } from '#test/testing/providers/script.ts';

const KEYS = {
  OPENAI_API_KEY: 'sk-openai/real+key=&<one>0123456789',
  ANTHROPIC_API_KEY: 'sk-ant-real/key+two=&<x>0123456789',
  OLLAMA_API_KEY: 'ollama/real+key+three=&<y>0123456789',
};

const well: ModelScript = () => ({ text: 'all is well' });

/** Says all it can find out about itself and its parent, in every place that an agent has, after asking its model. */
const PRINTER = program('environment-printer.mjs');

describe('a program whose calls are recorded', () => {
  const agent = {
    ...PROGRAM,
    env: { MODE: 'test' },
    setup: [`${JSON.stringify(process.execPath)} agent.mjs say`],
  };
  const suite = { ...modelSuite(agent, ['one', 'two']), 'agent.mjs': PRINTER };

  withScene(
    'can print all that it knows: no key of a provider is in it, nor in anything that the run leaves',
    async (openScene) => {
      await using server = await startModelServer({ script: well, keys: Object.values(KEYS) });
      const scene = await openScene(suite);
      const temp = await mkdtemp(join(tmpdir(), 'results-'));
      const result = await scene.runPull(
        {},
        {
          env: { ...environmentOf(server), ...KEYS, MODEL_REGION: 'north-by-northwest', RUNNER_TEMP: temp },
          inputs: { 'pass-env': 'MODEL_REGION', trajectories: 'all' },
        },
      );
      // The case fails, so that what the agent said is quoted in comment and summary.
      expect(result.outputs['verdict']).toBe('fail');
      expect(server.requests.map(({ status }) => status)).toEqual([200, 200]);
      expect(server.requests[0]?.headers.authorization).toBe(`Bearer ${KEYS.OPENAI_API_KEY}`);

      const folder = join(temp, 'agent-eval-results');
      const files = await Promise.all(
        (await readdir(folder)).map(async (name) => [name, await readFile(join(folder, name), 'utf8')] as const),
      );
      const { state } = scene.fake;
      const stored = artifactFiles(state, 'agent-eval-trajectories')['trajectories.jsonl'] ?? '';
      const [first = ''] = stored.split('\n');
      const [turn] = JSON.parse(first).trajectory.turns;
      // The agent really told its environment: the dummy keys are in it.
      expect(turn.output).toContain('OPENAI_API_KEY');
      expect(turn.output).toContain('agent-eval-dummy-key');
      const places: readonly (readonly [string, string])[] = [
        ...files,
        ...Object.entries(artifactFiles(state)),
        ...Object.entries(artifactFiles(state, 'agent-eval-trajectories')),
        ['comment', state.comments[0]?.body ?? ''],
        ['summary', result.summary],
        [
          'log',
          result.stdout
            .split('\n')
            .filter((line) => !line.startsWith('::add-mask::'))
            .join('\n'),
        ],
        ['standard error', `. ${result.stderr}`],
        ['outputs', json(result.outputs)],
        ['annotations', json(result.commands.annotations)],
        ['requests', json(scene.fake.requests.map(({ body, path, query }) => [body, path, query]))],
      ];
      for (const [place, text] of places) {
        expect(text, place).not.toBe('');
        for (const [name, key] of Object.entries(KEYS)) expect(leaks(text, key), `${name} in ${place}`).toEqual([]);
      }
      // The agent sees what was handed on by name, and its value is a secret too.
      expect(turn.output).toContain('MODEL_REGION');
      await rm(temp, { recursive: true });
    },
  );

  withScene('is never handed a key: naming it in pass-env is refused', async (openScene) => {
    const scene = await openScene(suite);
    const result = await scene.runPull({}, { env: KEYS, inputs: { 'pass-env': Object.keys(KEYS).join() } });
    expect(result.exitCode, result.stdout).toBe(2);
    const told = result.commands.annotations.map(({ message }) => message).join();
    expect(told).toContain(`pass-env: ${Object.keys(KEYS).join(', ')} would give the agent`);
    expect(told).toContain('real key');
  });
});

/** Tells its environment as its result, in whatever role it is started. */
const TELLS = 'const env = () => JSON.stringify({ env: process.env, argv: process.argv });\n';
const SERVER = `${TELLS}import { createServer } from 'node:http';
createServer((request, response) => {
  let text = '';
  request.on('data', (chunk) => { text += chunk; });
  request.on('end', () => response.end(text === '' ? '' : JSON.stringify({ id: JSON.parse(text).id, output: env() })));
}).listen(Number(process.env.PORT), '127.0.0.1');
`;
const ONE_SHOT = `${TELLS}console.log(JSON.stringify({ output: env() }));\n`;
const MODULE = `${TELLS}export default () => ({ output: env() });\n`;
const MOCK = `${TELLS}export default () => env();\n`;

const completes = { one: { expect: { completes: true } } };
const mocked = { openai: { ...BUILT_IN.openai, mocks: { look_up: { module: './program.mjs' } } } };

describe.each([
  [
    'a program that is started for each trial',
    { ...PROGRAM, command: [process.execPath, 'program.mjs'], mode: 'one-shot' },
    completes,
    ONE_SHOT,
  ],
  ['a module', { module: './program.mjs', record: true }, completes, MODULE],
  ['a module whose calls are not recorded', { module: './program.mjs' }, completes, MODULE],
  ['a module that stands in for a tool', mocked, completes, MOCK],
] as const)('%s', (_, agent, cases, program) => {
  it('is not handed a key', async () => {
    const asks: ModelScript = (request) =>
      called(request, 'look_up') === 0 ? { calls: [call('look_up')] } : { text: 'all is well' };
    await using server = await startModelServer({ script: asks });
    await using folder = await folderWith({ ...modelSuite(agent, cases), 'program.mjs': program });
    const env = { ...environmentOf(server), ...KEYS, MODEL_REGION: 'north' };
    const { stdout, stderr } = await folder.cli(['run', '--pass-env', 'MODEL_REGION'], { env });
    const texts = await textsIn(join(folder.path, 'agent-eval-results'));
    const sent = JSON.stringify(server.requests.map(({ body }) => body));
    // It was started, and told what it has.
    expect(`${texts.join()}${sent}`, stderr).toContain('MODEL_REGION');
    for (const text of [...texts, sent, stdout, stderr]) {
      for (const key of Object.values(KEYS)) expect(leaks(text, key)).toEqual([]);
    }
  });
});

it('a server that is started for the agent is not handed a key', async () => {
  await using server = await startModelServer({ script: well });
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/`;
  const agent = { http: { url, start: [process.execPath, 'server.mjs'] }, env: { PORT: String(port) }, record: true };
  await using folder = await folderWith({ ...modelSuite(agent, completes), 'server.mjs': SERVER });
  const { stderr } = await folder.cli(['run'], { env: { ...environmentOf(server), ...KEYS } });
  const text = await folder.read('agent-eval-results/trajectories.jsonl');
  expect(text, stderr).toContain('agent-eval-dummy-key');
  for (const key of Object.values(KEYS)) expect(leaks(text, key)).toEqual([]);
});

it('a secret that the agent tells its model is not in the cassettes, and they serve all the same', async () => {
  await using server = await startModelServer({
    script: ({ messages }) => ({ text: `all is well: ${messages[0]?.text}` }),
  });
  const agent = { ...PROGRAM, command: [process.execPath, 'talks.mjs'] };
  await using folder = await folderWith({ ...modelSuite(agent, ['one']), 'talks.mjs': program('secret-teller.mjs') });
  const secret = 'top/secret+value=of the&shop';
  const env = { MY_SECRET: secret };
  await runModels(folder, server, ['--pass-env', 'MY_SECRET', '--replay', 'record'], env);
  const cassette = await folder.read('agent-eval-cassettes/one.json');
  expect(cassette).toContain('all is well');
  expect(leaks(cassette, secret)).toEqual([]);
  const replayed = await runModels(folder, server, ['--pass-env', 'MY_SECRET', '--replay', 'strict'], env);
  expect(
    replayed.trials.map(({ outcome, source }) => [outcome, source]),
    replayed.stderr,
  ).toEqual([['passed', 'replayed']]);
  expect(server.requests).toHaveLength(1);
});

describe.each([
  [
    'its error',
    ({ headers }) => ({ fault: { status: 400, error: { message: `bad request with ${headers['authorization']}` } } }),
  ],
  ['its answer', ({ headers }) => ({ text: `bad request with ${headers['authorization']}` })],
] satisfies readonly (readonly [string, ModelScript])[])('a key that a provider repeats in %s', (_, echo) => {
  it.each(BOTH_KINDS)('is in no file, no cassette and not on the screen, with %s', async (_, agent) => {
    await using server = await startModelServer({ script: echo });
    await using folder = await folderWith(modelSuite(agent, ['one']));
    const env = { ...environmentOf(server), ...KEYS };
    const { stdout, stderr } = await folder.cli(['run', '--replay', 'record'], { env });
    const results = await textsIn(join(folder.path, 'agent-eval-results'));
    const cassettes = await textsIn(join(folder.path, 'agent-eval-cassettes'));
    expect(results.join()).toContain('bad request with');
    expect(cassettes.join()).toContain('bad request with');
    for (const text of [...results, ...cassettes, stdout, stderr]) expect(leaks(text, KEYS.OPENAI_API_KEY)).toEqual([]);
  });
});

it('a key is found by this test wherever it is hidden', () => {
  for (const key of Object.values(KEYS)) {
    for (const pad of ['', 'x', 'xy']) {
      const inside = `${pad}${key} and more`;
      expect(leaks(inside, key)).toContain('raw');
      expect(leaks(JSON.stringify(JSON.stringify({ inside })), key)).toContain('raw');
      expect(leaks(encodeURIComponent(inside), key)).toContain('url');
      expect(leaks(Buffer.from(inside).toString('base64'), key)).toContain('base64');
    }
  }
});

async function textsIn(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder);
  return Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
}

/** Ways in which a text holds a key. */
function leaks(text: string, key: string): readonly string[] {
  const plain = text
    .replaceAll('&amp;', '&')
    .replaceAll('&lt;', '<')
    .replace(/\\+(["\\/])/g, '$1');
  const base64 = [0, 1, 2].map((shift) =>
    // The part of the base64 of any longer text that the key alone decides.
    Buffer.from(`${'x'.repeat(shift)}${key}`)
      .toString('base64')
      .slice(shift === 0 ? 0 : 4, -4),
  );
  const spellings = {
    raw: [key],
    url: [encodeURIComponent(key)],
    base64: [...base64, Buffer.from(key).toString('base64url').slice(0, -4)],
  };
  return Object.entries(spellings)
    .filter(([, parts]) => parts.some((part) => occurrences(text, part) + occurrences(plain, part) > 0))
    .map(([name]) => name);
}
