import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { ModelComparison } from '#report/model-comparison/model-comparison.ts';
import { folderWith } from '#test/support/cli-folder.ts';
import { BUILT_IN, modelSuite, REAL_KEY } from '#test/support/model-suite.ts';
import { program } from '#test/support/program.ts';
import { comment, it } from '#test/support/scene.ts';
import { json } from '#test/support/scripted-suite.ts';
import { labelledEvent, scheduleEvent } from '#test/testing/github/payloads.ts';
import { startModelServer } from '#test/testing/providers/model-server.ts';

const NODE = process.execPath;

/** A worker that answers well in the first `GOOD` of ten trials of a case, and writes down which trial it ran. */
const WORKER = program('tracing-worker.mjs');

const worker = (who: string, good: number, env: Readonly<Record<string, string>> = {}) => ({
  command: [NODE, 'worker.mjs'],
  env: { WHO: who, GOOD: String(good), ...env },
});

function suite(agents: Readonly<Record<string, unknown>>, config: Readonly<Record<string, unknown>> = {}) {
  const cases = ['one', 'two', 'three', 'four'].map((id) => ({
    id,
    input: id,
    expect: { response: { contains: ['well'] } },
  }));
  return {
    'worker.mjs': WORKER,
    'evals/cases.yml': json({ cases }),
    'agent-eval.yml': json({ version: 1, agents, cases: ['evals/*.yml'], concurrency: 2, ...config }),
  };
}

const GOOD_AND_BAD = { good: worker('good', 10), bad: worker('bad', 3, { COST: '0.02' }) };
const ON_GITHUB = suite(
  { good: worker('good', 10), bad: worker('bad', 3) },
  { trials: 10, pull_request_labels: { start: false, skip: true } },
);

describe('run --agents', () => {
  test('runs every case with every agent in turn, prints one table, and stores a folder for each', async () => {
    await using folder = await folderWith(suite(GOOD_AND_BAD));
    const run = await folder.cli(['run', '--agents', 'good,bad', '--trials', '10', '--json']);
    expect(run).toExit(0);
    expect(run.survivors).toEqual([]);
    const comparison: ModelComparison = JSON.parse(run.stdout);
    expect(comparison.agents).toMatchObject([
      {
        name: 'good',
        scored: 40,
        passed: 40,
        tokens: 100,
        cost_usd: expect.closeTo(0.01),
        cost_per_pass_usd: expect.closeTo(0.01),
      },
      { name: 'bad', scored: 40, passed: 12, tokens: 100, cost_usd: expect.closeTo(0.02) },
    ]);
    expect(comparison.pairs[0]).toMatchObject({ better: 'good', difference: expect.closeTo(-0.7) });
    expect(run.stderr).toContain('good passes more than bad: 70 points');
    expect(run.stderr).toContain('80 trials to run');

    const output = join(folder.path, 'agent-eval-results');
    expect((await readdir(output)).sort()).toEqual([
      ...['.gitignore', 'bad', 'comparison.json', 'comparison.md', 'good', 'report.html'],
    ]);
    expect(run.stderr).toContain('Results: agent-eval-results/report.html, and a folder for each agent next to it');
    expect(await readFile(join(output, 'report.html'), 'utf8')).toContain('good passes more than bad: 70 points');
    expect(JSON.parse(await readFile(join(output, 'comparison.json'), 'utf8'))).toEqual(comparison);
    const { cases } = await folder.results('agent-eval-results/bad');
    expect(cases.map(({ trials }) => trials.length)).toEqual([10, 10, 10, 10]);

    const lines = await trace(folder.path);
    const seeds = (who: string) => lines.flatMap((line) => (line.startsWith(who) ? line.slice(who.length) : [])).sort();
    expect(seeds('good'), 'the same trials with the same seeds').toEqual(seeds('bad'));
    const who = lines.map((line) => line.split(' ')[0]);
    const turns = who.filter((name, at) => name !== who[at - 1]);
    expect(turns, 'nobody runs first each time').toEqual(
      Array.from({ length: 11 }, (_, at) => (at % 2 === 0 ? 'good' : 'bad')),
    );
  });

  test('one cap holds for all of them together, and cuts them alike', async () => {
    await using folder = await folderWith(suite(GOOD_AND_BAD));
    const run = await folder.cli(['run', '--agents', '*', '--trials', '10', '--max-cost-usd', '0.5']);
    expect(run).toExit(0);
    expect(run.stdout).toContain('max-cost-usd $0.50 is reached');
    expect(run.stdout).toContain('the agents are compared on the trials that ran until then');
    const { good = 0, bad = 0 } = await turns(folder.path);
    expect(Math.abs(good - bad)).toBeLessThanOrEqual(4);
    expect(run.stdout).toMatch(/bad: \d+ of 40 trials are missing; it is judged by the others/);
  });

  test('compares the others if one can’t run, and says so with its exit code', async () => {
    const dead = { command: [NODE, '-e', 'process.exit(3)'] };
    await using folder = await folderWith(suite({ ...GOOD_AND_BAD, dead }));
    const run = await folder.cli(['run', '--agents', '*', '--trials', '10']);
    expect(run.exitCode).toBe(4);
    expect(run.stdout).toContain('good passes more than bad');
    expect(run.stdout).toMatch(/dead could not run: /);
  });

  test('compares models of a built-in agent without a change of the config, and stores what was served', async () => {
    await using server = await startModelServer(({ model }) => ({ text: model === 'strong' ? 'well' : 'badly' }), {
      keys: [REAL_KEY],
    });
    await using folder = await folderWith(
      modelSuite({ ...BUILT_IN, needs: ['OPENAI_API_KEY'] }, ['one', 'two', 'three']),
    );
    const env = { OPENAI_BASE_URL: server.base_urls.openai, OPENAI_API_KEY: REAL_KEY };
    const args = ['run', '--agents', 'openai:strong,openai:weak', '--trials', '5'];
    const run = await folder.cli(args, { env });
    expect(run).toExit(0);
    expect(run.stdout).toContain('openai-strong passes more than openai-weak: 100 points');
    const markdown = await folder.read('agent-eval-results/comparison.md');
    expect(markdown).toContain('<code>openai-weak</code> (<code>weak</code>)');
    const without = await folder.cli(args, { env: { OPENAI_BASE_URL: server.base_urls.openai } });
    expect([without.exitCode, without.stderr]).toEqual([
      2,
      expect.stringContaining('openai-strong: it needs OPENAI_API_KEY, which is empty or missing in the environment'),
    ]);
  });
});

it('the input agents posts their table, with intervals and the cost of a passed trial, and gates nothing', async (openScene) => {
  const scene = await openScene(ON_GITHUB);
  const { event, checkout } = await scene.openPull({ 'README.md': 'words' });
  const gate = await scene.run(event, { workspace: checkout, inputs: { trials: '1' } });
  expect(gate.outputs, gate.stdout).toMatchObject({ verdict: 'inconclusive', trials: '4' });
  const before = scene.fake.state.artifacts.length;

  const result = await scene.run(event, { workspace: checkout, inputs: { agents: '*' } });
  expect(result).toExit(0);
  expect(result.outputs).toMatchObject({ verdict: '', passed: '', trials: '80' });
  expect(await turns(checkout)).toEqual({ good: 44, bad: 40 });
  expect(scene.fake.state.comments, 'beside the comment of the gate').toHaveLength(2);
  const table = comment(scene);
  expect(table).toContain('2 agents, 4 cases × 10 trials each');
  expect(table).toMatch(/good passes more than bad: 70 points \(95 %: \d/);
  expect(table).toMatch(/bad.*18\.1.*45\.4.*12\/40.*0\.0333/);
  expect(result.summary).toContain('### Agents compared');
  const uploaded = scene.fake.state.artifacts.slice(before).map(({ name }) => name);
  expect(uploaded, 'nothing that a run could take for a baseline').toEqual([
    expect.stringMatching(/^agent-eval-report-agents-\d+-1\.html$/),
  ]);

  await scene.run(event, { workspace: checkout, inputs: { agents: 'good,bad', 'max-cost-usd': '0.2' } });
  expect(scene.fake.state.comments).toHaveLength(2);
  expect(comment(scene)).toMatch(
    /max-cost-usd .* is reached: .*the agents are compared on the trials that ran until then/,
  );
  const { good = 0, bad = 0 } = await turns(checkout);
  expect(good + bad, 'of 80 trials those that 20 cents pay, and those under way by then').toBeLessThan(84 + 30);
});

it('nothing runs where a label says so, or where a shard is asked for', async (openScene) => {
  const scene = await openScene(ON_GITHUB);
  const { pull, checkout } = await scene.openPull();
  const skip = labelledEvent(scene.fake.state, pull, ['eval: skip']);
  const skipped = await scene.run(skip, { workspace: checkout, inputs: { agents: '*' } });
  expect([skipped.exitCode, await turns(checkout)], skipped.stdout).toEqual([0, {}]);
  expect(skipped.stdout).toContain('The agents were not compared: the label "eval: skip" asks for that');
  const event = scheduleEvent(scene.fake.state, scene.repository.main());
  const shard = await scene.run(event, { inputs: { agents: '*', shard: '1/2' } });
  expect([shard.exitCode, shard.stdout]).toEqual([
    2,
    expect.stringContaining('input agents compares agents in one job'),
  ]);
});

/** What the agents noted in a folder. */
async function trace(folder: string): Promise<readonly string[]> {
  const text = await readFile(join(folder, 'trace'), 'utf8').catch(() => '');
  return text.split('\n').filter((line) => line !== '');
}

/** Turns of each agent in a folder. */
async function turns(folder: string): Promise<Readonly<Record<string, number>>> {
  const counts: Record<string, number> = {};
  for (const [who = ''] of (await trace(folder)).map((line) => line.split(' '))) counts[who] = (counts[who] ?? 0) + 1;
  return counts;
}
