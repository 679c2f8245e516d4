import { describe, expect, test } from 'vitest';
import type { Agent } from '#ports/ports.ts';
import { leftOutNotes } from '#report/left-out-notes.ts';
import { type ExecutionOptions, executeSuite } from '#runner/trials/execute-suite.ts';
import { caseRecord, outcomes } from '#test/support/results.ts';
import { planTrials } from '#trials/trial/plan-trials.ts';
import type { Usage } from '#trials/trial/trajectory.ts';
import type { TrialRecord } from '#trials/trial/trial-record.ts';
import { trialList } from '#trials/trial/trial-schedule.ts';
import { agentOf, portsOf, suiteOf, turnRecord } from './in-memory.ts';

const OPTIONS: ExecutionOptions = {
  concurrency: 1,
  max_tries: 1,
  run_attempt: 1,
  usage_estimate: false,
  resumed: new Map(),
};

const USAGE: Usage = { input_tokens: 90, output_tokens: 10, total_tokens: 100, cost_usd: 0.01, estimated: false };

async function plansOf(trials: number, ids: readonly string[] = ['a', 'b']) {
  const suite = await suiteOf(ids.map((id) => ({ id, input: 'hi', expect: { completes: true } })));
  return trialList(planTrials(suite.cases, trials, { tree: '', side: 'candidate' }), [trials]);
}

const agent = agentOf(() => [turnRecord({ usage: USAGE })]);

describe('a cap of the budget', () => {
  test.each([
    ['max_trials', 3, 3, /^max-trials 3 is reached/],
    ['max_tokens', 250, 3, /^max-tokens 250 is reached: 300 tokens/],
    ['max_cost_usd', 0.02, 2, /^max-cost-usd \$0\.02 is reached/],
  ] as const)('%s %d lets %d trials run, in order, and says why no more', async (cap, most, ran, reason) => {
    const execution = await executeSuite(await plansOf(3), portsOf(agent, {}, { [cap]: most }), OPTIONS);
    expect([...execution.records.values()].flat()).toHaveLength(ran);
    expect(execution.records.get('a')).toHaveLength(Math.ceil(ran / 2));
    expect(execution.exhausted).toMatch(reason);
    expect(execution.cancelled).toBe(false);
  });

  test('that is reached by the last trial leaves nothing out', async () => {
    const execution = await executeSuite(await plansOf(3), portsOf(agent, {}, { max_tokens: 600 }), OPTIONS);
    expect([...execution.records.values()].flat()).toHaveLength(6);
    expect(execution.exhausted).toBeNull();
  });

  test('on what an agent does not report can not be enforced, and stops the run after the first trial', async () => {
    const silent = agentOf(() => [turnRecord()]);
    const execution = await executeSuite(await plansOf(3), portsOf(silent, {}, { max_cost_usd: 5 }), OPTIONS);
    expect([...execution.records.values()].flat()).toHaveLength(1);
    expect(execution.exhausted).toMatch(/^max-cost-usd can't be enforced/);
  });

  test('is not charged again for what the gateway counted', async () => {
    const metered: Agent = { ...agent, metered: true };
    const execution = await executeSuite(await plansOf(3), portsOf(metered, {}, { max_tokens: 250 }), OPTIONS);
    expect(execution.exhausted).toBeNull();
  });

  test('on time breaks off what is in flight; those trials are errors of the budget, not cancelled', async () => {
    const started = Promise.withResolvers<void>();
    const slow: Agent = {
      ...agent,
      attempt: async (plan, signal) => {
        started.resolve();
        await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
        const attempt = await agent.attempt(plan, signal);
        return { ...attempt, end: { kind: 'error', error: { class: 'cancelled', message: 'cancelled' } } };
      },
    };
    const clock = { now: () => 0, monotonic: () => 0, sleep: sleepUntil(started.promise) };
    const ports = { ...portsOf(slow, {}, { max_duration_ms: 1000 }), clock };
    const { records, exhausted } = await executeSuite(await plansOf(3), ports, OPTIONS);
    expect([...records.values()].flat().map(({ error }) => error?.class)).toEqual(['budget']);
    expect(exhausted).toMatch('max-duration is reached');
  });

  test('on time that is over when every trial has ended leaves nothing out', async () => {
    const over = Promise.withResolvers<void>();
    const clock = { now: () => 0, monotonic: () => 0, sleep: sleepUntil(over.promise) };
    const sink = {
      trial: async (_: string, record: TrialRecord) => {
        over.resolve();
        await new Promise((resolve) => setImmediate(resolve));
        return record;
      },
    };
    const ports = { ...portsOf(agent, sink, { max_duration_ms: 1000 }), clock };
    const { records, exhausted } = await executeSuite(await plansOf(1, ['a']), ports, OPTIONS);
    expect(records.get('a')?.map(({ outcome }) => outcome)).toEqual(['passed']);
    expect(exhausted).toBeNull();
  });
});

test('the report says what a cap left out: how many trials, of how many cases, and which were not tried at all', () => {
  const file = {
    cases: [
      caseRecord('a', { planned_trials: 5, trials: outcomes(1, 1) }),
      caseRecord('b', { planned_trials: 5, trials: [] }),
    ],
  };
  expect(leftOutNotes(file, { exhausted: 'max-trials 2 is reached: 2 started' })).toEqual([
    'Budget: max-trials 2 is reached: 2 started. Left out: 8 of 10 trials, in 2 cases; not tried at all: b',
  ]);
  expect(leftOutNotes(file, { exhausted: null })).toEqual([]);
});

test('trials that were begun ahead and not needed make up for none that is missing', () => {
  const trials = outcomes(3).filter(({ index }) => index !== 2);
  const file = { cases: [caseRecord('a', { planned_trials: 2, trials })] };
  expect(leftOutNotes(file, { exhausted: 'max-duration is reached' })).toEqual([
    'Budget: max-duration is reached. Left out: 1 of 2 trials, in 1 case',
  ]);
});

/** The sleep of a clock whose time is over when something happens. */
function sleepUntil(over: Promise<void>): (ms: number) => Promise<void> {
  return (ms) => (ms === 0 ? Promise.resolve() : over);
}
