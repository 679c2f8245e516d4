import { describe, expect, test } from 'vitest';
import { parseResults } from '#gate/baseline/results/parse-results.ts';
import { type Collected, collectResults, type RunOrigin, type RunPlan } from '#runner/results/collect-results.ts';
import { outcomes } from '#test/support/results.ts';
import { suiteOf } from '../in-memory.ts';

const FACTS: RunOrigin = {
  tool: { name: 'agent-eval', version: '0' },
  repository: null,
  commit: { sha: null, ref: null, head_sha: null, base_sha: null, pull_request: null },
  run: { id: null, attempt: 1, event: null, workflow: null, key: null, side: 'candidate' },
};

const TIMES = { created_at: '2026-01-01T00:00:00.000Z', finished_at: '2026-01-01T00:01:00.000Z' };

const EPOCH = { id: 'e', since: 'abc', reason: 'a new model', cases: { a: 'def' } };

const PLAN: RunPlan = {
  looks: [3, 5, 10],
  look: 5,
  planned: new Map([
    ['a', 5],
    ['b', 2],
  ]),
  appended: false,
  baseline_runs: [{ run_id: '7', sha: 'abc' }],
  epoch: null,
};

async function collected(plan: Partial<RunPlan> = {}, execution: Partial<Collected> = {}) {
  const suite = await suiteOf([
    { id: 'a', input: 'hi', expect: { completes: true } },
    { id: 'b', input: 'hi', expect: { completes: true }, trials: 2 },
  ]);
  const records = new Map([['a', outcomes(7)]]);
  const whole = { records, cancelled: false, exhausted: null, unavailable: null, ...execution };
  return collectResults(suite, whole, { ...PLAN, ...plan }, FACTS, TIMES);
}

test('results hold the plan: looks, what each case was given, and whether it chose that itself', async () => {
  const { looks, stop, cases, baseline_runs } = await collected();
  expect({ looks, stop, baseline_runs }).toEqual({
    looks: [3, 5, 10],
    stop: { look: 5, reason: 'decided' },
    baseline_runs: [{ run_id: '7', sha: 'abc' }],
  });
  expect(
    cases.map((evalCase) => [evalCase.id, evalCase.planned_trials, evalCase.fixed_trials, evalCase.trials.length]),
  ).toEqual([
    ['a', 5, false, 7],
    ['b', 2, true, 0],
  ]);
});

test('cases that a run never came to were to have their own number, or the look', async () => {
  const { cases } = await collected({ planned: new Map(), look: 3 });
  expect(cases.map(({ planned_trials }) => planned_trials)).toEqual([3, 2]);
});

test('what a run adds to an earlier one, and the epoch that it belongs to, are stored and read again', async () => {
  const results = await collected({ appended: true, epoch: EPOCH });
  expect([results.appended, results.epoch]).toEqual([true, EPOCH]);
  expect(parseResults(JSON.stringify(results))).toEqual({ results });
});

describe('a run ends', () => {
  test.each<[reason: string, plan: Partial<RunPlan>, execution: Partial<Collected>, complete: boolean]>([
    ['decided', {}, {}, true],
    ['cap', { look: 10 }, {}, true],
    ['budget', { look: 10 }, { exhausted: 'max-trials 2 is reached' }, false],
    ['cancelled', {}, { cancelled: true, exhausted: 'max-trials 2 is reached' }, false],
  ])('%s', async (reason, plan, execution, complete) => {
    const results = await collected(plan, execution);
    expect([results.stop.reason, results.complete]).toEqual([reason, complete]);
  });
});
