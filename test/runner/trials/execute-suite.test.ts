import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '#common/json.ts';
import { type Agent, AgentUnavailableError, type BudgetCaps } from '#ports/ports.ts';
import type { ProgressState } from '#ports/progress.ts';
import type { DecideLook } from '#runner/looks/certain-look.ts';
import { createLookSchedule } from '#runner/looks/look-schedule.ts';
import { type ExecutionOptions, executeSuite } from '#runner/trials/execute-suite.ts';
import { outcomes, trialRecords } from '#test/support/results.ts';
import type { Looks } from '#trials/trial/looks.ts';
import { planFurtherTrials, planTrials } from '#trials/trial/plan-trials.ts';
import { trialList } from '#trials/trial/trial-schedule.ts';
import { agentOf, portsOf, suiteOf, turnRecord } from '../in-memory.ts';
import { goesOn, STOPS } from '../look-run.ts';

const OPTIONS: ExecutionOptions = {
  concurrency: 1,
  max_tries: 1,
  run_attempt: 1,
  usage_estimate: false,
  resumed: new Map(),
};

test('an answer that breaks the judging is an error of its trial, and the others run on', async () => {
  const suite = await suiteOf([{ id: 'a', input: 'hi', expect: { completes: true } }]);
  const plans = trialList(planTrials(suite.cases, 3, { tree: '', side: 'candidate' }), [3]);
  const agent = agentOf(({ index }) => [
    turnRecord(
      index === 2 ? { tool_calls: [{ name: 'x', arguments: deep(100_000), status: null, result: null, step: 1 }] } : {},
    ),
  ]);
  const { records, unavailable } = await executeSuite(plans, portsOf(agent), OPTIONS);
  expect(unavailable).toBeNull();
  expect(records.get('a')?.map(({ outcome, error }) => [outcome, error])).toEqual([
    ['passed', null],
    ['error', { class: 'sandbox', message: expect.stringMatching(/^judging or storing the answer failed: /) }],
    ['passed', null],
  ]);
});

test('results that can no longer be stored end the run', async () => {
  const suite = await suiteOf([{ id: 'a', input: 'hi', expect: { completes: true } }]);
  const plans = trialList(planTrials(suite.cases, 1, { tree: '', side: 'candidate' }), [1]);
  const full = portsOf(
    agentOf(() => [turnRecord()]),
    { trial: () => Promise.reject(new Error('no space left on device')) },
  );
  await expect(executeSuite(plans, full, OPTIONS)).rejects.toThrow('no space left on device');
});

describe('trials of an interrupted run', () => {
  const known = new Map([['a', trialRecords([{ seed: 7 }, { seed: 7, outcome: 'error' }, { seed: 7 }])]]);

  test('are taken over instead of being run, but for errors', async () => {
    const { records } = await executeSuite(await listOf(4), portsOf(HAPPY), { ...OPTIONS, resumed: known });
    expect(records.get('a')?.map(({ seed }) => seed === 7)).toEqual([true, false, true, false]);
  });

  test('count also behind a trial that may not be started any more', async () => {
    const ports = portsOf(HAPPY, {}, { max_trials: 1 });
    const resumed = new Map([['a', trialRecords([{ seed: 7 }]).map((each) => ({ ...each, index: 4 }))]]);
    const { records, exhausted } = await executeSuite(await listOf(4), ports, { ...OPTIONS, resumed });
    expect(records.get('a')?.map(({ index }) => index)).toEqual([1, 4]);
    expect(exhausted).toMatch(/^max-trials 1 is reached/);
  });

  test('that are all there need no agent', async () => {
    const dead: Agent = { ...HAPPY, prepare: () => Promise.reject(new AgentUnavailableError('gone', '', 1)) };
    const all = new Map([['a', outcomes(3)]]);
    const { records, unavailable } = await executeSuite(await listOf(3), portsOf(dead), { ...OPTIONS, resumed: all });
    expect([records.get('a')?.length, unavailable]).toEqual([3, null]);
  });
});

describe('look by look', () => {
  const LOOKS: Looks = [1, 2, 4];

  async function byLooks(decide: DecideLook, agent: Agent = HAPPY, caps: Partial<BudgetCaps> = {}, options = OPTIONS) {
    const suite = await suiteOf([
      { id: 'a', input: 'hi', expect: { completes: true } },
      { id: 'b', input: 'hi', expect: { completes: true }, trials: 3 },
    ]);
    const seeds = { tree: '', side: 'candidate' } as const;
    const order = { cases: suite.cases, looks: LOOKS, seeds, never_fail: new Set<string>(), appended: false, decide };
    const schedule = createLookSchedule(order);
    const totals: number[] = [];
    const ports = portsOf(agent, {}, caps);
    const progress = { ...ports.progress, trial: ({ total }: ProgressState) => void totals.push(total) };
    const execution = await executeSuite(schedule, { ...ports, progress }, options);
    return { execution, run: schedule.run(), totals };
  }

  test('a record says to which look its trial belongs; a case of its own number belongs to the first', async () => {
    const { execution, totals } = await byLooks(goesOn(LOOKS, 'all'));
    expect(execution.records.get('a')?.map(({ look }) => look)).toEqual([1, 2, 3, 3]);
    expect(execution.records.get('b')?.map(({ look }) => look)).toEqual([1, 1, 1]);
    // The next trial begins before the last one is stored, also one of the next look if that is certain.
    expect(totals).toEqual([4, 4, 4, 5, 6, 7, 7]);
  });

  test('trials of an interrupted run are taken over when they would be run, whatever their look', async () => {
    const resumed = new Map([['a', outcomes(3).map((each) => ({ ...each, seed: 7 }))]]);
    const stopped = await byLooks(STOPS, HAPPY, {}, { ...OPTIONS, resumed });
    expect(stopped.execution.records.get('a')?.map(({ index }) => index)).toEqual([1]);
    const whole = await byLooks(goesOn(LOOKS, 'all'), HAPPY, {}, { ...OPTIONS, resumed });
    expect(whole.execution.records.get('a')?.map(({ seed }) => seed === 7)).toEqual([true, true, true, false]);
  });

  test('a budget that ends between two looks says so: the look that was begun has no trials', async () => {
    const { execution, run } = await byLooks(goesOn(LOOKS, ['a']), HAPPY, { max_trials: 4 });
    expect(execution.exhausted).toMatch(/^max-trials 4 is reached/);
    expect([execution.records.get('a')?.length, run.look, run.planned.get('a')]).toEqual([1, 2, 2]);
  });

  test('a rule that breaks ends the run', async () => {
    const broken: DecideLook = () => {
      throw new Error('no rule');
    };
    await expect(byLooks(broken)).rejects.toThrow('no rule');
  });
});

test('the agent is left open, so that further trials can be run with it and join the first', async () => {
  const suite = await suiteOf([
    { id: 'a', input: 'hi', expect: { completes: true } },
    { id: 'b', input: 'hi', expect: { completes: true } },
  ]);
  const closings: string[] = [];
  const agent: Agent = { ...HAPPY, close: async () => void closings.push('closed') };
  const seeds = { tree: '', side: 'candidate' } as const;
  const first = await executeSuite(trialList(planTrials(suite.cases, 2, seeds), [2]), portsOf(agent), OPTIONS);
  const further = planFurtherTrials(suite.cases, new Map([['a', 2]]), new Map([['a', 4]]), seeds);
  const more = await executeSuite(trialList(further, [2]), portsOf(agent), OPTIONS);
  expect(first.records.get('a')?.map(({ index }) => index)).toEqual([1, 2]);
  expect(more.records.get('a')?.map(({ index }) => index)).toEqual([3, 4]);
  expect(more.records.has('b')).toBe(false);
  expect(closings).toEqual([]);
});

const HAPPY: Agent = agentOf(() => [turnRecord()]);

async function listOf(trials: number) {
  const suite = await suiteOf([{ id: 'a', input: 'hi', expect: { completes: true } }]);
  return trialList(planTrials(suite.cases, trials, { tree: '', side: 'candidate' }), [trials]);
}

function deep(levels: number): JsonObject {
  let value: Json = 1;
  for (let level = 0; level < levels; level += 1) value = { a: value };
  return { a: value };
}
