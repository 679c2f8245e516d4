import { createServer } from 'node:http';
import type { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { type ExecutionOptions, executeSuite } from '#application/execute-suite.ts';
import type { Agent } from '#application/ports.ts';
import { planTrials } from '#domain/trial/plan-trials.ts';
import { agentOf, portsOf, suiteOf, turnRecord } from '#test/application/in-memory.ts';
import { createTurnClient } from '#adapters/agents/http/turn-client.ts';
import { freePort, httpAgent } from '#test/adapters/agents/http/support.ts';
import { fixture, NEVER, planOf } from '#test/adapters/agents/support.ts';
import { RECORD, wired } from '#test/adapters/agents/wired.ts';
import { systemClock } from '#adapters/terminal/clock.ts';
import { costProblem } from '#domain/config/cost-problem.ts';

const OPTIONS: ExecutionOptions = { concurrency: 1, max_tries: 3, run_attempt: 1, usage_estimate: false, resumed: new Map() };
const USAGE = { input_tokens: 90, output_tokens: 10, total_tokens: 100, cost_usd: 0.01, estimated: false };
async function plansOf(trials: number) {
  const suite = await suiteOf([{ id: 'a', input: 'hi', expect: { completes: true } }]);
  return planTrials(suite.cases, trials, { tree: '', side: 'candidate' });
}

test('A imported spends nothing', async () => {
  const imported: Agent = { ...agentOf(() => [turnRecord({ usage: USAGE })]), source: 'imported' };
  const execution = await executeSuite(await plansOf(5), portsOf(imported, {}, { max_tokens: 250 }), OPTIONS);
  expect(execution.exhausted).toBeNull();
});

test('E abort while a running server is awaited in prepare', async () => {
  const port = await freePort();
  await using agent = httpAgent(`http://127.0.0.1:${port}/turn`, { ready_timeout_ms: 20_000 });
  const controller = new AbortController();
  setTimeout(() => controller.abort(), 700);
  const ports = { ...portsOf(agent), clock: systemClock, signal: controller.signal };
  const execution = await executeSuite(await plansOf(1), ports, OPTIONS);
  expect(execution.cancelled).toBe(true);
});

test('E2 max-duration while a running server is awaited', async () => {
  const port = await freePort();
  await using agent = httpAgent(`http://127.0.0.1:${port}/turn`, { ready_timeout_ms: 20_000 });
  const ports = { ...portsOf(agent, {}, { max_duration_ms: 700 }), clock: systemClock };
  const execution = await executeSuite(await plansOf(1), ports, OPTIONS);
  expect(execution.exhausted).toMatch(/max-duration/);
});

test('F a begun answer is not asked for again', async () => {
  let posts = 0;
  const server = createServer((request, response) => {
    request.resume();
    posts += 1;
    if (posts === 1) return void response.end('one');
    response.writeHead(200, { 'content-length': '100' });
    response.write('half', () => setTimeout(() => (response.socket as Socket).destroy(), 20));
  });
  const port = await new Promise<number>((resolve) => server.listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port)));
  const client = createTurnClient(new URL(`http://127.0.0.1:${port}/`), {});
  await client.post('{}', 't', NEVER);
  const lost = await client.post('{}', 't', NEVER);
  client.close();
  server.close();
  expect(lost).toMatchObject({ kind: 'lost' });
  expect(posts).toBe(2);
});

test('G a server that falls over upstream faults is not one that can not start', async () => {
  await using world = await wired(() => ({ fault: { status: 500 } }));
  const port = await freePort();
  const { recorder, gateway } = world;
  await using agent = httpAgent(`http://127.0.0.1:${port}/turn`, {
    start: [process.execPath, fixture('calling-server.mjs'), String(port), 'environment'],
    record: RECORD,
    options: { recorder, gateway },
  });
  for (const index of [1, 2, 3]) {
    const { end } = await agent.attempt(planOf('hi', { index }), NEVER);
    console.log(JSON.stringify(end));
    expect(end).toMatchObject({ kind: 'error', error: { class: 'provider' } });
  }
});

test('H time that is over when all trials have been run leaves nothing out', async () => {
  const agent = agentOf(() => [turnRecord({ usage: USAGE })]);
  const ring = Promise.withResolvers<void>();
  const clock = { now: () => 0, monotonic: () => 0, sleep: () => ring.promise };
  const ports = portsOf(agent, { trial: async (_, record) => { ring.resolve(); await new Promise((r) => setImmediate(r)); return record; } }, { max_duration_ms: 1000 });
  const { records, exhausted } = await executeSuite(await plansOf(1), { ...ports, clock }, OPTIONS);
  expect([...records.values()].flat().map(({ outcome }) => outcome)).toEqual(['passed']);
  expect(exhausted).toBeNull();
});

test('I tokens of attempts that were thrown away are charged', async () => {
  let tries = 0;
  const flaky: Agent = {
    ...agentOf(() => [turnRecord({ usage: USAGE })]),
    attempt: async (plan, signal) => {
      tries += 1;
      const attempt = await agentOf(() => [turnRecord({ usage: USAGE })]).attempt(plan, signal);
      return tries % 3 === 0 ? attempt : { ...attempt, retry: true, end: { kind: 'error', error: { class: 'provider', message: 'x' } } };
    },
  };
  const ports = portsOf(flaky, {}, { max_tokens: 10_000 });
  await executeSuite(await plansOf(1), ports, OPTIONS);
  expect(ports.budget.spent().tokens).toBe(300);
});

test('J the price of another model is none', () => {
  const agent = { kind: 'openai', model: 'gpt-4o' } as never;
  expect(costProblem({ agent, prices: { 'gpt-4o-mini': { input: 1, output: 1, input_cache_read: null, input_cache_write: null } } as never })).not.toBeNull();
  expect(costProblem({ agent, prices: { 'gpt-4o-2024-08-06': { input: 1, output: 1, input_cache_read: null, input_cache_write: null } } as never })).toBeNull();
});

test('K a crash without turns spends nothing that could not be known', async () => {
  const crashing: Agent = {
    ...agentOf(() => []),
    attempt: async (plan, signal) => {
      const attempt = await agentOf(() => plan.index === 1 ? [] : [turnRecord({ usage: USAGE })]).attempt(plan, signal);
      return plan.index === 1 ? { ...attempt, end: { kind: 'error', error: { class: 'sandbox', message: 'not started' } } } : attempt;
    },
  };
  const { records, exhausted } = await executeSuite(await plansOf(3), portsOf(crashing, {}, { max_tokens: 10_000 }), OPTIONS);
  console.log([...records.values()].flat().length, exhausted);
  expect(exhausted).toBeNull();
});
