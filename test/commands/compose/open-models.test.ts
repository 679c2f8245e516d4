import { expect, onTestFinished, test } from 'vitest';
import { openModels } from '#commands/compose/models/open-models.ts';
import { systemClock } from '#commands/terminal/clock.ts';
import { parseConfig } from '#config/parsing/parse-config.ts';
import { createBudget, NO_CAPS } from '#runner/trials/budget.ts';
import { mustBeRead } from '#test/support/must-be-read.ts';
import { startModelServer } from '#test/testing/providers/model-server.ts';
import type { ModelScript } from '#test/testing/providers/script.ts';
import type { CallContext } from '#wire/ports.ts';
import { standingClock } from '../../wire/gateway/clocks.ts';

const CONTEXT: CallContext = { ledger: 'agent', attempt: null, onWait: () => undefined, onCall: () => undefined };
const NEVER = new AbortController().signal;
const USER = { anthropic: { model: 'claude' } };
const SPEC = { persona: 'p', goal: 'g', max_turns: 3, stop: [], opening: null };

async function modelsOf(config: object, environment: Readonly<Record<string, string>> = {}, clock = systemClock) {
  const text = JSON.stringify({ version: 1, cases: ['c.yml'], ...config });
  const parsed = parseConfig(text, 'agent-eval.yml');
  mustBeRead(parsed);
  const opened = await openModels({
    config: parsed.config,
    environment,
    allowed_hosts: [],
    replay: null,
    cassette_folder: '/nowhere',
    judges: true,
    budget: createBudget(NO_CAPS, clock),
    clock,
    redact: (text) => text,
  });
  if ('access' in opened) onTestFinished(() => opened.access.close());
  return opened;
}

test('what ends the run for the simulated user ends it for the agent, though the config names a host for the agent', async () => {
  const empty = { type: 'billing_error', message: 'Your credit balance is too low' };
  const server = await startModelServer(() => ({ fault: { status: 400, error: empty } }));
  onTestFinished(() => server.close());
  const agent = { command: ['a'], record: true, env: { OPENAI_BASE_URL: 'http://127.0.0.1:9/v1' } };
  const environment = { ANTHROPIC_BASE_URL: server.base_urls.anthropic, ANTHROPIC_API_KEY: 'sk-0123456789' };
  const opened = await modelsOf({ agent, simulated_user: USER }, environment);
  if ('problem' in opened) expect.fail(opened.problem);
  const { user, gateway } = opened.access;
  await expect(user?.next(SPEC, [], CONTEXT, NEVER)).rejects.toThrow(/credit/);
  const asked = server.requests.length;
  const request = { provider: 'anthropic', method: 'POST', path: '/messages', headers: {}, body: '{}' } as const;
  expect((await gateway?.call(request, CONTEXT, NEVER))?.status).toBe(401);
  expect(server.requests).toHaveLength(asked);
});

test.each([
  { record: true, problem: /models\.example.*allowed-hosts/ },
  { record: false, problem: null },
])('a host in the env of an agent must be allowed where its calls go through us: record $record', async (row) => {
  const agent = { command: ['a'], record: row.record, env: { OPENAI_BASE_URL: 'https://models.example/v1' } };
  const opened = await modelsOf({ agent, simulated_user: USER });
  if (row.problem === null) expect(opened).toHaveProperty('access');
  else expect(opened).toMatchObject({ problem: expect.stringMatching(row.problem) });
});

test.each([
  { host: 'the same host', own: false, asked: 0 },
  { host: 'a host of its own', own: true, asked: 1 },
])(
  'while the agent is told to wait, a judge at $host makes $asked calls: hosts have one limiter',
  async ({ own, asked }) => {
    const busy = { fault: { status: 429, retry_after: 60 } };
    const script: ModelScript = ({ model }) => (model === 'judge-1' ? { text: '{}' } : busy);
    const [server, other] = await Promise.all([startModelServer(script), startModelServer(script)]);
    onTestFinished(async () => void (await Promise.all([server.close(), other.close()])));
    const clock = standingClock();
    const environment = { OPENAI_BASE_URL: server.base_urls.openai, OPENAI_API_KEY: 'sk-0123456789' };
    const openai = { model: 'judge-1', ...(own && { base_url: other.base_urls.openai }) };
    const opened = await modelsOf({ agent: { openai: { model: 'small' } }, judge: { openai } }, environment, clock);
    if ('problem' in opened) expect.fail(opened.problem);
    const { gateway, judge, close } = opened.access;
    const messages = [{ role: 'user', content: 'hello' }];
    const body = JSON.stringify({ model: 'small', messages });
    const request = { provider: 'openai', method: 'POST', path: '/chat/completions', headers: {}, body } as const;
    const stop = new AbortController();
    const refused = gateway?.call(request, CONTEXT, stop.signal).catch(() => null);
    await clock.sleeping;

    const criterion = { id: 'polite', ask: 'Is it polite?', sees: ['answer'] } as const;
    const question = {
      id: 'judge.polite',
      criterion,
      turn: null,
      blocks: [{ part: 'answer', title: 'answer', text: 'All is well.' }],
      settled: null,
    } as const;
    const judged = judge?.judge({ case_id: 'one', index: 1, questions: [question] }, stop.signal).catch(() => null);
    // As long as the other judge needs to be answered, and more.
    for (let trip = 0; trip < 20; trip += 1)
      await fetch(`${server.base_urls.openai}/models`).then((response) => response.text());
    const calls = [...server.requests, ...other.requests].filter(({ body: sent }) => sent?.['model'] === 'judge-1');
    expect(Math.min(1, calls.length)).toBe(asked);
    stop.abort();
    await Promise.all([refused, judged]);
    await close();
  },
);

async function variablesOf(agent: object, environment: Readonly<Record<string, string>>) {
  const opened = await modelsOf({ agent: { command: ['a'], ...agent } }, environment);
  if ('problem' in opened) expect.fail(opened.problem);
  return (await opened.access.recorder?.open())?.variables ?? {};
}

test("Azure's variables are an agent's only if its host is named, with a dummy key and the version that the workflow or the config names", async () => {
  const AZURE_OPENAI_ENDPOINT = 'https://shop.openai.azure.com';
  const environment = {
    AZURE_OPENAI_ENDPOINT,
    AZURE_OPENAI_API_KEY: 'real-0123456789',
    OPENAI_API_VERSION: '2024-10-21',
  };
  const without = await variablesOf({ record: true }, { OPENAI_API_VERSION: '2024-10-21' });
  expect(Object.keys(without).filter((name) => /AZURE|VERSION/.test(name))).toEqual([]);
  expect(await variablesOf({ record: true }, environment)).toMatchObject({
    AZURE_OPENAI_ENDPOINT: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/\d+\/azure$/),
    AZURE_OPENAI_API_KEY: expect.stringMatching(/^agent-eval-dummy-key/),
    OPENAI_API_VERSION: '2024-10-21',
  });
  const own = await variablesOf({ record: true, env: { OPENAI_API_VERSION: 'preview' } }, environment);
  expect(own).not.toHaveProperty('OPENAI_API_VERSION');
});

test('a preload leads clients of the hosts that the run uses; without it nothing is loaded into an agent', async () => {
  const environment = { OPENAI_BASE_URL: 'https://models.example/v1' };
  expect(await variablesOf({ record: true }, environment)).not.toHaveProperty('NODE_OPTIONS');
  const { AGENT_EVAL_PRELOAD = '{}', NODE_OPTIONS } = await variablesOf({ record: { preload: true } }, environment);
  expect(NODE_OPTIONS).toMatch(/^--require "\S+node\.cjs"$/);
  expect(Object.keys(JSON.parse(AGENT_EVAL_PRELOAD).hosts)).toEqual(
    expect.arrayContaining([
      'api.openai.com',
      'models.example',
      'api.anthropic.com',
      'generativelanguage.googleapis.com',
    ]),
  );
});
