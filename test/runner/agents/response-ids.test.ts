import { describe, expect, test } from 'vitest';
import type { Agent } from '#ports/ports.ts';
import { createModelAgent } from '#runner/agents/model-agent.ts';
import { anthropicAgent, openAiAgent } from '#test/contract/models/agent-configs.ts';
import { startScriptedGateway } from '#test/contract/models/scripted-gateway.ts';
import { lastUser, sinceUser } from '#test/testing/providers/rules.ts';
import type { ModelScript } from '#test/testing/providers/script.ts';
import { contentHashes } from '#trials/trial/content-hashes.ts';
import type { TrialPlan } from '#trials/trial/plan.ts';
import { createChatModel } from '#wire/clients/create-chat-model.ts';
import type { Cassettes, StoredResponse } from '#wire/ports.ts';
import { commandAgent, LIMITS, NEVER, planOf, run } from './support.ts';
import { wired } from './wired.ts';

/** Looks once when asked to, then answers: always the same, each time anew. */
const looking: ModelScript = (request) =>
  lastUser(request).includes('look') && sinceUser(request).length === 0
    ? { calls: [{ name: 'look', arguments: { at: 'x' } }] }
    : { text: 'seen' };

/** The same before a response cache. */
const cached: ModelScript = async (request) => ({
  ...(await looking(request)),
  cached_as: JSON.stringify(request.messages),
});

/** What a trial of each plan keeps of the ids of its model calls. */
async function hashesOf(agent: Agent, ...plans: readonly TrialPlan[]): Promise<readonly (string | null)[]> {
  const hashes: (string | null)[] = [];
  for (const plan of plans) {
    const { end, trajectory } = await agent.attempt(plan, NEVER);
    expect(end).toEqual({ kind: 'completed' });
    hashes.push(contentHashes(trajectory).response_ids_hash);
  }
  return hashes;
}

const trialsOf = (input: string | readonly string[]) => [1, 2].map((index) => planOf(input, { index }));
const HASH = expect.stringMatching(/^[0-9a-f]{64}$/);

/** Whether trials have hashes, and the same one. */
async function judged(agent: Agent, input: string | readonly string[]): Promise<'equal' | 'different'> {
  const hashes = await hashesOf(agent, ...trialsOf(input));
  expect(hashes).toEqual([HASH, HASH]);
  return new Set(hashes).size === 1 ? 'equal' : 'different';
}

describe("the ids of a recorded program's model calls", () => {
  test('are those of a loop with a tool, of sub-agents at the same time, and of several turns, if one asks no model too', async () => {
    await using world = await wired(looking);
    await using again = await wired(cached);
    const [fresh, stored] = [world.agent(), again.agent()];
    for (const input of ['act look', 'delegate look a+look b', ['act look', 'act on'], ['act look', 'ignore']]) {
      expect(await judged(fresh, input), String(input)).toBe('different');
      expect(await judged(stored, input), String(input)).toBe('equal');
    }
  });

  test('with one fresh id make a trial of its own', async () => {
    const once: ModelScript = async (request) => (sinceUser(request).length === 0 ? cached(request) : looking(request));
    await using world = await wired(once);
    expect(await judged(world.agent(), 'act look')).toBe('different');
  });

  test('that are made after the answer do not count', async () => {
    const late: ModelScript = async (request) =>
      lastUser(request) === 'too late' ? looking(request) : cached(request);
    await using world = await wired(late);
    const plans = [planOf('act x', { index: 1 }), planOf('late x', { index: 2 })];
    const [left, right] = await hashesOf(world.agent(), ...plans);
    expect([left, right]).toEqual([HASH, left]);
  });

  test('are unknown when it asks by another road, and when it is not recorded', async () => {
    await using world = await wired(cached);
    expect(await hashesOf(world.agent(), planOf('ignore'))).toEqual([null]);
    await using unrecorded = commandAgent(run('model-worker.mjs'));
    expect(await hashesOf(unrecorded, planOf('ignore'))).toEqual([null]);
  });
});

test.each([
  ['openai chat', openAiAgent({ api: 'chat' })],
  ['anthropic', anthropicAgent({})],
])('built-in agents keep the ids of their model calls: %s', async (_, config) => {
  for (const [script, expected] of [
    [looking, 'different'],
    [cached, 'equal'],
  ] as const) {
    const { gateway, close } = await startScriptedGateway(script);
    const agent = createModelAgent(config, LIMITS, {
      model: createChatModel(config, gateway),
      gateway,
      prompt: null,
      tools: [{ name: 'look', description: null, parameters: { type: 'object', properties: {} } }],
      modules: { cwd: import.meta.dirname, environment: {} },
      user: null,
    });
    const mocked = { look: { kind: 'table', rows: [{ args: null, answer: { kind: 'value', value: 'x' } }] } } as const;
    const plans = trialsOf('look').map((plan) => ({ ...plan, case: { ...plan.case, mocks: mocked } }));
    const hashes = await hashesOf(agent, ...plans);
    expect(hashes).toEqual([HASH, HASH]);
    expect(hashes[0] === hashes[1] ? 'equal' : 'different').toBe(expected);
    await agent.close();
    await close();
  }
});

test('answers out of a cassette have the ids of then, and are marked as replayed', async () => {
  const stored: StoredResponse[] = [];
  const cassettes: Cassettes = {
    mode: 'auto',
    find: async () => (stored[0] === undefined ? { miss: 'never asked' } : { hit: stored[0] }),
    store: (_request, _attempt, response) => stored.push(response),
    trials: async () => null,
    close: async () => {},
  };
  await using world = await wired(looking, { cassettes });
  const agent = world.agent();
  const attempts = [];
  for (const plan of trialsOf('act x')) attempts.push(await agent.attempt(plan, NEVER));
  expect(attempts.map(({ replayed }) => replayed)).toEqual([false, true]);
  const [left, right] = attempts.map(({ trajectory }) => contentHashes(trajectory).response_ids_hash);
  expect([left, right]).toEqual([HASH, left]);
});
