import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createCassettes } from '#adapters/cassettes/create-cassettes.ts';
import type { Cassettes } from '#application/model-ports.ts';
import type { Agent, Attempt } from '#application/ports.ts';
import type { Limits } from '#domain/config/config.ts';
import type { TrialPlan } from '#domain/trial/plan.ts';
import { NEVER, planOf } from '#test/adapters/agents/support.ts';
import { wired } from '#test/adapters/agents/wired.ts';
import { type FixtureTool, TOOLS } from '#test/fixtures/agents/tool-loop/tools.mjs';
import { lastUser, step } from '#test/support/model-server/rules.ts';
import type { Fault, ModelScript } from '#test/support/model-server/script.ts';
import { type Broken, brokenTurn, expectedTurns } from './expected-turns.ts';
import { MODEL_AGENTS } from './model-agents.ts';
import { PLANS, scripted, TOOLLESS_PLANS } from './scripted-conversations.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'conversations-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** What is the same for every agent kind: all but times and what is printed beside the answers. */
function essence({ end, retry, replayed, user_usage, trajectory }: Attempt) {
  return { end, retry, replayed, user_usage, turns: trajectory.turns.map(({ latency_ms: _, ...turn }) => turn) };
}

async function inOrder(agent: Agent, plans: readonly TrialPlan[]): Promise<readonly Attempt[]> {
  const attempts: Attempt[] = [];
  for (const plan of plans) attempts.push(await agent.attempt(plan, NEVER));
  return attempts;
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

describe.each(MODEL_AGENTS)('the agent "$name"', ({ make, account, broken_account }) => {
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

  test('gives the same trajectories for the same conversations, live and from cassettes', async () => {
    const expected = PLANS.map((plan) => ({ ...COMPLETED, turns: expectedTurns(plan, TOOLS, account) }));
    const steps = expected.flatMap(({ turns }) => turns).reduce((sum, turn) => sum + (turn.steps ?? 0), 0);

    const live = await play({ replay: 'record' }, (agent) =>
      Promise.all(PLANS.map((plan) => agent.attempt(plan, NEVER))),
    );
    expect(live.result.map(essence)).toEqual(expected);
    expect(live.requests).toHaveLength(steps);

    const stored = await play({ replay: 'strict' }, (agent) => inOrder(agent, PLANS));
    expect(stored.result.map(essence)).toEqual(expected.map((attempt) => ({ ...attempt, replayed: true })));
    expect(stored.requests).toEqual([]);
  });

  test('without tools offers none, and is told of calls all the same', async () => {
    const { result, requests } = await play({ tools: [] }, (agent) =>
      Promise.all(TOOLLESS_PLANS.map((plan) => agent.attempt(plan, NEVER))),
    );
    expect(result.map(essence)).toEqual(
      TOOLLESS_PLANS.map((plan) => ({ ...COMPLETED, turns: expectedTurns(plan, [], account) })),
    );
    expect(requests.filter(({ body }) => body !== null && 'tools' in body)).toEqual([]);
  });

  /** Two turns; the first words of the history tell the model what is to happen in the second one. */
  function twoTurns(first: string): TrialPlan {
    const history = [
      { role: 'user', content: first },
      { role: 'assistant', content: 'Yes?' },
    ] as const;
    return planOf(['Is it warm in Brno?', 'What is GONE worth?'], { id: first, history });
  }

  function twoTurnsBroken(plan: TrialPlan, broken: Broken) {
    return [...expectedTurns(plan, TOOLS, account).slice(0, 1), brokenTurn(plan, broken, TOOLS, broken_account)];
  }

  test('ends in the same way, with the same account, when its model fails in mid-turn', async () => {
    const failing: ModelScript = (request) => {
      const fault = FAULTS[Number(request.messages[0]?.text)]?.[0];
      const due = lastUser(request) === 'What is GONE worth?' && step(request) === 2;
      return due && fault !== undefined ? { fault } : scripted(request);
    };
    const plans = FAULTS.map((_, at) => twoTurns(String(at)));
    const { result } = await play({ script: failing }, (agent) => inOrder(agent, plans));
    expect(result.map(essence)).toEqual(
      FAULTS.map(([, end, retry, counted], at) => {
        const turns = twoTurnsBroken(twoTurns(String(at)), { answered: 1, counted });
        return { ...COMPLETED, end, retry, turns };
      }),
    );
  });

  test('ends in the same way, with the same account, at the ceiling of its model calls', async () => {
    const plan = twoTurns('limits');
    const { result, requests } = await play({ limits: { max_steps: 2 } }, (agent) => agent.attempt(plan, NEVER));
    const turns = twoTurnsBroken(plan, { answered: 2, counted: true });
    expect(essence(result)).toEqual({ ...COMPLETED, end: failed('limit'), turns });
    expect(requests).toHaveLength(4);
  });

  test('is without fault when nothing is stored for it', async () => {
    const plan = planOf('Is it warm in Brno?', { id: 'unseen' });
    const { result, requests } = await play({ replay: 'strict' }, (agent) => agent.attempt(plan, NEVER));
    const turns = [brokenTurn(plan, { answered: 0, counted: false }, TOOLS, broken_account)];
    expect(essence(result)).toEqual({ ...COMPLETED, end: error('replay_miss'), turns });
    expect(requests).toEqual([]);
  });
});
