import { expect, test } from 'vitest';
import type { ModelScript } from '#test/testing/providers/script.ts';
import { skippingClock, standingClock } from './clocks.ts';
import { CHAT, STREAMED, startScene } from './scene.ts';

const PRICES = { 'gpt-4o': { input: 10_000, output: 10_000, input_cache_read: null, input_cache_write: null } };
/** Costs a dollar: 100 tokens at a cent each. */
const dollar: ModelScript = () => ({ text: 'ok', usage: { input: 90, output: 10 } });

test('calls are priced and add up', async () => {
  await using scene = await startScene(dollar, { prices: PRICES });
  await scene.ask();
  await scene.ask({ body: STREAMED });
  expect(scene.calls.map(({ usage }) => usage?.cost_usd)).toEqual([1, 1]);
  expect(scene.budget.spent()).toEqual({ tokens: 200, cost_usd: 2, trials: 0 });
});

test('at the cap no call is sent any more', async () => {
  await using scene = await startScene(dollar, { prices: PRICES, caps: { max_cost_usd: 2 } });
  for (let at = 0; at < 5; at += 1) await scene.ask();
  expect(scene.server.billed).toBe(2);
  expect(scene.calls.at(-1)).toMatchObject({
    tries: 0,
    fault: { kind: 'budget', message: 'max-cost-usd $2.00 is reached: $2.00 spent' },
  });
});

test('a refusal for want of money is final for any client', async () => {
  await using scene = await startScene(dollar, { caps: { max_tokens: 0 } });
  const told = await scene.ask();
  expect(told).toMatchObject({ status: 402, headers: { 'x-should-retry': 'false' } });
  expect(told.text).toContain('agent-eval: max-tokens 0 is reached');
  expect(scene.server.requests).toHaveLength(0);
});

test('the cap is overshot by the calls in flight at most', async () => {
  const callers = 4;
  await using scene = await startScene(dollar, { prices: PRICES, caps: { max_cost_usd: 10 } });
  const untilRefused = async () => {
    for (let at = 0; at < 100; at += 1) if ((await scene.ask()).status === 402) return;
  };
  await Promise.all(Array.from({ length: callers }, untilRefused));
  expect(scene.server.billed).toBeGreaterThanOrEqual(10);
  expect(scene.server.billed).toBeLessThan(10 + callers);
  expect(scene.server.requests).toHaveLength(scene.server.billed);
});

test('callers who wait for their place when the cap is reached are not sent', async () => {
  const answering = Promise.withResolvers<void>();
  const clock = standingClock();
  let asked = 0;
  const script: ModelScript = async () => {
    asked += 1;
    if (asked > 1) return { fault: { status: 429, retry_after: 60 } };
    await answering.promise;
    return { text: 'ok', usage: { input: 90, output: 10 } };
  };
  await using scene = await startScene(script, { caps: { max_tokens: 100 }, clock });
  const first = scene.ask();
  const backingOff = scene.ask();
  await clock.sleeping;
  const queued = scene.ask();
  answering.resolve();
  expect((await first).status).toBe(200);
  expect((await backingOff).status).toBe(402);
  expect((await queued).status).toBe(402);
  expect(scene.server.requests).toHaveLength(2);
});

test('a model without a price can’t be capped: the first answer is the last', async () => {
  await using scene = await startScene(dollar, { caps: { max_cost_usd: 5 } });
  await scene.ask();
  expect((await scene.ask()).text).toContain('no price for the model \\"gpt-4o\\"; add it under prices');
  expect(scene.server.billed).toBe(1);
});

test('without a cap on cost no price is needed, and the cost is unknown', async () => {
  await using scene = await startScene(dollar, { caps: { max_tokens: 1000 } });
  await scene.ask();
  expect((await scene.ask()).status).toBe(200);
  expect(scene.budget.spent()).toEqual({ tokens: 200, cost_usd: null, trials: 0 });
});

test('an answer that breaks off costs about what it must have cost, and does not end the run', async () => {
  const cut: ModelScript = () => ({ text: 'one two three four', fault: { kind: 'cut', after_chunks: 2 } });
  await using scene = await startScene(cut, { prices: PRICES, caps: { max_cost_usd: 50, max_tokens: 1000 } });
  await scene.ask({ body: STREAMED });
  expect(scene.budget.spent().tokens).toBeGreaterThan(JSON.stringify(STREAMED).length / 4);
  await scene.ask();
  expect(scene.budget.exhausted()).toBeNull();
});

test('errors cost nothing', async () => {
  await using scene = await startScene(() => ({ fault: { status: 400 } }), { caps: { max_cost_usd: 5 } });
  await scene.ask({ body: { ...CHAT, temperature: 9 } });
  expect(scene.budget.exhausted()).toBeNull();
});

test('time that is up refuses what comes', async () => {
  const clock = skippingClock();
  const caps = { max_duration_ms: 90_000 };
  await using scene = await startScene(() => ({ fault: { status: 429, retry_after: 60 } }), { caps, clock });
  const told = await scene.ask();
  expect(told.text).toContain('agent-eval: max-duration 1 min 30 s is reached');
  expect(scene.server.requests).toHaveLength(2);
  expect(clock.slept).toContain(30_000);
  expect(scene.calls).toMatchObject([{ tries: 2, fault: { kind: 'budget' } }]);
});
