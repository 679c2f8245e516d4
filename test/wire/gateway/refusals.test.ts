import { expect, test } from 'vitest';
import type { ModelScript } from '#test/testing/providers/script.ts';
import { standingClock } from './clocks.ts';
import { CHAT, MESSAGES, REAL_KEY, startScene } from './scene.ts';

const fine: ModelScript = () => ({ text: 'Sunny.' });
const other = { ...CHAT, model: 'gpt-9' };

test('a wrong key is one call upstream and one message, whoever calls afterwards', async () => {
  await using scene = await startScene(fine, { keys: ['sk-another'] });
  const first = await scene.ask();
  expect(first.status).toBe(401);
  const later = await Promise.all(Array.from({ length: 40 }, () => scene.ask()));
  expect(scene.server.requests).toHaveLength(1);
  expect(new Set(later.map(({ text }) => text)).size).toBe(1);
  expect(later[0]).toMatchObject({ status: 401, headers: { 'x-should-retry': 'false' } });
  expect(scene.gateway.refusal()).toMatch(
    /^127\.0\.0\.1:\d+ refuses the key of OPENAI_API_KEY \(401\): Incorrect API key provided: \[key\]\. .*; check the secret$/,
  );
  expect(JSON.stringify([first, later, scene.calls, scene.gateway.refusal()])).not.toContain(REAL_KEY);
  expect(scene.calls).toHaveLength(41);
  expect(scene.calls.every(({ fault }) => fault?.kind === 'rejected')).toBe(true);
});

test('a refused key ends the waits of all others, at other hosts too', async () => {
  const clock = standingClock();
  await using elsewhere = await startScene(fine, { keys: ['sk-another'] });
  await using scene = await startScene(() => ({ fault: { status: 429, retry_after: 60 } }), {
    clock,
    environment: { ANTHROPIC_BASE_URL: elsewhere.server.base_urls.anthropic },
  });
  const backingOff = scene.ask();
  await clock.sleeping;
  const queued = scene.ask();
  await scene.ask({ provider: 'anthropic', body: MESSAGES });
  expect((await backingOff).text).toContain('refuses the key of ANTHROPIC_API_KEY');
  expect((await queued).text).toContain('refuses the key of ANTHROPIC_API_KEY');
  expect(scene.server.requests).toHaveLength(1);
});

test('closing ends the waits', async () => {
  const clock = standingClock();
  await using scene = await startScene(() => ({ fault: { status: 429, retry_after: 60 } }), { clock });
  const waiting = scene.ask();
  await clock.sleeping;
  await scene.gateway.close();
  expect((await waiting).status).toBe(499);
});

test('a key that is missing is named', async () => {
  await using scene = await startScene(fine, { environment: { OPENAI_API_KEY: '' } });
  await scene.ask();
  expect(scene.gateway.refusal()).toContain('requires a key (401)');
  expect(scene.gateway.refusal()).toContain('set OPENAI_API_KEY in the environment (in a workflow: under env)');
});

test.each([
  { provider: 'openai', asked: { body: other } },
  { provider: 'anthropic', asked: { provider: 'anthropic', body: { ...MESSAGES, model: 'gpt-9' } } },
  { provider: 'ollama', asked: { provider: 'ollama', body: other } },
] as const)('a model that $provider does not know ends the run with one message', async ({ asked }) => {
  await using scene = await startScene(fine, { models: ['gpt-4o'] });
  expect((await scene.ask(asked)).status).toBe(404);
  await scene.ask(asked);
  expect(scene.server.requests).toHaveLength(1);
  expect(scene.gateway.refusal()).toMatch(/does not know the model "gpt-9" \(404\): .*; check its name$/);
});

test('a model that has answered once is known: a later 404 is the request’s own', async () => {
  let known = true;
  await using scene = await startScene(() =>
    known
      ? { text: 'Sunny.' }
      : { fault: { status: 404, error: { code: 'model_not_found', message: 'The model `gpt-4o` does not exist' } } },
  );
  await scene.ask();
  known = false;
  await scene.ask();
  expect(scene.gateway.refusal()).toBeNull();
  expect(scene.calls[1]?.fault).toMatchObject({ kind: 'rejected', status: 404 });
});

test('a 403 is about the key until the host has answered once, then about the request', async () => {
  const forbidden = { fault: { status: 403, error: { message: 'not from here' } } } as const;
  await using never = await startScene(() => forbidden);
  await never.ask();
  expect(never.gateway.refusal()).toContain('(403)');

  let blocked = false;
  await using once = await startScene(() => (blocked ? forbidden : { text: 'Sunny.' }));
  await once.ask();
  blocked = true;
  await once.ask();
  expect(once.gateway.refusal()).toBeNull();
  expect(once.calls[1]?.fault).toMatchObject({ kind: 'rejected', status: 403 });
});

test('a look for a server that is not there ends nothing, a call to its model does', async () => {
  await using scene = await startScene(fine, { environment: { OLLAMA_HOST: 'http://127.0.0.1:1' } });
  const looked = await scene.ask({ provider: 'ollama', method: 'GET', path: '/api/tags' });
  expect(looked.status).toBe(502);
  expect(scene.gateway.refusal()).toBeNull();
  expect((await scene.ask()).status).toBe(200);
  await scene.ask({ provider: 'ollama' });
  expect(scene.gateway.refusal()).toMatch(/^no connection to 127\.0\.0\.1:1: /);
});

test('an empty account is not waited for, though it says 429', async () => {
  const error = { type: 'insufficient_quota', code: 'insufficient_quota', message: 'You exceeded your current quota' };
  await using scene = await startScene(() => ({ fault: { status: 429, error, retry_after: 1 } }));
  await scene.ask();
  await scene.ask();
  expect(scene.server.requests).toHaveLength(1);
  expect(scene.gateway.refusal()).toContain('has no credit left for the key of OPENAI_API_KEY (429)');
});

test('a request that is wrong in itself stops nobody else', async () => {
  let asked = 0;
  await using scene = await startScene(() => {
    asked += 1;
    return asked === 1
      ? { fault: { status: 400, error: { message: 'messages: must not be empty' } } }
      : { text: 'Sunny.' };
  });
  await scene.ask();
  expect((await scene.ask()).status).toBe(200);
  expect(scene.gateway.refusal()).toBeNull();
});

test('steps that are used up are refused before anything is sent, as the provider would say it', async () => {
  await using scene = await startScene(fine);
  const context = { refusal: () => 'max_steps 3 is reached' };
  const openai = await scene.ask({ context });
  expect(openai).toMatchObject({ status: 403, headers: { 'x-should-retry': 'false' } });
  expect(JSON.parse(openai.text)).toMatchObject({ error: { message: 'agent-eval: max_steps 3 is reached' } });
  const anthropic = await scene.ask({ context, provider: 'anthropic', body: MESSAGES });
  expect(JSON.parse(anthropic.text)).toMatchObject({
    type: 'error',
    error: { message: 'agent-eval: max_steps 3 is reached' },
  });
  const ollama = await scene.ask({ context, provider: 'ollama' });
  expect(JSON.parse(ollama.text)).toEqual({ error: 'agent-eval: max_steps 3 is reached' });
  expect(scene.server.requests).toHaveLength(0);
  expect(scene.calls.map(({ fault, tries }) => [fault?.kind, tries])).toEqual(Array(3).fill(['limit', 0]));
});

test('embeddings are no steps', async () => {
  await using scene = await startScene(fine);
  const told = await scene.ask({
    path: '/embeddings',
    body: { model: 'm', input: 'x' },
    context: { refusal: () => 'max_steps 3 is reached' },
  });
  expect(told.status).toBe(200);
});

test.each([
  { method: 'POST', path: '/images/generations' },
  { method: 'POST', path: '/../admin' },
  { method: 'GET', path: '/chat/completions' },
] as const)('$method $path is not served, and the message says what is', async (asked) => {
  await using scene = await startScene(fine);
  const told = await scene.ask(asked);
  expect(told.status).toBe(404);
  expect(told.text).toContain('/chat/completions');
  expect(scene.server.requests).toHaveLength(0);
  expect(scene.calls).toHaveLength(0);
});

test('what costs nothing is passed on and not reported', async () => {
  await using scene = await startScene(fine);
  const told = await scene.ask({ method: 'GET', path: '/models' });
  expect(told.status).toBe(200);
  expect(JSON.parse(told.text)).toHaveProperty('data');
  expect(scene.calls).toHaveLength(0);
  expect(scene.budget.spent()).toEqual({ tokens: 0, cost_usd: 0, trials: 0 });
});

test('a server that answered once and is gone then is an outage', async () => {
  await using scene = await startScene(fine, { patience: { failures: 1 } });
  await scene.ask();
  await scene.server.close();
  expect((await scene.ask()).status).toBe(502);
  expect(scene.gateway.refusal()).toBeNull();
});
