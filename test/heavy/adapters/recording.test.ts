import { describe, expect, test, vi } from 'vitest';
import { AgentUnavailableError } from '#ports/ports.ts';
import { childEnvironment } from '#process/child-environment.ts';
import { NEVER, planOf, run } from '#test/runner/agents/support.ts';
import { REAL_KEY, RECORD, wired } from '#test/runner/agents/wired.ts';
import { lastUser, sinceUser } from '#test/testing/providers/rules.ts';
import type { Fault, ModelScript } from '#test/testing/providers/script.ts';

/** Looks as often as the user's words have `look`, one place each, then says what it was told. */
const looking: ModelScript = (request) => {
  const places = lastUser(request)
    .split(' ')
    .filter((word) => word.startsWith('look'));
  const seen = sinceUser(request).filter(({ role }) => role === 'tool');
  const next = places[seen.length];
  const usage = { input: 10, output: 2 };
  if (next !== undefined) return { calls: [{ name: 'look', arguments: { at: next } }], usage };
  return { text: `heard ${lastUser(request)}`, usage };
};

/** Says something, or fails for the one who asks for that. */
const failing =
  (fault: Fault, at = 1): ModelScript =>
  (request) =>
    sinceUser(request).length >= (at - 1) * 2 ? { fault } : looking(request);

const failed = (kind: string, message: RegExp = /./) => ({
  kind: 'failed',
  failure: { kind, message: expect.stringMatching(message) },
});
const error = (kind: string, message: RegExp = /./) => ({
  kind: 'error',
  error: { class: kind, message: expect.stringMatching(message) },
});

describe('a recorded worker', () => {
  test.each([
    ['auto', 'told'],
    ['agent', 'told'],
    ['wire', 'look'],
  ] as const)(
    'and its own list: %s takes the tool calls of %s, and the difference is noted',
    async (tool_calls, name) => {
      await using world = await wired(looking);
      const agent = world.agent(undefined, { record: { ...RECORD, tool_calls } });
      const { trajectory } = await agent.attempt(planOf('tell look1'), NEVER);
      expect(trajectory.turns[0]?.tool_calls?.map((call) => call.name)).toEqual([name]);
      expect(trajectory.turns[0]?.usage).toMatchObject({ input_tokens: 20 });
      expect(agent.notes()).toEqual([
        expect.stringMatching(/in 1 of 1 .*a-case#1\.1: the agent reports told; its model requested look/),
      ]);
    },
  );

  test('finds the base URLs of its turn in the line', async () => {
    await using world = await wired(looking);
    const { trajectory } = await world.agent().attempt(planOf('line'), NEVER);
    const url = (path: string) => expect.stringMatching(new RegExp(`^http://127\\.0\\.0\\.1:\\d+/\\d+${path}$`));
    expect(JSON.parse(trajectory.turns[0]?.output ?? '').base_urls).toEqual({
      openai: url('/openai/v1'),
      azure: url('/azure'),
      anthropic: url('/anthropic'),
      gemini: url('/gemini'),
      bedrock: url('/bedrock'),
      openrouter: url('/openrouter/v1'),
      vercel: url('/vercel/v3/ai'),
      ollama: url('/ollama'),
    });
  });

  test.each([
    ['worker', run('model-worker.mjs')],
    ['one-shot', run('model-once.mjs', '{input}')],
  ] as const)('prints no key, for it has none, even if the workflow hands it on (%s)', async (mode, command) => {
    vi.stubEnv('OPENAI_API_KEY', REAL_KEY);
    const child = childEnvironment(process.env, { env: {}, passEnv: ['OPENAI_API_KEY'], platform: process.platform });
    vi.unstubAllEnvs();
    if (child.kind === 'refused') throw new Error(child.problems.join());
    expect(child.environment['OPENAI_API_KEY']).toBe(REAL_KEY);
    await using world = await wired(looking, { keys: [REAL_KEY] });
    const agent = world.agent(command, { mode, options: { environment: child.environment } });
    const [{ trajectory }, working] = await Promise.all([
      agent.attempt(planOf('environment', { index: 1 }), NEVER),
      agent.attempt(planOf(mode === 'worker' ? 'act a' : 'a', { index: 2 }), NEVER),
    ]);
    expect(trajectory.turns[0]?.output).toContain('agent-eval-dummy-key');
    expect(JSON.stringify(trajectory)).not.toContain(REAL_KEY);
    expect(working.end).toEqual({ kind: 'completed' });
    expect(world.server.requests.map(({ headers }) => headers.authorization)).toEqual([`Bearer ${REAL_KEY}`]);
  });
});

const plans = [1, 2, 3].map((index) => planOf(`act ${'look '.repeat(index)}`, { index }));
const several = (BY: string) => ({ options: { environment: { CONCURRENCY: '3', BY } } });

test('a worker that takes several trials at once and does not tell them apart has no trial charged with the calls of another, and a note', async () => {
  // No answer before all three have asked: from then on three turns are open.
  const asked = Promise.withResolvers<void>();
  const together: ModelScript = async (request) => {
    if (request.count >= 3) asked.resolve();
    await asked.promise;
    return { text: `heard ${lastUser(request)}` };
  };
  await using world = await wired(together);
  const agent = world.agent(undefined, several(''));
  const attempts = await Promise.all(plans.map((plan) => agent.attempt(plan, NEVER)));
  expect(attempts.map(({ end }) => end.kind)).toEqual(['completed', 'completed', 'completed']);
  expect(agent.notes().join('\n')).toMatch(/while several trials shared a process.*base_urls/);
});

describe('an agent that never calls its model through the recorder', () => {
  const HINT =
    'no model call came through the recorder: does its client read OPENAI_BASE_URL / ANTHROPIC_BASE_URL / OLLAMA_HOST? `record: {preload: true}` leads clients there that read none (agent.record)';
  const refused = 'console.error("401 Incorrect API key"); process.exit(1)';

  test('is asked about its base URL when it crashes, before its last words', async () => {
    await using world = await wired(looking);
    const agent = world.agent([process.execPath, '-e', `process.stdin.on("data", () => { ${refused} })`]);
    const { end } = await agent.attempt(planOf('x'), NEVER);
    expect(end).toMatchObject({ failure: { kind: 'crash' } });
    expect(end).toMatchObject({
      failure: {
        message: expect.stringContaining(`before it answered; ${HINT}`),
        output: expect.stringContaining('401'),
      },
    });
  });

  test('is asked the same when it looks as if it can not start', async () => {
    await using world = await wired(looking);
    const agent = world.agent([process.execPath, '-e', refused, '{input}'], { mode: 'one-shot' });
    const [first] = await Promise.allSettled([1, 2, 3].map((index) => agent.attempt(planOf('x', { index }), NEVER)));
    expect(first).toBeDefined();
    await expect(agent.attempt(planOf('x', { index: 4 }), NEVER)).rejects.toThrow(
      `in 3 different trials; ${HINT}. Run agent.command by hand`,
    );
  });

  test('is not asked once a call was seen, in whatever trial', async () => {
    await using world = await wired(looking);
    const agent = world.agent();
    const before = await agent.attempt(planOf('undo', { index: 1 }), NEVER);
    await agent.attempt(planOf('act look', { index: 2 }), NEVER);
    const after = await agent.attempt(planOf('undo', { index: 3 }), NEVER);
    expect([before, after].map(({ end }) => JSON.stringify(end).includes(HINT))).toEqual([true, false]);
  });

  test('and is not recorded is told that it can be, where a key was refused', async () => {
    await using world = await wired(looking);
    const command = [process.execPath, '-e', `process.stdin.on("data", () => { ${refused} })`];
    const { end } = await world.agent(command, { record: null }).attempt(planOf('x'), NEVER);
    expect(JSON.stringify(end)).toContain('write `record: true` under agent');
  });
});

describe('when a model call fails', () => {
  const overloaded: Fault = { status: 529, error: { message: 'overloaded' } };
  const cut: Fault = { kind: 'cut', after_chunks: 1 };
  const reset: Fault = { kind: 'reset' };

  test.each([
    ['act', cut, 'network'],
    ['confess', overloaded, 'provider'],
    ['blame', overloaded, 'provider'],
    ['mumble', reset, 'network'],
  ])(
    'upstream and the agent ("%s") comes to nothing, it is not to blame: %j is an error, worth another attempt',
    async (deed, fault, kind) => {
      await using world = await wired(failing(fault, 2));
      const attempt = await world.agent().attempt(planOf(`${deed} look1`), NEVER);
      expect(attempt).toMatchObject({ end: error(kind), retry: true });
      expect(attempt.trajectory.turns).toMatchObject([{ output: null, tool_calls: [{ name: 'look' }], steps: 1 }]);
    },
  );

  test('upstream and the agent waits for ever, its time-out is an error too', async () => {
    await using world = await wired(failing(overloaded));
    const agent = world.agent(undefined, { limits: { trial_timeout_ms: 1_000 } });
    expect(await agent.attempt(planOf('freeze'), NEVER)).toMatchObject({
      end: error('provider', /overloaded.*no answer in time/s),
      retry: true,
    });
  });

  test('upstream and the agent answers well all the same, it has completed', async () => {
    await using world = await wired(failing(overloaded));
    const attempt = await world.agent().attempt(planOf('brave a'), NEVER);
    expect(attempt).toMatchObject({ end: { kind: 'completed' }, trajectory: { turns: [{ output: 'sorry' }] } });
  });

  test('upstream in an earlier turn, a crash in a later one is an error', async () => {
    await using world = await wired((request) =>
      lastUser(request) === 'down'
        ? { fault: overloaded }
        : { text: 'ok', ...(lastUser(request) === 'bad' && { fault: { status: 400 } }) },
    );
    const attempt = await world.agent().attempt(planOf(['brave down', 'act bad']), NEVER);
    expect(attempt).toMatchObject({ end: error('provider', /in turn 2 of 2/), retry: true });
  });

  test('because the agent falls over in the middle of it, that is a failure', async () => {
    await using world = await wired((request) => ({ text: lastUser(request).repeat(50), chunk_delay_ms: 50 }));
    expect(await world.agent().attempt(planOf('faint many words'), NEVER)).toMatchObject({
      end: failed('crash', /exited with code 3/),
      retry: false,
    });
  });

  test("and none did, blaming the surroundings is the agent's own crash", async () => {
    await using world = await wired(looking);
    expect(await world.agent().attempt(planOf('blame a'), NEVER)).toMatchObject({
      end: failed('crash', /problem of its environment, but all of its model calls were answered: they are at fault/),
      retry: false,
    });
  });

  test.each(['brave', 'act'])(
    'for want of budget, it is an error of the budget whatever the agent says (%s), and no attempt mends it',
    async (deed) => {
      await using world = await wired(looking, { caps: { max_tokens: 15 } });
      const attempt = await world.agent().attempt(planOf(`${deed} look1 look2`), NEVER);
      expect(attempt).toMatchObject({ end: error('budget'), retry: false });
      expect(world.server.billed).toBe(2);
    },
  );

  test.each(['brave', 'repeat'])('for it was one too many, the agent fails by its limit (%s)', async (deed) => {
    await using world = await wired(looking);
    const agent = world.agent(undefined, { limits: { max_steps: 2 } });
    const attempt = await agent.attempt(planOf(`${deed} look1 look2 look3`), NEVER);
    expect(attempt).toMatchObject({ end: failed('limit', /limits\.max_steps allows 2 model calls/), retry: false });
    expect(world.server.billed).toBe(2);
  });

  test('because the key is refused, nothing can be run any more', async () => {
    await using world = await wired(looking, { keys: ['another'] });
    const agent = world.agent();
    for (const index of [1, 2]) {
      const attempt = agent.attempt(planOf('brave a', { index }), NEVER);
      await expect(attempt).rejects.toThrow(AgentUnavailableError);
      await expect(attempt).rejects.toThrow(/OPENAI_API_KEY/);
    }
    expect(world.server.requests).toHaveLength(1);
  });

  test('because the recorder is gone, the trial says nothing of the agent', async () => {
    const asked = Promise.withResolvers<void>();
    await using world = await wired(() => {
      asked.resolve();
      return { fault: { kind: 'hang' } };
    });
    const agent = world.agent();
    const attempt = agent.attempt(planOf('act a'), NEVER);
    await asked.promise;
    await world.recorder.close();
    expect((await attempt).end).toEqual(error('sandbox', /recorder/));
    expect((await agent.attempt(planOf('act a', { index: 2 }), NEVER)).end).toEqual(error('sandbox', /recorder/));
  });

  test.each([
    ['was answered', {}, 20],
    ['had failed', { fault: overloaded }, 10],
  ])(
    'and is asked again by its client though it %s, every answer costs and the step counts once',
    async (_, first, tokens) => {
      await using world = await wired((request) => ({ ...looking(request), ...(request.count === 1 && first) }));
      const agent = world.agent(undefined, { limits: { max_steps: 1 } });
      const { end, trajectory } = await agent.attempt(planOf('insist a'), NEVER);
      expect(end).toEqual({ kind: 'completed' });
      expect(trajectory.turns).toMatchObject([{ output: 'heard a', steps: 1, usage: { input_tokens: tokens } }]);
    },
  );
});

test('waiting for the provider is in neither the time-out nor the latency', async () => {
  const busy: ModelScript = (request) =>
    request.count === 2 ? { fault: { status: 429, retry_after: 6 } } : { text: 'ok' };
  await using world = await wired(busy, { patience: { refused_ms: 60_000 } });
  const agent = world.agent(undefined, { limits: { trial_timeout_ms: 5_000 } });
  await agent.attempt(planOf('act warm up'), NEVER);
  const attempt = await agent.attempt(planOf('act a', { index: 2 }), NEVER);
  expect(attempt.end).toEqual({ kind: 'completed' });
  expect(attempt.wait_ms).toBeGreaterThan(5_500);
  expect(attempt.trajectory.turns[0]?.latency_ms).toBeLessThan(5_000);
});
