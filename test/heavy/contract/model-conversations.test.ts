import { beforeEach, describe, expect, test } from 'vitest';
import type { Limits } from '#config/config.ts';
import type { Agent, Attempt } from '#ports/ports.ts';
import { type FixtureTool, TOOLS } from '#test/fixtures/agents/tool-loop/tools.mjs';
import { NEVER, planOf } from '#test/runner/agents/support.ts';
import { wired } from '#test/runner/agents/wired.ts';
import { newFolder } from '#test/support/new-folder.ts';
import { sample } from '#test/support/tries.ts';
import { step } from '#test/testing/providers/rules.ts';
import type { Fault, ModelScript } from '#test/testing/providers/script.ts';
import type { TrialPlan } from '#trials/trial/plan.ts';
import { createCassettes } from '#wire/cassettes/create-cassettes.ts';
import type { Cassettes } from '#wire/ports.ts';
import { type Broken, brokenTurn, expectedTurns } from './expected-turns.ts';
import { MODEL_AGENTS } from './model-agents.ts';
import { PLANS, scripted, TOOLLESS_PLANS } from './scripted-conversations.ts';

let folder = '';
beforeEach(async () => {
  folder = newFolder('conversations');
});

/** Has each plan attempted, so many at the same time; the attempts are in the order of the plans. */
async function attempts(agent: Agent, plans: readonly TrialPlan[], lanes: number): Promise<readonly Attempt[]> {
  const made: Attempt[] = [];
  const waiting = plans.entries();
  const lane = async (): Promise<void> => {
    for (const [at, plan] of waiting) made[at] = await agent.attempt(plan, NEVER);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return made;
}

/** What is the same for every agent kind: all but times and what is printed beside the answers. */
function essence({ end, retry, replayed, user_usage, trajectory }: Attempt) {
  const turns = trajectory.turns.map(({ latency_ms: _, model_calls: __, tool_calls, ...turn }) => ({
    ...turn,
    tool_calls: tool_calls?.map(({ duration_ms: ___, ...call }) => call) ?? null,
  }));
  return { end, retry, replayed, user_usage, turns };
}

/** Of the turns that have any. */
function idsTold({ trajectory }: Attempt): readonly string[] {
  return trajectory.turns.flatMap(({ response_ids_hash: hash }) => hash ?? []);
}

const COMPLETED = { end: { kind: 'completed' }, retry: false, replayed: false, user_usage: null };

/** What ends a turn at the second step of it, and what becomes of the trial. Who lost an answer can't know what it cost. */
const FAULTS: readonly (readonly [fault: Fault, end: unknown, retry: boolean, counted: boolean])[] = [
  [{ status: 500, error: { message: 'boom' } }, error('provider'), true, true],
  [{ status: 429 }, error('rate_limit'), true, true],
  [{ kind: 'reset' }, error('network'), true, false],
  [{ status: 400, error: { message: 'no' } }, failed('crash'), false, true],
];

function error(kind: string) {
  return { kind: 'error', error: { class: kind, message: expect.any(String) } };
}

function failed(kind: string) {
  return { kind: 'failed', failure: { kind, message: expect.any(String) } };
}

describe.each(sample(MODEL_AGENTS, 3))('the agent "$name"', ({ make, account, broken_account }) => {
  interface Setting {
    readonly script?: ModelScript;
    readonly tools?: readonly FixtureTool[];
    readonly limits?: Partial<Limits>;
    readonly replay?: Cassettes['mode'];
  }

  /** Has an agent play behind a gateway and a recorder of their own, and says what the model's server saw. */
  async function play<T>(setting: Setting, use: (agent: Agent) => Promise<T>) {
    const { script = scripted, tools = TOOLS, limits = {}, replay } = setting;
    const cassettes = replay === undefined ? null : createCassettes({ folder, mode: replay, redact: (text) => text });
    await using world = await wired(script, { ...(cassettes !== null && { cassettes }) });
    const agent = await make({ gateway: world.gateway, recorder: world.recorder, tools, limits });
    try {
      await agent.prepare(NEVER);
      const result = await use(agent);
      expect(agent.notes()).toEqual([]);
      expect(world.server.failures).toEqual([]);
      return { result, requests: world.server.requests };
    } finally {
      await agent.close();
      await cassettes?.close();
    }
  }

  /** The last turn is broken off. */
  function broken(plan: TrialPlan, how: Broken) {
    return [...expectedTurns(plan, TOOLS, account).slice(0, -1), brokenTurn(plan, how, TOOLS, broken_account)];
  }

  test('gives the same trajectories for the same conversations, live and from cassettes; without one stored it is without fault', async () => {
    const expected = PLANS.map((plan) => ({ ...COMPLETED, turns: expectedTurns(plan, TOOLS, account) }));
    const steps = expected.flatMap(({ turns }) => turns).reduce((sum, turn) => sum + (turn.steps ?? 0), 0);

    const live = await play({ replay: 'record' }, (agent) => attempts(agent, PLANS, 3));
    expect(live.result.map(essence)).toEqual(expected);
    expect(live.requests).toHaveLength(steps);

    const ids = live.result.flatMap(idsTold);
    expect(new Set(ids).size, 'equal ids would make one trial of two').toBe(ids.length);

    const unseen = planOf('Is it warm in Brno?', { id: 'unseen' });
    const stored = await play({ replay: 'strict' }, (agent) => attempts(agent, [...PLANS, unseen], 1));
    expect(stored.result.map(essence)).toEqual([
      ...live.result.map((attempt) => ({ ...essence(attempt), replayed: true })),
      { ...COMPLETED, end: error('replay_miss'), turns: broken(unseen, { answered: 0, counted: true }) },
    ]);
    expect(stored.requests).toEqual([]);
  });

  test('without tools offers none; calls that its model asks for are told, and without any, they are unknown unless the loop is ours', async () => {
    const { result, requests } = await play({ tools: [] }, (agent) => attempts(agent, TOOLLESS_PLANS, 1));
    expect(result.map(essence)).toEqual(
      TOOLLESS_PLANS.map((plan) => ({ ...COMPLETED, turns: expectedTurns(plan, [], account) })),
    );
    expect(requests.filter(({ body }) => body !== null && 'tools' in body)).toEqual([]);
  });

  test('ends in the same way, with the same account, when its model fails in mid-turn or refuses an empty input', async () => {
    const failing: ModelScript = (request) => {
      const fault = FAULTS[Number(request.messages[0]?.text)]?.[0];
      return step(request) === 2 && fault !== undefined ? { fault } : scripted(request);
    };
    const plans = FAULTS.map((_, at) => {
      const history = [
        { role: 'user', content: String(at) },
        { role: 'assistant', content: 'Yes?' },
      ] as const;
      return planOf('What is GONE worth?', { id: `fault-${at}`, history });
    });
    const empty = planOf(['Hello.', ''], { id: 'empty' });
    const { result } = await play({ script: failing }, (agent) => attempts(agent, [...plans, empty], 1));
    const refused = { end: failed('crash'), turns: broken(empty, { answered: 0, counted: true }) };
    const answered = { turns: expectedTurns(empty, TOOLS, account) };
    expect(result.map(essence)).toEqual([
      ...plans.map((plan, at) => {
        const [, end, retry, counted = true] = FAULTS[at] ?? [];
        return { ...COMPLETED, end, retry, turns: broken(plan, { answered: 1, counted }) };
      }),
      { ...COMPLETED, ...(account.empty_inputs === 'refused' ? refused : answered) },
    ]);
  });

  test('ends in the same way, with the same account, at the ceiling of its model calls', async () => {
    const plan = planOf(['Hello.', 'What is GONE worth?'], { id: 'limits' });
    const { result, requests } = await play({ limits: { max_steps: 2 } }, (agent) => agent.attempt(plan, NEVER));
    const turns = broken(plan, { answered: 2, counted: true });
    expect(essence(result)).toEqual({ ...COMPLETED, end: failed('limit'), turns });
    expect(requests).toHaveLength(3);
  });
});
