import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Isolate, Limits } from '#config/config.ts';
import type { Agent, Attempt } from '#ports/ports.ts';
import { createRecordedAgent } from '#runner/agents/recorded-agent.ts';
import { buildTurnLine, type ConversationState } from '#runner/agents/turn/protocol.ts';
import { newFolder } from '#test/support/new-folder.ts';
import type { TrialPlan } from '#trials/trial/plan.ts';
import { answerTo } from '../../fixtures/agents/answer.mjs';
import { httpAgent, runningServer, startedAgent } from '../../runner/agents/http/support.ts';
import { moduleAgent } from '../../runner/agents/module/support.ts';
import { commandAgent, LIMITS, NEVER, planOf, run } from '../../runner/agents/support.ts';

/** Makes an agent that answers these plans as test/fixtures/agents/answer.mjs does. */
type MakeAgent = (plans: readonly TrialPlan[], limits?: Partial<Limits>) => Promise<Agent>;

const ADAPTERS: readonly { readonly name: string; readonly make: MakeAgent }[] = [
  { name: 'command, worker', make: async (_, limits = {}) => commandAgent(run('echo-worker.mjs'), { limits }) },
  {
    name: 'command, a process for each trial',
    make: async (_, limits = {}) => commandAgent(run('echo-worker.mjs'), { isolate: true, limits }),
  },
  {
    name: 'command, reset between trials',
    make: async (_, limits = {}) => commandAgent(run('echo-worker.mjs'), { isolate: 'reset', limits }),
  },
  {
    name: 'command, one-shot',
    make: async (_, limits = {}) => commandAgent(run('echo-once.mjs'), { mode: 'one-shot', limits }),
  },
  {
    name: 'http, started',
    make: async (_, limits = {}) => startedAgent('echo-server.mjs', { limits, concurrency: 3 }),
  },
  { name: 'http, running already', make: async (_, limits = {}) => agentOfRunningServer(limits) },
  { name: 'module, JavaScript', make: async (_, limits = {}) => moduleAgent('echo-module.mjs', { limits }) },
  { name: 'module, TypeScript', make: async (_, limits = {}) => moduleAgent('echo-module.ts', { limits }) },
  {
    name: 'module, a process for each trial',
    make: async (_, limits = {}) => moduleAgent('echo-module.mjs', { isolate: true, limits }),
  },
  {
    name: 'module, reset between trials',
    make: async (_, limits = {}) => moduleAgent('echo-module.mjs', { isolate: 'reset', limits }),
  },
  { name: 'recorded', make: recordedAgent },
];

async function agentOfRunningServer(limits: Partial<Limits>): Promise<Agent> {
  const server = await runningServer();
  const agent = httpAgent(server.url, { limits });
  const close = async (): Promise<void> => {
    await agent.close();
    server.end();
  };
  return { ...agent, close };
}

async function recordedAgent(plans: readonly TrialPlan[], limits: Partial<Limits> = {}): Promise<Agent> {
  const path = join(newFolder('contract'), 'rows.jsonl');
  const rows = plans.map((plan) => ({ case_id: plan.case.id, trial: plan.index, turns: answersTo(plan) }));
  writeFileSync(path, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  return createRecordedAgent({ kind: 'recorded', file: 'rows.jsonl', needs: [] }, { ...LIMITS, ...limits }, path);
}

function answersTo(plan: TrialPlan) {
  let state: ConversationState = { messages: plan.case.history, session: null, deadline_ms: 1 };
  return plan.case.turns.map((_, at) => {
    const line = buildTurnLine(plan, at + 1, state);
    const answer = answerTo(line);
    state = {
      messages: [...line.messages, { role: 'assistant', content: answer.output }],
      session: answer.session,
      deadline_ms: 1,
    };
    return answer;
  });
}

const PLANS: readonly TrialPlan[] = [
  planOf('where is my order', { id: 'one-turn' }),
  planOf('where is my order', { id: 'one-turn', index: 2 }),
  planOf(['hello', 'a broken mug', 'thanks'], {
    id: 'many/turns',
    context: { order: { id: 7 } },
    history: [{ role: 'user', content: 'earlier' }],
  }),
  planOf('', { id: 'empty-input' }),
  planOf('línea\nsegunda "quoted" \u2028 😀 \\n', { id: 'odd-text' }),
];

/** What is the same for every adapter: all but times and what is printed beside the answers. */
function essence({ end, trajectory, retry }: Attempt) {
  return { end, retry, turns: trajectory.turns.map(({ latency_ms: _, ...turn }) => turn) };
}

function expectedTurns(plan: TrialPlan) {
  return plan.case.turns.map(({ input }, at) => {
    const words = input.split(' ').filter((word) => word !== '');
    const seen = plan.case.history.length + 2 * at + 1;
    return {
      turn: at + 1,
      input,
      output: `You said: ${input}`,
      tool_calls: words.map((word, position) => ({
        name: `say_${word}`,
        arguments: { position, seen },
        status: word === 'broken' ? 'error' : 'ok',
        result: word.toUpperCase(),
        step: position + 1,
      })),
      plan: words.map((word) => ({ name: `say_${word}`, arguments: {} })),
      metadata: { turn_of_session: at + 1, context_keys: Object.keys(plan.case.context) },
      state: { last: input },
      retrieved: words.map((word) => `doc-${word}`),
      usage: {
        input_tokens: input.length,
        output_tokens: words.length,
        total_tokens: input.length + words.length,
        cost_usd: null,
        estimated: false,
      },
      steps: words.length + 1,
    };
  });
}

describe.each(ADAPTERS)('the agent "$name"', ({ make }) => {
  test('gives the same trajectories for the same conversations, one after the other and at the same time', async () => {
    const agent = await make(PLANS);
    await agent.prepare(NEVER);
    const expected = PLANS.map((plan) => ({ end: { kind: 'completed' }, retry: false, turns: expectedTurns(plan) }));
    const serial: Attempt[] = [];
    for (const plan of PLANS) serial.push(await agent.attempt(plan, NEVER));
    expect(serial.map(essence)).toEqual(expected);
    const parallel = await Promise.all(PLANS.map((plan) => agent.attempt(plan, NEVER)));
    expect(parallel.map(essence)).toEqual(expected);
    for (const { wait_ms, trajectory } of [...serial, ...parallel]) {
      expect(wait_ms).toBeGreaterThanOrEqual(0);
      const latencies = trajectory.turns.map(({ latency_ms }) => latency_ms);
      // A recording that tells none has none; what ran here has some.
      for (const latency of latencies) if (latency !== null) expect(latency).toBeGreaterThanOrEqual(0);
      if (agent.source === 'live') expect(latencies).not.toContain(null);
    }
    await agent.close();
  });

  test('stops a conversation at the first turn that passes a limit, and keeps that turn', async () => {
    const plan = planOf(['one two', 'three four', 'five'], { id: 'limited' });
    for (const [limits, turns, message] of [
      [{ max_tool_calls: 3 }, 2, /made 4 tool calls in turn 2 of 3; limits\.max_tool_calls allows 3/],
      [{ max_steps: 2 }, 1, /made 3 model calls in turn 1 of 3; limits\.max_steps allows 2/],
    ] as const) {
      const agent = await make([plan], limits);
      const { end, trajectory } = await agent.attempt(plan, NEVER);
      expect(end).toEqual({ kind: 'failed', failure: { kind: 'limit', message: expect.stringMatching(message) } });
      expect(trajectory.turns).toHaveLength(turns);
      await agent.close();
    }
  });

  test('says what evidence it gives', async () => {
    const agent = await make(PLANS);
    expect(agent.available_trials).toBe(agent.source === 'imported' ? 2 : null);
    await agent.close();
  });

  test('answers an abort, and whatever comes after close, with a cancelled attempt that is not worth repeating', async () => {
    const agent = await make(PLANS);
    const plan = planOf('where is my order', { id: 'one-turn' });
    const cancelled = {
      end: { kind: 'error', error: { class: 'cancelled' } },
      retry: false,
      trajectory: { turns: [] },
    };
    expect(await agent.attempt(plan, AbortSignal.abort())).toMatchObject(cancelled);
    await agent.close();
    await agent.close();
    expect(await agent.attempt(plan, NEVER)).toMatchObject(cancelled);
  });
});

describe.each([
  ['command', (isolate: Isolate) => commandAgent(run('booking-worker.mjs'), { isolate })],
  ['module', (isolate: Isolate) => moduleAgent('booking-module.mjs', { isolate })],
] as const)('a %s that books the one room of its memory', (_, make) => {
  const trials = [1, 2, 3].map((index) => planOf('a room, please', { index }));

  test.each<[isolate: Isolate, outputs: readonly string[], places: readonly number[]]>([
    [false, ['booked', 'no room is free', 'no room is free'], [0, 1, 2]],
    [true, ['booked', 'booked', 'booked'], [0, 0, 0]],
    ['reset', ['booked', 'booked', 'booked'], [0, 1, 2]],
  ])('with isolate: %s gives the trials that it was given one after the other %j', async (isolate, outputs, places) => {
    await using agent = make(isolate);
    const attempts: Attempt[] = [];
    for (const plan of trials) attempts.push(await agent.attempt(plan, NEVER));
    expect(attempts.map(({ trajectory }) => trajectory.turns[0]?.output)).toEqual(outputs);
    expect(attempts.map(({ place_in_process }) => place_in_process)).toEqual(places);
  });

  test('gives each of several trials at once a room where they are kept apart', async () => {
    for (const isolate of [true, 'reset'] as const) {
      await using agent = make(isolate);
      const attempts = await Promise.all(trials.map((plan) => agent.attempt(plan, NEVER)));
      expect(attempts.map(({ trajectory }) => trajectory.turns[0]?.output)).toEqual(['booked', 'booked', 'booked']);
    }
  });
});
