import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { MockAnswer, ToolMock, ToolMocks } from '#cases/tools/tool-mock.ts';
import type { ToolSchema } from '#cases/tools/tool-schema.ts';
import type { Limits } from '#config/config.ts';
import type { ModelAgentConfig } from '#config/model-agent-config.ts';
import { type Agent, AgentUnavailableError, type Attempt } from '#ports/ports.ts';
import { createModelAgent } from '#runner/agents/model-agent.ts';
import { anthropicAgent, openAiAgent } from '#test/contract/models/agent-configs.ts';
import {
  type ScriptedGateway,
  type ScriptedGatewayOptions,
  startScriptedGateway,
} from '#test/contract/models/scripted-gateway.ts';
import { newFolder } from '#test/support/new-folder.ts';
import type { ScriptAnswer, ScriptRequest } from '#test/testing/providers/script.ts';
import type { TrialPlan } from '#trials/trial/plan.ts';
import { createChatModel } from '#wire/clients/create-chat-model.ts';
import type { SimulatedUser } from '#wire/ports.ts';
import { LIMITS, NEVER, planOf } from '../support.ts';

const ADAPTERS = [
  ['openai chat', openAiAgent({ api: 'chat' })],
  ['openai responses', openAiAgent({ api: 'responses' })],
  ['anthropic', anthropicAgent({})],
] as const;

const tool = (name: string): ToolSchema => ({
  name,
  description: null,
  parameters: { type: 'object', properties: { id: { type: 'string' } } },
});
const TOOLS = [tool('lookup'), tool('refund')];

const table = (answer: MockAnswer): ToolMock => ({ kind: 'table', rows: [{ args: null, answer }] });
const value = (text: string): MockAnswer => ({ kind: 'value', value: text });

let folder = '';
let scripted: ScriptedGateway | null = null;
let agent: Agent | null = null;

beforeAll(() => {
  folder = newFolder('model-agent');
});
afterEach(async () => {
  await agent?.close();
  await scripted?.close();
  expect(scripted?.server.failures ?? []).toEqual([]);
  agent = null;
  scripted = null;
});

interface Setting {
  readonly config?: ModelAgentConfig;
  readonly script: (request: ScriptRequest) => ScriptAnswer | Promise<ScriptAnswer>;
  readonly limits?: Partial<Limits>;
  readonly prompt?: string;
  readonly tools?: readonly ToolSchema[];
  readonly mocks?: ToolMocks;
  readonly user?: SimulatedUser;
  readonly server?: ScriptedGatewayOptions;
}

async function agentOf(setting: Setting): Promise<Agent> {
  scripted = await startScriptedGateway(setting.script, setting.server);
  const { gateway } = scripted;
  const config = { ...(setting.config ?? openAiAgent({})), mocks: setting.mocks ?? {} };
  agent = createModelAgent(
    config,
    { ...LIMITS, ...setting.limits },
    {
      model: createChatModel(config, gateway),
      gateway,
      prompt: setting.prompt ?? null,
      tools: setting.tools ?? TOOLS,
      modules: { cwd: folder, environment: { PATH: process.env['PATH'] ?? '' } },
      user: setting.user ?? null,
    },
  );
  return agent;
}

async function attempt(setting: Setting, plan: TrialPlan = planOf('Refund A1.')): Promise<Attempt> {
  return (await agentOf(setting)).attempt(plan, NEVER);
}

const withMocks = (plan: TrialPlan, mocks: ToolMocks): TrialPlan => ({ ...plan, case: { ...plan.case, mocks } });

/** The results that the model was told since the user last spoke. */
function told({ messages }: ScriptRequest): readonly string[] {
  const last = messages.findLastIndex(({ role }) => role === 'user');
  return messages.slice(last + 1).flatMap(({ role, text }) => (role === 'tool' ? [text] : []));
}

/** Makes these calls, then answers with what it was told of them. */
const calling =
  (...calls: NonNullable<ScriptAnswer['calls']>) =>
  (request: ScriptRequest): ScriptAnswer =>
    told(request).length === 0 ? { calls } : { text: told(request).join() };

/** Looks up, then refunds and looks up at once, then answers. */
function refunding(request: ScriptRequest): ScriptAnswer {
  switch (told(request).length) {
    case 0:
      return { text: 'One moment.', calls: [{ name: 'lookup', arguments: { id: 'A1' } }] };
    case 1:
      return {
        calls: [
          { name: 'refund', arguments: { id: 'A1' } },
          { name: 'lookup', arguments: { id: 'A1' } },
        ],
      };
    default:
      return { text: `Done: ${told(request).join(', ')}` };
  }
}

describe.each(ADAPTERS)('the loop over %s', (_, config) => {
  it('answers tools until the model calls none', async () => {
    const mocks = { lookup: table({ kind: 'value', value: { total: 3 } }), refund: table(value('refunded')) };
    const { end, trajectory, replayed, user_usage } = await attempt({
      config,
      script: (request) => ({ ...refunding(request), usage: { input: 100, output: 10 } }),
      mocks,
      server: { prices: { m: { input: 1, output: 1, input_cache_read: null, input_cache_write: null } } },
    });
    expect(end).toEqual({ kind: 'completed' });
    expect(trajectory.turns).toHaveLength(1);
    expect(trajectory.turns[0]).toMatchObject({
      turn: 1,
      input: 'Refund A1.',
      output: 'Done: {"total":3}, refunded, {"total":3}',
      tool_calls: [
        {
          name: 'lookup',
          arguments: { id: 'A1' },
          status: 'ok',
          result: { total: 3 },
          step: 1,
          duration_ms: expect.any(Number),
        },
        { name: 'refund', arguments: { id: 'A1' }, status: 'ok', result: 'refunded', step: 2 },
        { name: 'lookup', arguments: { id: 'A1' }, status: 'ok', result: { total: 3 }, step: 2 },
      ],
      metadata: null,
      usage: { input_tokens: 300, output_tokens: 30, total_tokens: 330, models: ['m'] },
      steps: 3,
    });
    expect(trajectory.turns[0]?.usage?.cost_usd).toBeCloseTo(330e-6, 12);
    expect([replayed, user_usage]).toEqual([false, null]);
  });

  it('keeps the whole conversation over turns, tool calls included', async () => {
    const seen: string[] = [];
    const plan = planOf(['Refund A1.', 'Refund A1 again.'], {
      history: [
        { role: 'user', content: 'Hi' },
        { role: 'assistant', content: 'Hello' },
      ],
    });
    const { end, trajectory } = await attempt(
      {
        config,
        script: (request) => {
          seen.push(request.messages.map(({ role }) => role[0]).join(''));
          return refunding(request);
        },
        mocks: { lookup: table(value('found')), refund: table(value('refunded')) },
      },
      plan,
    );
    expect(end).toEqual({ kind: 'completed' });
    expect(seen).toEqual(['uau', 'uauat', 'uauatatt', 'uauatattau', 'uauatattauat', 'uauatattauatatt']);
    expect(trajectory.turns.map(({ steps }) => steps)).toEqual([3, 3]);
  });

  it('an unknown tool is an error that the model sees', async () => {
    const { end, trajectory } = await attempt({
      config,
      script: calling({ name: 'lokup', arguments: {} }),
      mocks: {},
    });
    expect(end).toEqual({ kind: 'completed' });
    expect(trajectory.turns[0]).toMatchObject({
      output: 'there is no tool lokup; the tools are lookup, refund',
      tool_calls: [{ name: 'lokup', status: 'error' }],
    });
  });

  it('an answer that was cut off is the output, says so, and its calls are not carried out', async () => {
    const { end, trajectory } = await attempt(
      {
        config,
        script: ({ messages }) =>
          messages.length > 1
            ? { text: 'second' }
            : { text: 'Half', finish: 'length', calls: [{ name: 'refund', arguments: { id: 'A1' } }] },
        mocks: { refund: table(value('refunded')) },
      },
      planOf(['Refund A1.', 'And?']),
    );
    expect(end).toEqual({ kind: 'completed' });
    expect(trajectory.turns).toMatchObject([
      { output: 'Half', metadata: { finish: 'length' }, tool_calls: [{ name: 'refund', status: null, result: null }] },
      { output: 'second', metadata: null },
    ]);
  });

  it('the ceiling of model calls fails the trial, what was called is kept', async () => {
    const { end, trajectory } = await attempt({
      config,
      script: () => ({ calls: [{ name: 'lookup', arguments: { id: 'A1' } }] }),
      mocks: { lookup: table(value('found')) },
      limits: { max_steps: 3 },
    });
    expect(end).toMatchObject({ kind: 'failed', failure: { kind: 'limit' } });
    expect(scripted?.server.requests).toHaveLength(3);
    expect(trajectory.turns).toMatchObject([{ output: null, steps: 3, usage: { total_tokens: expect.any(Number) } }]);
    expect(trajectory.turns[0]?.tool_calls).toHaveLength(3);
  });

  it('without a ceiling of the config a loop ends after 25 calls', async () => {
    const { end } = await attempt({
      config,
      script: () => ({ calls: [{ name: 'lookup', arguments: {} }] }),
      mocks: { lookup: table(value('found')) },
    });
    expect(end).toMatchObject({
      kind: 'failed',
      failure: { kind: 'limit', message: expect.stringContaining('limits.max_steps') },
    });
    expect(scripted?.server.requests).toHaveLength(25);
  });
});

describe('faults of tools', () => {
  it.each([
    [{ kind: 'error', message: 'no such order' }, 'error', 'no such order'],
    [{ kind: 'timeout' }, 'error', 'timed out after 30 s'],
    [{ kind: 'malformed', value: { total: 19.99 } }, 'ok', '{"total":'],
    [{ kind: 'slow', delay_ms: 40, value: 'late' }, 'ok', 'late'],
  ] as const)('%j', async (answer, status, output) => {
    const { trajectory } = await attempt({
      script: calling({ name: 'lookup', arguments: {} }),
      mocks: { lookup: table(answer) },
    });
    expect(trajectory.turns[0]).toMatchObject({ output, tool_calls: [{ name: 'lookup', status, result: output }] });
  });

  it('a slow tool counts in the latency', async () => {
    const { trajectory } = await attempt({
      script: (request) => (told(request).length === 0 ? { calls: [{ name: 'lookup' }] } : { text: 'x' }),
      mocks: { lookup: table({ kind: 'slow', delay_ms: 120, value: 1 }) },
    });
    expect(trajectory.turns[0]?.latency_ms).toBeGreaterThanOrEqual(115);
  });

  it('arguments that are no JSON are an error, recorded as they came', async () => {
    const { trajectory } = await attempt({
      script: calling({ name: 'lookup', arguments: '{"id"' }),
      mocks: { lookup: table(value('found')) },
    });
    expect(trajectory.turns[0]).toMatchObject({
      output: 'the arguments are not a JSON object; send them again as one',
      tool_calls: [{ name: 'lookup', arguments: { unparsed_arguments: '{"id"' }, status: 'error' }],
    });
  });

  it('arguments that no row is for are an error, and a note', async () => {
    const built = await agentOf({
      script: calling({ name: 'lookup', arguments: { id: 'B2' } }),
      mocks: { lookup: { kind: 'table', rows: [{ args: { id: 'A1' }, answer: value('found') }] } },
    });
    const { trajectory } = await built.attempt(planOf('x'), NEVER);
    expect(trajectory.turns[0]?.output).toBe('lookup has no result for these arguments');
    expect(built.notes()).toEqual([
      'the mock of lookup had no answer for 1 call, such as {"id":"B2"}, so the model got an error. Add a row without args to its table for all other arguments.',
    ]);
  });

  it('what a module throws is an error for the model, and a note, once per tool and message', async () => {
    writeFileSync(join(folder, 'throwing.mjs'), 'export default ({ id }) => { throw new Error(`db ${id} down`); };');
    const calls = ['A', 'A', 'B'].map((id) => ({ name: 'lookup', arguments: { id } }));
    const built = await agentOf({
      script: calling(...calls),
      mocks: { lookup: { kind: 'module', file: './throwing.mjs' } },
    });
    const { end, trajectory } = await built.attempt(planOf('x'), NEVER);
    expect(end).toEqual({ kind: 'completed' });
    expect(trajectory.turns[0]?.output).toBe('db A down,db A down,db B down');
    expect(built.notes()).toEqual(['mock lookup threw: db A down', 'mock lookup threw: db B down']);
  });

  it('a mock of the case replaces that of the config, tool by tool', async () => {
    const plan = withMocks(planOf('Refund A1.'), { lookup: table(value('of the case')) });
    const { trajectory } = await attempt(
      { script: refunding, mocks: { lookup: table(value('of the config')), refund: table(value('refunded')) } },
      plan,
    );
    expect(trajectory.turns[0]?.output).toBe('Done: of the case, refunded, of the case');
  });

  it('a module answers, and knows the trial', async () => {
    writeFileSync(
      join(folder, 'lookup.mjs'),
      'export default ({ id }, { tool, case_id, trial, turn, context }) => `${tool} ${id} ${case_id} ${trial} ${turn} ${context.shop}`;',
    );
    const { trajectory } = await attempt(
      {
        script: calling({ name: 'lookup', arguments: { id: 'A1' } }),
        mocks: { lookup: { kind: 'module', file: 'lookup.mjs' } },
      },
      planOf('x', { id: 'c', index: 4, context: { shop: 's' } }),
    );
    expect(trajectory.turns[0]?.output).toBe('lookup A1 c 4 1 s');
  });

  it('calls of one answer are carried out together', async () => {
    writeFileSync(
      join(folder, 'pair.mjs'),
      `let first = null;
       export default ({ id }) => {
         if (first !== null) return first(id), id;
         return new Promise((resolve) => { first = (other) => resolve(id + ' met ' + other); });
       };`,
    );
    const { trajectory } = await attempt({
      script: calling(...['A', 'B'].map((id) => ({ name: 'lookup', arguments: { id } }))),
      mocks: { lookup: { kind: 'module', file: 'pair.mjs' } },
    });
    expect(trajectory.turns[0]?.output).toBe('A met B,B');
  });

  it('a broken module is known before the first trial', async () => {
    writeFileSync(join(folder, 'broken.mjs'), 'export default 1;');
    const built = await agentOf({ script: () => ({}), mocks: { lookup: { kind: 'module', file: 'broken.mjs' } } });
    await expect(built.prepare(NEVER)).rejects.toThrow(AgentUnavailableError);
  });

  it('that is never loaded is given up with the run', async () => {
    writeFileSync(join(folder, 'endless.mjs'), 'setInterval(() => {}, 1000); await new Promise(() => {});');
    const built = await agentOf({ script: () => ({}), mocks: { lookup: { kind: 'module', file: './endless.mjs' } } });
    const abort = new AbortController();
    const reason = new Error('the run was cancelled');
    const prepared = built.prepare(abort.signal);
    setTimeout(() => abort.abort(reason), 100);
    await expect(prepared).rejects.toBe(reason);
  });
});

describe('what is asked', () => {
  it('the prompt is filled from the context', async () => {
    const built = await agentOf({
      script: ({ system }) => ({ text: system ?? '' }),
      prompt: 'Shop {{context.shop}} {{context.none}}.',
    });
    const { trajectory } = await built.attempt(planOf('x', { context: { shop: 's' } }), NEVER);
    expect(trajectory.turns[0]?.output).toBe('Shop s .');
    expect(built.notes()).toEqual([
      'the prompt asks for {{context.none}}, and the context of a-case has no value for it; it was left empty',
    ]);
  });

  it('the seed of the trial is sent only when the config says so', async () => {
    for (const seed of [true, false]) {
      await attempt({ config: openAiAgent({ seed }), script: () => ({ text: 'x' }) });
      expect(scripted?.server.requests[0]?.body?.['seed']).toBe(seed ? 7 : undefined);
      await agent?.close();
      await scripted?.close();
    }
  });

  it('a simulated user goes on until it is done', async () => {
    const inputs = ['First', 'Second'];
    const user: SimulatedUser = { next: async () => inputs.shift() ?? null };
    const plan = planOf([]);
    const spec = { persona: 'p', goal: 'g', max_turns: 5, stop: [] };
    const { end, trajectory } = await attempt(
      { script: ({ messages }) => ({ text: `re: ${messages.at(-1)?.text}` }), user },
      { ...plan, case: { ...plan.case, simulated_user: spec } },
    );
    expect(end).toEqual({ kind: 'completed' });
    expect(trajectory.turns.map(({ output }) => output)).toEqual(['re: First', 're: Second']);
  });
});

describe('how attempts end', () => {
  it.each([
    [{ status: 400, error: { message: 'input must not be empty' } }, 'crash'],
    [{ status: 422, error: { message: 'no' } }, 'crash'],
  ] as const)('%j is the agent’s own failure, in the provider’s words', async (fault, kind) => {
    const { end, retry } = await attempt({ script: () => ({ fault }) });
    expect(end).toMatchObject({
      kind: 'failed',
      failure: { kind, message: expect.stringContaining(fault.error.message) },
    });
    expect(retry).toBe(false);
  });

  it.each([
    [{ status: 429 }, 'rate_limit'],
    [{ status: 500 }, 'provider'],
    [{ status: 529 }, 'provider'],
    [{ kind: 'reset' }, 'network'],
    [{ kind: 'cut', after_chunks: 1 }, 'network'],
  ] as const)('%j is an error worth another attempt', async (fault, errorClass) => {
    const { end, retry } = await attempt({ script: () => ({ text: 'some text', fault }) });
    expect(end).toMatchObject({ kind: 'error', error: { class: errorClass } });
    expect(retry).toBe(true);
  });

  it('an answer that its client can not read is the provider’s fault', async () => {
    const { end, retry } = await attempt({ script: () => ({ fault: { status: 200, body: '<html>hello</html>' } }) });
    expect(end).toMatchObject({ kind: 'error', error: { class: 'provider' } });
    expect(retry).toBe(true);
  });

  it('a refused key is one message, not one failure for each trial', async () => {
    const built = await agentOf({ script: () => ({ text: 'x' }), server: { keys: ['another'] } });
    await expect(built.attempt(planOf('x'), NEVER)).rejects.toThrow(/OPENAI_API_KEY/);
    await expect(built.attempt(planOf('x'), NEVER)).rejects.toThrow(AgentUnavailableError);
    expect(scripted?.server.requests).toHaveLength(1);
  });

  it('a provider that does not answer in time is at fault, not the agent', async () => {
    const { end, retry } = await attempt({
      script: () => ({ fault: { kind: 'hang' } }),
      limits: { trial_timeout_ms: 1000 },
    });
    expect(end).toEqual({
      kind: 'error',
      error: {
        class: 'provider',
        message: expect.stringMatching(/did not answer a request for at least half of the 1 s .*no answer/),
      },
    });
    expect(retry).toBe(true);
  });

  it('a tool that answers too late fails the trial', async () => {
    const { end, trajectory } = await attempt({
      script: () => ({ calls: [{ name: 'lookup', arguments: { id: 'A1' } }] }),
      mocks: { lookup: table({ kind: 'slow', delay_ms: 60_000, value: 1 }) },
      limits: { trial_timeout_ms: 1500 },
    });
    expect(end).toMatchObject({ kind: 'failed', failure: { kind: 'timeout' } });
    expect(trajectory.turns).toMatchObject([{ output: null, tool_calls: [{ name: 'lookup', status: null }] }]);
  });

  it('an abort ends the attempt at once, wherever it is', async () => {
    const abort = new AbortController();
    const built = await agentOf({
      script: () => {
        abort.abort();
        return { fault: { kind: 'hang' } };
      },
    });
    const { end } = await built.attempt(planOf('x'), abort.signal);
    expect(end).toMatchObject({ kind: 'error', error: { class: 'cancelled' } });
  });

  it('is live, and metered by the gateway', async () => {
    const built = await agentOf({ script: () => ({}) });
    expect(built).toMatchObject({ source: 'live', metered: true, available_trials: null });
  });
});
