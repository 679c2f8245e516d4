import { describe, expect, test } from 'vitest';
import type { ModelScript } from '#test/testing/providers/script.ts';
import { CHAT, STREAMED, startScene } from '#test/wire/gateway/scene.ts';

const hangs: ModelScript = () => ({ fault: { kind: 'hang' } });

describe('a cap on tokens holds against an agent that', () => {
  test('hangs up on every call before it is answered', async () => {
    await using scene = await startScene(hangs, { caps: { max_tokens: 2000 } });
    for (let call = 0; call < 20; call += 1) {
      const hangUp = new AbortController();
      const asked = scene.ask({ signal: hangUp.signal });
      await expect.poll(() => scene.server.requests.length > call || scene.budget.exhausted() !== null).toBe(true);
      hangUp.abort();
      await asked;
    }
    expect(scene.server.requests.length).toBeLessThan(6);
    expect(scene.budget.exhausted()).toContain('max-tokens 2,000 is reached');
  });

  test.each([true, 1, 'true'])(
    'asks for background responses (%j), whose cost nobody tells: they are refused',
    async (background) => {
      await using scene = await startScene(() => ({ text: 'well' }), { caps: { max_tokens: 2000 } });
      const body = { model: 'gpt-4o', input: 'hi', background };
      const told = await scene.ask({ path: '/responses', body });
      expect(told.status).toBe(400);
      expect(told.headers['x-should-retry']).toBe('false');
      expect(told.text).toContain('remove \\"background\\"');
      expect(scene.server.requests).toEqual([]);
      expect(scene.gateway.refusal()).toBeNull();
    },
  );
});

test('a request that never reached a host costs nothing', async () => {
  await using scene = await startScene(hangs, { environment: { OPENAI_BASE_URL: 'http://127.0.0.1:1/v1' } });
  await scene.ask({ body: CHAT });
  expect(scene.budget.spent().tokens).toBe(0);
});

test('a body too deep to be written again goes upstream as it is', async () => {
  await using scene = await startScene(() => ({ text: 'well' }));
  const deep = JSON.stringify({ ...STREAMED, metadata: 0 }).replace(
    '"metadata":0',
    `"metadata":${'['.repeat(50_000)}${']'.repeat(50_000)}`,
  );
  const told = await scene.ask({ text: deep });
  expect(scene.server.requests).toHaveLength(1);
  expect(told.status).toBeLessThan(500);
});

test('an agent that makes the provider complain of stream_options does not switch off the counting of other streams', async () => {
  const picky: ModelScript = ({ body }) =>
    JSON.stringify(body).includes('nonsense')
      ? { fault: { status: 400, error: { message: "unknown field 'nonsense' beside 'stream_options'" } } }
      : { text: 'well', usage: { input: 100, output: 10 } };
  await using scene = await startScene(picky);
  await scene.ask({ body: { ...STREAMED, messages: [{ role: 'user', content: 'nonsense' }] } });
  await scene.ask({ body: STREAMED });
  expect(scene.budget.spent().tokens).toBe(110);
});
