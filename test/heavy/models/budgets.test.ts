import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  BOTH_KINDS,
  BUILT_IN,
  endsOf,
  environmentOf,
  type ModelRun,
  modelSuite,
  PROGRAM,
  runAgainst,
} from '#test/support/model-suite.ts';
import { runCli } from '#test/support/run-cli.ts';
import { it as withScene } from '#test/support/scene.ts';
import { startModelServer } from '#test/testing/providers/model-server.ts';
import { call, called } from '#test/testing/providers/rules.ts';
import type { ModelScript } from '#test/testing/providers/script.ts';

/** 110 tokens an answer, $0.11 at these prices. */
const well: ModelScript = () => ({ text: 'all is well', usage: { input: 100, output: 10 } });
const prices = { small: { input: 1000, output: 1000 } };

const SIX = ['c1', 'c2', 'c3', 'c4', 'c5', 'c6'];

/** For a busy machine to get to its first trial; the rest of it is waiting. */
const LONG_ENOUGH = '9s';

/** A run that a cap cut short, whose trials all passed as far as they ran. */
function expectCut(run: ModelRun, cap: string, ran: number): void {
  expect(run.verdict, run.stderr).not.toBe('pass');
  expect(run.results).toMatchObject({ complete: false, stop: { reason: 'budget' } });
  expect(run.trials.filter(({ outcome }) => outcome === 'passed')).toHaveLength(ran);
  expect(run.trials.filter(({ outcome }) => outcome === 'failed')).toEqual([]);
  expect(run.stderr).toMatch(new RegExp(`Budget: ${cap} .*Left out: ${6 - ran} of 6 trials`));
}

describe.each(BOTH_KINDS)('%s', (_, agent) => {
  it.each([
    ['max-tokens', '250', 3],
    ['max-cost-usd', '0.25', 3],
    ['max-trials', '2', 2],
  ] as const)('stops at %s %s: no call more, what ran is kept, and it never passes', async (cap, value, ran) => {
    const run = await runAgainst({ script: well }, modelSuite(agent, SIX, { prices }), [`--${cap}`, value]);
    expectCut(run, cap, ran);
    expect(run.stderr).toContain('not tried at all: c');
    expect(run.server.requests).toHaveLength(ran);
  });

  it('overshoots by no more than the calls in flight', async () => {
    const files = modelSuite(agent, SIX, { prices, concurrency: 3, trials: 4 });
    const run = await runAgainst({ script: well, latency_ms: 30 }, files, ['--max-tokens', '500']);
    // The fifth answer reaches the cap; two more may be on their way.
    expect(run.server.requests.length).toBeLessThanOrEqual(7);
    expect(run.server.requests.length).toBeGreaterThanOrEqual(5);
    expect(run.trials.filter(({ outcome }) => outcome === 'passed')).toHaveLength(run.server.billed);
    expect(run.verdict).not.toBe('pass');
  });

  it('is broken off by a cap between two model calls of a trial: that trial is an error of the budget, not a failure', async () => {
    const script: ModelScript = (request) =>
      called(request, 'look_up') < 2
        ? { calls: [call('look_up')], usage: { input: 100, output: 10 } }
        : { text: 'all is well', usage: { input: 100, output: 10 } };
    const run = await runAgainst({ script }, modelSuite(agent, SIX, { prices }), ['--max-tokens', '500']);
    expect(run.server.requests).toHaveLength(5);
    expect(endsOf(run)).toEqual(['passed', 'error: budget']);
    expectCut(run, 'max-tokens', 1);
  });
});

it('max-duration does not wait for a host that asks for minutes of patience', async () => {
  const started = performance.now();
  const run = await runAgainst(
    { script: () => ({ fault: { status: 429, retry_after: 100 } }) },
    modelSuite(PROGRAM, SIX, { concurrency: 2 }),
    ['--max-duration', LONG_ENOUGH],
  );
  expect(performance.now() - started).toBeLessThan(90_000);
  expect(run.results, run.stderr).toMatchObject({ complete: false, stop: { reason: 'budget' } });
  expect(new Set(endsOf(run))).toEqual(new Set(['error: budget']));
});

/** Ways in which a change would pay less than main says, or have nobody know what it pays. */
const CHEAPER = [
  ['free', { prices: { small: { input: 0, output: 0 } } }, 'max-cost-usd $0.25 is reached'],
  ['without a price', { prices: {} }, 'no price for small'],
  [
    'under a name that main does not price',
    {
      prices: { ...prices, large: { input: 0, output: 0 } },
      agent: { openai: { ...BUILT_IN.openai, model: 'large' } },
    },
    'no price for the model "large"; add it under prices on the base branch first',
  ],
] as const;

describe('a change can’t lift a cap in dollars by saying that its model is', () => {
  withScene.for(CHEAPER)('%s', async ([, change, why], { openScene }) => {
    await using server = await startModelServer(well);
    const scene = await openScene(modelSuite(BUILT_IN, SIX, { prices }));
    const env = environmentOf(server);
    const files = modelSuite(BUILT_IN, SIX, change);
    const result = await scene.runPull(files, { env, inputs: { 'max-cost-usd': '0.25', confirm: 'never' } });
    expect(result).not.toDecide('pass');
    expect(result.stdout).toContain(why);
    expect(server.requests.length).toBeLessThanOrEqual(3);
  });

  withScene.for(CHEAPER)('%s, in a terminal too', async ([, change, why], { openScene }) => {
    await using server = await startModelServer(well);
    const { repository } = await openScene(modelSuite(BUILT_IN, SIX, { prices, trials: 1 }));
    const against = (cap: string) =>
      runCli(repository.path, ['run', '--against', 'main', '--confirm', 'never', '--max-cost-usd', cap], {
        env: environmentOf(server),
      });
    expect((await against('9')).exitCode).not.toBe(2);
    const paid = server.requests.length;
    for (const [path, text] of Object.entries(modelSuite(BUILT_IN, SIX, { trials: 1, ...change })))
      await writeFile(join(repository.path, path), text ?? '');
    const { stdout, stderr } = await against('0.25');
    expect(stdout + stderr).toContain(why);
    expect(server.requests.length - paid).toBeLessThanOrEqual(3);
  });
});
