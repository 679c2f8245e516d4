import { describe, expect, it } from 'vitest';
import { startModelServer } from '#test/support/model-server/model-server.ts';
import { call, called } from '#test/support/model-server/rules.ts';
import type { ModelScript } from '#test/support/model-server/script.ts';
import { endsOf, modelSuite, occurrences, REAL_KEY, runOnce } from '#test/support/model-suite.ts';

const SETTINGS = {
  tools: 'tools.json',
  mocks: { look_up: { value: { found: true } } },
  temperature: 0.5,
  max_output_tokens: 99,
};
const ARN = 'arn:aws:bedrock:eu-central-1:123456789012:inference-profile/small';
const AWS = { AWS_ACCESS_KEY_ID: 'AKIAEXAMPLE', AWS_REGION: 'eu-central-1' };
/** What its tokens cost. */
const PRICE = { input: 2, output: 8 };

const PROVIDERS = [
  {
    name: 'Gemini with its key',
    agent: { gemini: { ...SETTINGS, model: 'small', seed: true, extra: { safetySettings: [] } } },
    model: 'small',
    path: '/models/small:generateContent',
    keys: { GEMINI_API_KEY: REAL_KEY },
    missing: 'GEMINI_API_KEY',
    host: {},
    base: 'GOOGLE_GEMINI_BASE_URL',
  },
  {
    name: 'Bedrock with an API key',
    agent: { bedrock: { ...SETTINGS, model: 'small' } },
    model: 'small',
    path: '/model/small/converse',
    keys: { AWS_BEARER_TOKEN_BEDROCK: REAL_KEY },
    missing: 'AWS_BEARER_TOKEN_BEDROCK',
    host: {},
    base: 'AWS_ENDPOINT_URL_BEDROCK_RUNTIME',
  },
  {
    name: 'Bedrock with credentials of AWS and an ARN',
    agent: { bedrock: { ...SETTINGS, model: ARN } },
    model: ARN,
    path: `/model/${encodeURIComponent(ARN)}/converse`,
    keys: { ...AWS, AWS_SECRET_ACCESS_KEY: REAL_KEY },
    missing: 'AWS_BEARER_TOKEN_BEDROCK',
    host: AWS,
    base: 'AWS_ENDPOINT_URL_BEDROCK_RUNTIME',
  },
] as const;

const script: ModelScript = (request) =>
  called(request, 'look_up') === 0
    ? { calls: [call('look_up', { what: 'one' }), call('look_up', { what: 'two' })], usage: { input: 90, output: 10 } }
    : { text: 'all is well', usage: { input: 90, output: 10 } };

describe.each(PROVIDERS)('a built-in agent of $name', ({ agent, model, path, keys, missing, host, base }) => {
  it('calls its tools, is paid for by its prices, and leaves no key behind', async () => {
    await using server = await startModelServer({ script, keys: [REAL_KEY] });
    const looked = { expect: { tools: [{ name: 'look_up', args: { what: 'one' } }, { name: 'look_up' }] } };
    const files = modelSuite(agent, { one: looked }, { prices: { [model]: PRICE } });
    const run = await runOnce(files, server, [], keys);
    expect(endsOf(run), run.stderr).toEqual(['passed']);
    expect(run.trials[0]).toMatchObject({ steps: 2, usage: { total_tokens: 200, models: [model] } });
    expect(run.trials[0]?.usage.cost_usd).toBeCloseTo((180 * 2 + 20 * 8) / 1e6, 12);
    expect(server.failures).toEqual([]);
    expect(server.requests.map((request) => request.path.endsWith(path))).toEqual([true, true]);
    expect(occurrences(JSON.stringify(run), REAL_KEY)).toBe(0);
  });

  it('whose key is refused ends the run after one call', async () => {
    await using server = await startModelServer({ script, keys: ['another-key-0123456789'] });
    const run = await runOnce(modelSuite(agent, ['one', 'two']), server, [], keys);
    expect(run.exitCode, run.stderr).toBe(4);
    expect(server.requests).toHaveLength(1);
    expect(occurrences(run.stderr, REAL_KEY)).toBe(0);
  });

  it('without a key is told which to set, and nothing is sent', async () => {
    await using server = await startModelServer({ script });
    const run = await runOnce(modelSuite(agent, ['one']), server, [], { ...host, [base]: '' });
    expect(run.stderr).toContain(missing);
    expect(run.exitCode).not.toBe(0);
    expect(server.requests).toEqual([]);
  });
});
