import { describe, expect, test } from 'vitest';
import type { LimitsExpectation } from '#cases/suite/expectation.ts';
import { worded } from '#test/support/worded.ts';
import { completesCheck } from '#trials/checks/completes.ts';
import { limitsCheck } from '#trials/checks/limits.ts';
import { noToolsCheck } from '#trials/checks/no-tools.ts';
import { planCheck } from '#trials/checks/plan.ts';
import { trialView } from '#trials/checks/trial-view.ts';
import type { TurnRecord } from '#trials/trial/trajectory.ts';
import type { TrialEnd } from '#trials/trial/trial.ts';
import { aCase, aTrial, CRASHED, call, made, tools, UNAVAILABLE, usage } from '../trial/build-trial.ts';

const view = (turn: Partial<TurnRecord>, end: TrialEnd = { kind: 'completed' }) =>
  trialView(aCase({}), aTrial([turn], { end }), null);

describe('limits', () => {
  const spent = { usage: usage(100, 20, { cost_usd: 0.1 + 0.2 }), steps: 3, latency_ms: 1500 };

  test.each<{ limit: keyof LimitsExpectation; at: number; reason: string }>([
    { limit: 'max_input_tokens', at: 100, reason: '100 input tokens, at most 100 allowed' },
    { limit: 'max_output_tokens', at: 20, reason: '20 output tokens, at most 20 allowed' },
    { limit: 'max_total_tokens', at: 120, reason: '120 tokens, at most 120 allowed' },
    { limit: 'max_steps', at: 3, reason: '3 model calls, at most 3 allowed' },
    { limit: 'max_latency_ms', at: 1500, reason: '1500 ms, at most 1500 allowed' },
    { limit: 'max_cost_usd', at: 0.3, reason: '0.3 USD, at most 0.3 allowed' },
  ])('$limit holds at the limit and fails beyond it', ({ limit, at, reason }) => {
    expect(limitsCheck.judge({ [limit]: at }, view(spent)).map(worded)).toEqual([
      { name: `limits.${limit}`, passed: true, score: 1, code: null, reason },
    ]);
    expect(limitsCheck.judge({ [limit]: at * 0.99 }, view(spent)).map(worded)).toMatchObject([
      { passed: false, score: 0, code: 'over_limit' },
    ]);
  });

  test.each<keyof LimitsExpectation>([
    'max_input_tokens',
    'max_output_tokens',
    'max_total_tokens',
    'max_steps',
    'max_cost_usd',
  ])('%s can not be judged without its count, and the agent is told how to report it', (limit) => {
    const [result] = limitsCheck.judge({ [limit]: 1 }, view({ usage: null, steps: null })).map(worded);
    expect(result).toMatchObject({ passed: null, score: null, code: 'not_reported' });
    expect(result?.reason).toMatch(/return "/);
  });

  test('estimated counts are shown as such', () => {
    const [tokens, latency] = limitsCheck
      .judge({ max_total_tokens: 10, max_latency_ms: 10 }, view({ usage: usage(100, 20, { estimated: true }) }))
      .map(worded);
    expect(tokens?.reason).toBe('≈120 tokens, at most 10 allowed');
    expect(latency?.reason).toBe('100 ms, at most 10 allowed');
  });
});

describe('no_tools', () => {
  test('any call fails', () => {
    expect(noToolsCheck.judge(true, view({ tool_calls: [made('a'), made('b')] })).map(worded)).toEqual([
      {
        name: 'no_tools',
        passed: false,
        score: 0,
        code: 'unexpected_call',
        reason: '2 calls made, none expected: a, b',
      },
    ]);
  });

  test('no account of calls is not "no calls"', () => {
    expect(noToolsCheck.judge(true, view({ tool_calls: null })).map(worded)).toMatchObject([
      { passed: false, code: 'not_reported' },
    ]);
  });
});

describe('completes', () => {
  test.each<{ end: TrialEnd; passed: boolean; reason: string }>([
    { end: { kind: 'completed' }, passed: true, reason: 'completed' },
    { end: CRASHED, passed: false, reason: 'crash: exit code 1' },
    { end: UNAVAILABLE, passed: false, reason: 'provider: 503' },
  ])('$end.kind', ({ end, passed, reason }) => {
    expect(completesCheck.judge(true, view({}, end)).map(worded)).toMatchObject([
      { name: 'completes', passed, score: passed ? 1 : 0, code: passed ? null : 'not_completed', reason },
    ]);
  });

  test('an answer is not needed: a planning agent may return its plan only', () => {
    expect(completesCheck.judge(true, view({ output: null })).map(worded)).toMatchObject([{ passed: true }]);
  });
});

describe('plan', () => {
  const expectation = tools({ order: 'in_order', calls: [call('search', { q: 'x' }), call('book')] });
  const plan = [
    { name: 'search', arguments: { q: 'x' } },
    { name: 'book', arguments: {} },
  ];

  test('is judged in the language of tools', () => {
    expect(
      planCheck
        .judge(expectation, view({ plan }))
        .map(worded)
        .map(({ name, passed }) => [name, passed]),
    ).toEqual([
      ['plan.present', true],
      ['plan.args', true],
      ['plan.order', true],
    ]);
    expect(
      planCheck
        .judge(expectation, view({ plan: plan.toReversed() }))
        .map(worded)
        .at(-1),
    ).toMatchObject({
      passed: false,
      code: 'wrong_order',
    });
  });

  test('an agent without a plan is told how to report; calls are no plan', () => {
    const [result] = planCheck.judge(expectation, view({ tool_calls: [made('search'), made('book')] })).map(worded);
    expect(result).toMatchObject({
      passed: false,
      code: 'not_reported',
      reason: expect.stringContaining('return "plan"'),
    });
  });
});
