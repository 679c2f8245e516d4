import { describe, expect, test } from 'vitest';
import { NEVER, planOf } from '#test/runner/agents/support.ts';
import { wired } from '#test/runner/agents/wired.ts';
import { lastUser, sinceUser } from '#test/testing/providers/rules.ts';
import type { ModelScript } from '#test/testing/providers/script.ts';

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

test('a recorded worker finds the base URLs of its turn in the line', async () => {
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
    'no model call came through the recorder: does its client read OPENAI_BASE_URL / ANTHROPIC_BASE_URL / OLLAMA_HOST? `record: {preload: true}` sends the calls of clients that read none there (agent.record)';
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

  test('is not asked where it says nothing of a request that failed', async () => {
    await using world = await wired(looking);
    const { end } = await world.agent().attempt(planOf('undo'), NEVER);
    expect(end).toMatchObject({ failure: { kind: 'crash' } });
    expect(JSON.stringify(end)).not.toContain(HINT);
  });
});

describe('when a model call fails', () => {
  test('upstream in an earlier turn, a crash in a later one is an error', async () => {
    await using world = await wired((request) => {
      if (lastUser(request) === 'down') return { fault: { status: 529, error: { message: 'overloaded' } } };
      return { text: 'ok', ...(lastUser(request) === 'bad' && { fault: { status: 400 } }) };
    });
    const attempt = await world.agent().attempt(planOf(['settle down', 'act bad']), NEVER);
    const message = expect.stringMatching(/in turn 2 of 2/);
    expect(attempt).toMatchObject({ end: { kind: 'error', error: { class: 'provider', message } }, retry: true });
  });

  test('because the agent falls over in the middle of it, that is a failure', async () => {
    await using world = await wired((request) => ({ text: lastUser(request).repeat(50), chunk_delay_ms: 50 }));
    expect(await world.agent().attempt(planOf('faint many words'), NEVER)).toMatchObject({
      end: { kind: 'failed', failure: { kind: 'crash', message: expect.stringMatching(/exited with code 3/) } },
      retry: false,
    });
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
    const end = { kind: 'error', error: { class: 'sandbox', message: expect.stringMatching(/recorder/) } };
    expect((await attempt).end).toEqual(end);
    expect((await agent.attempt(planOf('act a', { index: 2 }), NEVER)).end).toEqual(end);
  });
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
