import { describe, expect, test } from 'vitest';
import { type UpgradeFile, upgradeFileSchema } from '#gate/upgrade/upgrade-file.ts';
import { type Folder, folderWith } from '#test/support/cli-folder.ts';
import { BUILT_IN, environmentOf, modelSuite, PROGRAM } from '#test/support/model-suite.ts';
import { startModelServer } from '#test/testing/providers/model-server.ts';
import type { ModelScript } from '#test/testing/providers/script.ts';

const CASES = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'];
/** Every case must look something up. */
const DEMAND = { tools: ['look_up'], response: { contains: ['well'] } };
const PRICES = Object.fromEntries(
  ['small', 'equal', 'careless'].map((id) => [id, { input: 1, output: id === 'equal' ? 1 : 4 }]),
);

/** Models that look up and then answer well; `careless` looks up nothing in two of the cases. */
const script: ModelScript = ({ model, messages }) => {
  const forgets = model === 'careless' && /^input of [ab]$/.test(messages[0]?.text ?? '');
  const looks = !forgets && messages.every(({ role }) => role === 'user');
  const usage = { input: 1_000, output: 100 };
  return looks ? { calls: [{ name: 'look_up', arguments: { what: 'it' } }], usage } : { text: 'well', usage };
};

const suite = (agent: Readonly<Record<string, unknown>> = BUILT_IN, config = {}) =>
  modelSuite(agent, Object.fromEntries(CASES.map((id) => [id, { expect: DEMAND, ...(id === 'c' && { trials: 2 }) }])), {
    prices: PRICES,
    concurrency: 4,
    ...config,
  });

async function upgraded(folder: Folder, server: Parameters<typeof environmentOf>[0], args: readonly string[]) {
  const run = await folder.cli(['upgrade', '--json', ...args], { env: environmentOf(server) });
  const file: UpgradeFile | null = run.stdout.startsWith('{') ? JSON.parse(run.stdout) : null;
  return { ...run, file, standings: file?.candidates.map(({ model, standing }) => [model, standing.kind]) };
}

describe('upgrade', () => {
  test('shows an equal model, names the two regressions of another, and says which id nobody knows, under one budget', async () => {
    await using server = await startModelServer(script, { models: ['small', 'equal', 'careless'] });
    await using folder = await folderWith(suite());
    const run = await upgraded(folder, server, ['--to', 'equal,careless,unknown']);
    expect([run.exitCode, run.standings], run.stderr).toEqual([
      0,
      [
        ['equal', 'shown'],
        ['careless', 'worse-cases'],
        ['unknown', 'failed'],
      ],
    ]);
    const { file } = run;
    expect(upgradeFileSchema.parse(file)).toEqual(file);
    expect(file).toMatchObject({
      agent: null,
      file: 'agent-eval.yml',
      places: [{ path: ['agent', 'openai', 'model'], line: 5 }],
      today: { model: 'small', figures: { pass_rate: 1 }, frontier: false },
      candidates: [
        { falls: [], figures: { pass_rate: 1, tool_recall: 1 }, frontier: true },
        {
          falls: ['a', 'b'].map((id) => ({ id, proven: true, candidate: { passed: 0 } })),
          figures: { tool_recall: 0.8 },
        },
        { figures: { scored: 0 }, frontier: null, rounds: 0 },
      ],
    });
    expect(file?.spent.trials, 'nobody goes on for a model that can’t run').toBeLessThan(300);
    const said =
      'careless is not shown: after 6 rounds of 10 cases it is proven worse in a (0/6, today 6/6), b (0/6, today 6/6)';
    for (const text of [
      run.stderr,
      await folder.read('agent-eval-results/upgrade.md'),
      await folder.read('agent-eval-results/report.html'),
    ])
      for (const part of [said, 'worst case', 'on the frontier']) expect(text).toContain(part);
    expect(run.stderr).toMatch(/unknown could not run: .*unknown/);
    expect(JSON.parse(await folder.read('agent-eval-results/upgrade.json'))).toEqual(file);
    expect(await folder.read('agent-eval.yml'), 'the config stays').toBe(suite()['agent-eval.yml']);
  });

  test('says from runs of main what it will cost, and costs that within a fifth', async () => {
    await using server = await startModelServer(script);
    await using folder = await folderWith(suite());
    await folder.cli(['run', '--trials', '5', '--output', 'main'], { env: environmentOf(server) });
    const run = await upgraded(folder, server, ['--to', 'equal', '--baseline', 'main']);
    expect([run.exitCode, run.standings], run.stderr).toEqual([0, [['equal', 'shown']]]);
    const { said, spent } = run.file ?? expect.fail(run.stderr);
    expect(said.low).toBe(said.high);
    for (const [before, after] of [
      [said.high, spent.trials],
      [said.cost_usd, spent.cost_usd],
    ])
      expect(Math.abs((after ?? 0) / (before ?? 0) - 1), JSON.stringify({ said, spent })).toBeLessThan(0.2);
    expect(run.stderr).toContain(`about ${said.high} trials in all`);
    expect(run.stderr, 'one number for the most').toContain(`${said.most} trials to run`);
  });

  test('a cap leaves candidates open; a dead model of today, or a program that asks no other model, shows none', async () => {
    await using server = await startModelServer(script, { models: ['small', 'equal'] });
    await using folder = await folderWith(suite());
    const capped = await upgraded(folder, server, ['--to', 'equal', '--max-trials', '30']);
    expect([capped.exitCode, capped.file?.candidates[0]?.standing], capped.stderr).toEqual([
      3,
      { kind: 'open', because: 'cap' },
    ]);
    expect(capped.stderr).toContain('A cap is below this: candidates that it cuts off stay open');
    await folder.write({
      'agent-eval.yml': suite({ openai: { ...BUILT_IN.openai, model: 'gone' } })['agent-eval.yml'] ?? '',
    });
    const dead = await upgraded(folder, server, ['--to', 'equal']);
    expect([dead.exitCode, dead.standings], dead.stderr).toEqual([4, [['equal', 'failed']]]);
    for (const [variable, record, code, standing] of [
      ['MODEL', true, 0, 'shown'],
      ['UNREAD_MODEL', true, 1, 'same-model'],
      ['UNREAD_MODEL', false, 3, 'open'],
    ] as const) {
      const program = { ...PROGRAM, record, env: { [variable]: 'small' } };
      await folder.write({ 'agent-eval.yml': suite(program)['agent-eval.yml'] ?? '' });
      const run = await upgraded(folder, server, ['--to', 'equal']);
      expect(run.file?.places).toMatchObject([{ path: ['agent', 'env', variable] }]);
      expect([run.exitCode, run.standings], run.stderr).toEqual([code, [['equal', standing]]]);
    }
  });

  test("today's model among the candidates is left out, and alone it is no fault: a schedule asks for it after the move", async () => {
    await using server = await startModelServer(script, { models: ['small', 'equal'] });
    await using folder = await folderWith(suite());
    const alone = await upgraded(folder, server, ['--to', 'small']);
    expect([alone.exitCode, alone.file, server.requests.length]).toEqual([0, null, 0]);
    expect(alone.stderr).toContain("small is today's model already: nothing to try");
    const both = await upgraded(folder, server, ['--to', 'small,equal', '--cases', 'a,b']);
    expect([both.standings?.map(([model]) => model), both.file?.part]).toEqual([['equal'], true]);
    const twins = await upgraded(folder, server, ['--to', 'x/y,x:y', '--cases', 'a']);
    expect(twins.standings, twins.stderr).toEqual([
      ['x/y', 'failed'],
      ['x:y', 'failed'],
    ]);
    for (const name of ['x-y', 'x-y~2']) await folder.read(`agent-eval-results/${name}/results.json`);
  });

  test.each<[string, Readonly<Record<string, unknown>>, readonly string[], string]>([
    [
      'a config that names no model',
      PROGRAM,
      ['--to', 'b'],
      'looked at the variables of env (none is called MODEL or ends in _MODEL), and the arguments of its program',
    ],
    [
      'several models',
      { ...PROGRAM, env: { MODEL: 'a', JUDGE_MODEL: 'c' } },
      ['--to', 'b'],
      'env.MODEL says a, env.JUDGE_MODEL says c',
    ],
    ['an agent that nobody knows', BUILT_IN, ['--to', 'b', '--agent', 'other'], 'no agent is called "other"'],
    ['an id that could be more than a name', BUILT_IN, ['--to', 'x" }, run: [sh]'], 'is no id of a model'],
    [
      'a margin of nothing',
      BUILT_IN,
      ['--to', 'b', '--margin', '0'],
      '--margin is "0"; expected a number from 0.01 to 0.5',
    ],
  ])('refuses %s before the first trial', async (_, agent, args, words) => {
    await using folder = await folderWith(suite(agent));
    const run = await folder.cli(['upgrade', ...args], { env: { OPENAI_API_KEY: 'x' } });
    expect([run.exitCode, run.stdout]).toEqual([2, '']);
    expect(run.stderr).toContain(words);
  });
});
