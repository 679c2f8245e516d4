import { expect, it } from 'vitest';
import {
  BUILT_IN,
  environmentOf,
  modelSuite,
  occurrences,
  PROGRAM,
  REAL_KEY,
  runAgainst,
} from '#test/support/model-suite.ts';
import { comment, it as withScene } from '#test/support/scene.ts';
import { type ModelServerOptions, startModelServer } from '#test/testing/providers/model-server.ts';
import type { ModelScript } from '#test/testing/providers/script.ts';

const LANES = 3;

const KINDS = [
  ['a built-in agent of OpenAI', BUILT_IN, 'OPENAI_API_KEY'],
  ['a built-in agent of OpenAI, Responses', { openai: { model: 'small', api: 'responses' } }, 'OPENAI_API_KEY'],
  ['a built-in agent of Anthropic', { anthropic: { model: 'small' } }, 'ANTHROPIC_API_KEY'],
  ['a recorded program', PROGRAM, 'OPENAI_API_KEY'],
  ['a recorded program that answers all the same', { ...PROGRAM, env: { NOTHING: '' } }, 'OPENAI_API_KEY'],
] as const;

const well: ModelScript = () => ({ text: 'all is well' });

const noCredit: ModelScript = ({ provider }) => ({
  fault:
    provider === 'anthropic'
      ? { status: 400, error: { message: 'Your credit balance is too low to access the Anthropic API.' } }
      : {
          status: 429,
          error: {
            type: 'insufficient_quota',
            code: 'insufficient_quota',
            message: 'You exceeded your current quota.',
          },
        },
});

const REFUSALS: readonly (readonly [
  string,
  Omit<ModelServerOptions, 'script'> & { script?: ModelScript },
  (key: string) => RegExp,
])[] = [
  [
    'a wrong key',
    { keys: ['another-key'] },
    (key) => new RegExp(`127\\.0\\.0\\.1:\\d+ refuses the key of ${key} \\(401\\).*check the secret`),
  ],
  ['an unknown model', { models: ['large'] }, () => /127\.0\.0\.1:\d+ does not know the model "small".*check its name/],
  [
    'an empty account',
    { script: noCredit },
    (key) => new RegExp(`127\\.0\\.0\\.1:\\d+ has no credit left for the key of ${key}`),
  ],
];

/** Every kind of agent meets one of them, and a recorded program each. */
const MET = KINDS.flatMap(([name, agent, key], at) =>
  (agent === PROGRAM ? REFUSALS : REFUSALS.slice(at % 3, (at % 3) + 1)).map(
    ([what, options, message]) => [name, what, agent, options, key, message(key)] as const,
  ),
);

it.each(MET)(
  '%s is stopped by %s after the first calls, with one message',
  async (name, _, agent, options, key, message) => {
    const ids = Array.from({ length: 5 }, (_, index) => `c${index}`);
    const context = name.endsWith('all the same') ? { catch_errors: true } : {};
    const cases = Object.fromEntries(ids.map((id) => [id, { context }]));
    const files = modelSuite(agent, cases, { trials: 3, concurrency: LANES });
    const run = await runAgainst({ script: well, ...options }, files, [], { ANTHROPIC_API_KEY: REAL_KEY });
    expect(run).toExit(4);
    expect(run.verdict).toBe('error');
    expect(run.server.requests.length).toBeGreaterThan(0);
    expect(run.server.requests.length).toBeLessThanOrEqual(LANES);
    expect(run.stderr).toMatch(message);
    expect(occurrences(run.stderr, message.source.includes('model') ? 'does not know' : key), run.stderr).toBe(1);
    expect(run.stdout + run.stderr).not.toContain(REAL_KEY);
    expect(run.trials).toEqual([]);
    expect(run.results?.complete).toBe(false);
  },
);

withScene('a wrong key is one annotation and one sentence in the comment, whatever fail-on says', async (openScene) => {
  await using server = await startModelServer(well, { keys: ['another-key'] });
  const scene = await openScene(modelSuite(PROGRAM, ['one', 'two', 'three'], { trials: 3, concurrency: LANES }));
  const result = await scene.runPull({}, { env: environmentOf(server), inputs: { 'fail-on': 'never' } });
  expect(result.exitCode).toBe(4);
  expect(result.outputs).toMatchObject({ verdict: 'error', trials: '0' });
  expect(result.commands.annotations.filter(({ level }) => level === 'error')).toEqual([
    expect.objectContaining({ message: expect.stringMatching(/refuses the key of OPENAI_API_KEY/) }),
  ]);
  const said = comment(scene);
  expect(said).toMatch(/refuses the key of OPENAI_API_KEY.*check the secret/);
  expect(server.requests.length).toBeLessThanOrEqual(LANES);
});

it('a model that answered before is not unknown: later errors are those of their trials', async () => {
  const script: ModelScript = ({ messages }) =>
    messages.some(({ text }) => text.includes('two'))
      ? { fault: { status: 404, error: { code: 'model_not_found', message: 'The model `small` does not exist' } } }
      : { text: 'all is well' };
  const run = await runAgainst({ script }, modelSuite(BUILT_IN, ['one', 'two', 'three']));
  expect(run.trials.map(({ outcome }) => outcome === 'passed')).toEqual([true, false, true]);
});
