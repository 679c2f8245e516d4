import { describe, expect, test, vi } from 'vitest';
import type { Message } from '#cases/suite/case.ts';
import type { SimulatedUserSpec } from '#cases/suite/simulated-user.ts';
import { AgentUnavailableError } from '#ports/ports.ts';
import { attemptOf } from '#runner/agents/turn/attempt-end.ts';
import { converse } from '#runner/agents/turn/converse.ts';
import type { TurnLine } from '#runner/agents/turn/protocol.ts';
import { modelCall } from '#test/wire/recorder/support.ts';
import type { Usage } from '#trials/trial/trajectory.ts';
import { type CallContext, ModelCallError, type SimulatedUser } from '#wire/ports.ts';
import type { CallFault, ModelCall } from '#wire/protocols/model-call.ts';
import { LIMITS, NEVER, planOf } from './support.ts';

const USER: SimulatedUserSpec = { persona: 'terse', goal: 'a refund', max_turns: 8, stop: [] };

const usage = (input_tokens: number): Usage => ({
  input_tokens,
  output_tokens: 1,
  total_tokens: input_tokens + 1,
  cost_usd: null,
  estimated: false,
});

function userCall(facts: Partial<ModelCall>): ModelCall {
  const request = { model: 'm', stream: false, body_hash: String(facts.started_ms), retry_count: null, results: [] };
  return modelCall({ request, ...facts });
}

/** Says these texts one after the other, each for ten tokens; then it is done. */
function saying(texts: readonly string[], beside: (context: CallContext) => void = () => {}) {
  const heard: (readonly Message[])[] = [];
  const contexts: CallContext[] = [];
  const user: SimulatedUser = {
    async next(_spec, conversation, context) {
      heard.push(conversation);
      contexts.push(context);
      beside(context);
      context.onCall(userCall({ usage: usage(10), started_ms: heard.length }));
      return texts[heard.length - 1] ?? null;
    },
  };
  return { user, heard, contexts };
}

interface Held {
  readonly inputs?: readonly string[];
  readonly spec?: Partial<SimulatedUserSpec>;
  readonly user?: SimulatedUser | null;
  readonly answer?: (line: TurnLine) => string | null;
  readonly signal?: AbortSignal;
  readonly trial_timeout_ms?: number;
}

async function hold({
  inputs = [],
  spec = {},
  user = null,
  answer = ({ input }) => `re: ${input}`,
  signal = NEVER,
  trial_timeout_ms = LIMITS.trial_timeout_ms,
}: Held) {
  const limits = { ...LIMITS, trial_timeout_ms };
  const plan = planOf(inputs, { history: [{ role: 'assistant', content: 'Welcome' }] });
  const simulated = { ...plan, case: { ...plan.case, simulated_user: { ...USER, ...spec } } };
  const lines: TurnLine[] = [];
  const conversation = await converse(simulated, { limits, user, recording: null, signal }, async (line) => {
    lines.push(line);
    const output = answer(line);
    return output === null
      ? { kind: 'exited', code: 1, signal: null, stderr: '', answered: false }
      : { kind: 'result', fields: { output }, latency_ms: 5 };
  });
  return { conversation, lines, attempt: attemptOf(simulated, conversation, limits, { log: '', stderr: '' }) };
}

describe('a simulated user', () => {
  test('goes on where the written turns end, hears the whole conversation, and ends it when it is done', async () => {
    const { user, heard } = saying(['second', 'third']);
    const { attempt, lines } = await hold({ inputs: ['first'], user });
    expect(attempt.end).toEqual({ kind: 'completed' });
    expect(attempt.trajectory.turns.map(({ turn, input, output }) => [turn, input, output])).toEqual([
      [1, 'first', 're: first'],
      [2, 'second', 're: second'],
      [3, 'third', 're: third'],
    ]);
    expect(heard.map((conversation) => conversation.map(({ content }) => content))).toEqual([
      ['Welcome', 'first', 're: first'],
      ['Welcome', 'first', 're: first', 'second', 're: second'],
      ['Welcome', 'first', 're: first', 'second', 're: second', 'third', 're: third'],
    ]);
    expect(lines.map(({ last_turn }) => last_turn)).toEqual([false, false, false]);
  });

  test.each([
    [['written'], 3],
    [[], 3],
    [['one', 'two', 'three'], 3],
    [['one', 'two', 'three', 'four'], 4],
  ])('plays max_turns user turns at most, the written ones among them: %j', async (inputs, played) => {
    const { user } = saying(['a', 'b', 'c', 'd', 'e']);
    const { lines, attempt } = await hold({ inputs, spec: { max_turns: 3 }, user });
    expect(attempt.end).toEqual({ kind: 'completed' });
    expect(lines.map(({ last_turn }) => last_turn)).toEqual(
      Array.from({ length: played }, (_, at) => at + 1 >= Math.max(3, inputs.length)),
    );
  });

  test('stops when an answer contains a text of stop, in any case, but not before the written turns are played', async () => {
    const { user } = saying(['a', 'b', 'c']);
    const answer = ({ input }: TurnLine) => (input === 'a' || input === 'one' ? 'Your case is CLOSED now' : 'go on');
    const { lines } = await hold({ inputs: ['one', 'two'], spec: { stop: ['bye', 'case is closed'] }, user, answer });
    expect(lines.map(({ input }) => input)).toEqual(['one', 'two', 'a']);
  });

  test("costs in a ledger of its own, and its time is not the agent's", async () => {
    vi.useFakeTimers();
    const { user, contexts } = saying(['a', 'b'], (context) => {
      context.onWait(true);
      vi.advanceTimersByTime(20);
      context.onWait(false);
      vi.advanceTimersByTime(1_000);
    });
    const { attempt, lines } = await hold({ user });
    vi.useRealTimers();
    expect(attempt.user_usage).toMatchObject({ input_tokens: 30, output_tokens: 3 });
    expect(attempt.trajectory.turns.map(({ usage, latency_ms }) => [usage, latency_ms])).toEqual([
      [null, 5],
      [null, 5],
    ]);
    expect(lines.map(({ deadline_ms }) => deadline_ms)).toEqual([120_000, 119_995]);
    expect(attempt.wait_ms).toBe(60);
    expect(contexts.map(({ ledger, attempt }) => [ledger, attempt?.trial])).toEqual(
      Array(3).fill(['user', { case_id: 'a-case', index: 1 }]),
    );
  });

  test('out of a cassette makes the attempt a replay', async () => {
    const { user } = saying(['a'], (context) => context.onCall(userCall({ replayed: true, tries: 0 })));
    expect((await hold({ user })).attempt.replayed).toBe(true);
  });

  test('that has nothing to say at the beginning makes an error', async () => {
    const { attempt } = await hold({ user: saying([]).user });
    expect(attempt).toMatchObject({ end: { kind: 'error', error: { class: 'provider' } }, retry: true });
  });

  const fault = (kind: CallFault['kind']): CallFault => ({ kind, status: null, message: `because of ${kind}` });

  test.each([
    [fault('rate_limit'), 'rate_limit', true],
    [fault('provider'), 'provider', true],
    [fault('network'), 'network', true],
    [fault('budget'), 'budget', false],
    [fault('replay_miss'), 'replay_miss', false],
    [fault('rejected'), 'provider', false],
    [null, 'provider', true],
  ])(
    'whose model gives no answer (%j) makes an error of its class, and keeps what was said',
    async (why, kind, retry) => {
      let asked = 0;
      const user: SimulatedUser = {
        async next(_spec, _conversation, context) {
          asked += 1;
          if (asked === 1) return 'hello';
          if (why !== null) context.onCall(userCall({ fault: why }));
          throw new ModelCallError('no answer');
        },
      };
      const { attempt } = await hold({ user });
      const message = expect.stringMatching(
        why === null ? /simulated user: no answer/ : new RegExp(`simulated user: ${why.message}`),
      );
      expect(attempt).toMatchObject({ end: { kind: 'error', error: { class: kind, message } }, retry });
      expect(attempt.trajectory.turns).toHaveLength(1);
    },
  );

  test('whose model never answers makes a missing trial after the time of a trial, and waits for our limiter do not count', async () => {
    const waited = 60;
    const began = performance.now();
    const user: SimulatedUser = {
      next: (_spec, _conversation, context, signal) =>
        new Promise((_, reject) => {
          context.onWait(true);
          setTimeout(() => context.onWait(false), waited);
          signal.addEventListener('abort', () => reject(new ModelCallError('the call was cancelled')));
        }),
    };
    const { attempt } = await hold({ inputs: ['first'], user, trial_timeout_ms: 40 });
    const message = expect.stringContaining('did not answer within 40 ms (limits.trial_timeout)');
    expect(attempt).toMatchObject({ end: { kind: 'error', error: { class: 'provider', message } }, retry: true });
    expect(performance.now() - began).toBeGreaterThanOrEqual(waited + 35);
  });

  test('without a model to play it ends the run with what to write', async () => {
    const held = hold({ user: null });
    await expect(held).rejects.toThrow(AgentUnavailableError);
    await expect(held).rejects.toThrow(/simulated_user: \{openai/);
  });
});
