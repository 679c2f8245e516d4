import { describe, expect, it } from 'vitest';
import { BOTH_KINDS, modelSuite, PROGRAM, REAL_KEY, runAgainst } from '#test/support/model-suite.ts';
import type { ModelScript } from '#test/testing/providers/script.ts';

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
    const run = await runAgainst({ script: cached }, modelSuite(agent, ['one'], { prices: { small: price } }));
    expect(run.trials[0]?.usage).toMatchObject({
      input_tokens: 1000,
      cache_read_tokens: 600,
      output_tokens: 50,
      total_tokens: 1050,
    });
    expect((run.trials[0]?.usage.cost_usd ?? 0) * MILLION).toBeCloseTo(400 * 2 + 600 * 0.5 + 50 * 8);
  });
});

it('tokens without a price cost nobody knows what: null, never 0', async () => {
  const run = await runAgainst({ script: cached }, modelSuite(PROGRAM, ['one']));
  expect(run.trials[0]?.usage).toMatchObject({ total_tokens: 1050, cost_usd: null });
  expect(run.stderr).not.toContain('$');
});

it('tokens that Anthropic writes to its cache have a price of their own', async () => {
  const files = modelSuite({ anthropic: { model: 'small' } }, ['one'], { prices: { small: price } });
  const run = await runAgainst({ script: cached }, files, [], { ANTHROPIC_API_KEY: REAL_KEY });
  expect(run.trials[0]?.usage).toMatchObject({
    input_tokens: 1000,
    cache_read_tokens: 600,
    cache_write_tokens: 100,
    output_tokens: 50,
  });
  expect((run.trials[0]?.usage.cost_usd ?? 0) * MILLION).toBeCloseTo(300 * 2 + 600 * 0.5 + 100 * 2.5 + 50 * 8);
});
