import { describe, expect, it } from 'vitest';
import { startModelServer } from '#test/support/model-server/model-server.ts';
import type { ModelScript } from '#test/support/model-server/script.ts';
import { BOTH_KINDS, modelSuite, PROGRAM, REAL_KEY, runOnce } from '#test/support/model-suite.ts';

const MILLION = 1_000_000;

/** 1000 tokens in, of which 600 came from a cache and 100 went to one where the provider tells; 50 out, 20 of them thoughts. */
const cached: ModelScript = ({ provider }) => ({
  text: 'all is well',
  usage: {
    input: 1000,
    output: 50,
    cache_read: 600,
    ...(provider === 'anthropic' ? { cache_write: 100 } : { reasoning: 20 }),
  },
});
const price = { input: 2, output: 8, input_cache_read: 0.5, input_cache_write: 2.5 };

const AGENTS = [
  ...BOTH_KINDS,
  ['a built-in agent of Responses', { openai: { model: 'small', api: 'responses' } }],
] as const;

describe.each(AGENTS)('the tokens of %s', (_, agent) => {
  it('cost what the config says, those from the cache apart', async () => {
    await using server = await startModelServer({ script: cached });
    const run = await runOnce(modelSuite(agent, ['one'], { prices: { small: price } }), server);
    expect(run.trials[0]?.usage).toMatchObject({
      input_tokens: 1000,
      cache_read_tokens: 600,
      output_tokens: 50,
      total_tokens: 1050,
    });
    expect((run.trials[0]?.usage.cost_usd ?? 0) * MILLION).toBeCloseTo(400 * 2 + 600 * 0.5 + 50 * 8);
  });

  it('from the cache cost as much as others when nothing is said of them', async () => {
    await using server = await startModelServer({ script: cached });
    const run = await runOnce(modelSuite(agent, ['one'], { prices: { small: { input: 2, output: 8 } } }), server);
    expect((run.trials[0]?.usage.cost_usd ?? 0) * MILLION).toBeCloseTo(1000 * 2 + 50 * 8);
  });

  it('without a price cost nobody knows what: null, never 0', async () => {
    await using server = await startModelServer({ script: cached });
    const run = await runOnce(modelSuite(agent, ['one']), server);
    expect(run.trials[0]?.usage).toMatchObject({ total_tokens: 1050, cost_usd: null });
    expect(run.stderr).not.toContain('$');
  });

  it('of a model with a price of another cost nobody knows what', async () => {
    await using server = await startModelServer({ script: () => ({ text: 'all is well', model: 'tiny-2026-01-01' }) });
    const run = await runOnce(modelSuite(agent, ['one'], { prices: { large: price } }), server);
    expect(run.trials[0]?.usage.cost_usd, run.stderr).toBeNull();
  });
});

it('tokens that Anthropic writes to its cache have a price of their own', async () => {
  await using server = await startModelServer({ script: cached });
  const files = modelSuite({ anthropic: { model: 'small' } }, ['one'], { prices: { small: price } });
  const run = await runOnce(files, server, [], { ANTHROPIC_API_KEY: REAL_KEY });
  expect(run.trials[0]?.usage).toMatchObject({
    input_tokens: 1000,
    cache_read_tokens: 600,
    cache_write_tokens: 100,
    output_tokens: 50,
  });
  expect((run.trials[0]?.usage.cost_usd ?? 0) * MILLION).toBeCloseTo(300 * 2 + 600 * 0.5 + 100 * 2.5 + 50 * 8);
});

it('a model that is asked for by an alias has the price of the alias, and that of its own name goes first', async () => {
  await using server = await startModelServer({
    script: () => ({ text: 'all is well', model: 'small-2026-01-01', usage: { input: 100, output: 0 } }),
  });
  const alias = await runOnce(modelSuite(PROGRAM, ['one'], { prices: { small: { input: 1, output: 1 } } }), server);
  expect((alias.trials[0]?.usage.cost_usd ?? 0) * MILLION).toBeCloseTo(100);
  const prices = { small: { input: 1, output: 1 }, 'small-2026-01-01': { input: 3, output: 1 } };
  const own = await runOnce(modelSuite(PROGRAM, ['one'], { prices }), server);
  expect((own.trials[0]?.usage.cost_usd ?? 0) * MILLION).toBeCloseTo(300);
});

it('one call of a trial without a price makes its cost unknown', async () => {
  const script: ModelScript = ({ messages }) => ({
    text: 'all is well',
    model: messages.length > 1 ? 'dear' : 'small',
  });
  await using server = await startModelServer({ script });
  const turns = [
    { input: 'a', expect: { completes: true } },
    { input: 'b', expect: { completes: true } },
  ];
  const run = await runOnce(
    modelSuite({ ...PROGRAM, env: { MODEL: 'auto' } }, { one: { turns } }, { prices: { small: price } }),
    server,
  );
  expect(run.trials[0]?.usage.cost_usd, run.stderr).toBeNull();
  expect(run.trials[0]?.usage.total_tokens).toBeGreaterThan(0);
});
