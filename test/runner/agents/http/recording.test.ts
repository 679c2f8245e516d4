import { expect, test } from 'vitest';
import { AgentUnavailableError } from '#ports/ports.ts';
import { lastUser } from '#test/testing/providers/rules.ts';
import type { ModelScript } from '#test/testing/providers/script.ts';
import { fixture, NEVER, planOf } from '../support.ts';
import { REAL_KEY, RECORD, wired } from '../wired.ts';
import { freePort, type HttpTestOptions, httpAgent } from './support.ts';

/** Says what it hears, at a price of as many tokens as characters. */
const echo: ModelScript = (request) => ({
  text: `heard ${lastUser(request)}`,
  usage: { input: lastUser(request).length, output: 1 },
});

/** A started server whose model calls go through this world. */
async function callingAgent(world: Awaited<ReturnType<typeof wired>>, by: string, settings: HttpTestOptions = {}) {
  const port = await freePort();
  const { recorder, gateway } = world;
  return httpAgent(`http://127.0.0.1:${port}/turn`, {
    start: [process.execPath, fixture('calling-server.mjs'), String(port), by],
    record: RECORD,
    options: { recorder, gateway },
    ...settings,
  });
}

const inputs = ['one', 'another', 'yet another', 'four'];

test.each([
  ['environment', 1],
  ['header', 4],
  ['base_urls', 4],
])('model calls of a server we start are recorded, each for its turn (by %s, %i at once)', async (by, concurrency) => {
  await using world = await wired(echo);
  await using agent = await callingAgent(world, by, { concurrency });
  expect(agent.metered).toBe(true);
  await agent.prepare(NEVER);
  const plans = inputs.map((input, at) => planOf([input, `${input} again`], { index: at + 1 }));
  const attempts = await Promise.all(plans.map((plan) => agent.attempt(plan, NEVER)));
  for (const [at, { end, trajectory, retry, replayed }] of attempts.entries()) {
    const input = inputs[at] ?? '';
    expect({ end, retry, replayed }).toEqual({ end: { kind: 'completed' }, retry: false, replayed: false });
    expect(trajectory.turns).toMatchObject([
      { output: `heard ${input}`, usage: { input_tokens: input.length, output_tokens: 1 }, steps: 1 },
      { output: `heard ${input} again`, usage: { input_tokens: input.length + 6, output_tokens: 1 }, steps: 1 },
    ]);
  }
  expect(world.server.requests.map(({ headers }) => headers.authorization)).toEqual(
    Array.from({ length: 8 }, () => `Bearer ${REAL_KEY}`),
  );
  expect(agent.notes()).toEqual([]);
});

test('a server that fell over an upstream fault is not to blame for it', async () => {
  await using world = await wired(() => ({ fault: { status: 500 } }));
  await using agent = await callingAgent(world, 'environment');
  const { end, retry } = await agent.attempt(planOf('hi'), NEVER);
  expect(end).toMatchObject({ kind: 'error', error: { class: 'provider' } });
  expect(retry).toBe(true);
});

test('a server that ends itself at each upstream fault counts as started', async () => {
  await using world = await wired(() => ({ fault: { status: 500 } }));
  await using agent = await callingAgent(world, 'or_end');
  for (const index of [1, 2, 3]) {
    const { end } = await agent.attempt(planOf('hi', { index }), NEVER);
    expect(end).toMatchObject({ kind: 'error', error: { class: 'provider' } });
  }
});

test('a refused key makes the agent unavailable after the first trial', async () => {
  await using world = await wired(echo, { keys: ['another key'] });
  await using agent = await callingAgent(world, 'environment');
  await expect(agent.attempt(planOf('hi'), NEVER)).rejects.toThrow(AgentUnavailableError);
});
