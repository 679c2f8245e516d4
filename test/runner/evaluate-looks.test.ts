import { describe, expect, test } from 'vitest';
import { policySchema } from '#config/gate/policy-schema.ts';
import { compare } from '#gate/baseline/comparison/compare.ts';
import { decide, inWords, titleOf } from '../gate/decision/in-words.ts';
import { indices, mainRuns, type PlayedRun, play } from './played-run.ts';

const MAIN = await mainRuns(3);
const FEW = await mainRuns(3, { cases: 4 });

describe('a change that is compared with main runs look by look', () => {
  test('and ends at the first look where that rules a drop out', async () => {
    const run = await play({ main: MAIN });
    expect(counts(run)).toEqual(Array(20).fill(3));
    expect(run.decision.verdict).toBe('pass');
    expect(run.results).toMatchObject({ looks: [3, 5, 10], stop: { look: 3, reason: 'decided' }, complete: true });
    expect(run.report.run.trials_per_case).toEqual({ least: 3, most: 3 });
  });

  test('and goes on with its suspicious cases alone where the suite is settled, as long as they are', async () => {
    const settled = { main: MAIN, config: { gate: { pass_rate: { rule_out: 0.1 } } } };
    const cleared = await play({ ...settled, passes: (id, index) => id !== 'c07' || index !== 2 });
    expect(without(cleared, 'c07')).toEqual(Array(19).fill(3));
    expect(cleared.asked.get('c07')).toEqual(indices(1, 5));
    expect(cleared.results.stop).toEqual({ look: 5, reason: 'decided' });
    expect(cleared.decision.verdict).toBe('pass');

    const suspected = await play({ ...settled, passes: (id, index) => id !== 'c07' || (index !== 2 && index !== 4) });
    expect(without(suspected, 'c07')).toEqual(Array(19).fill(3));
    expect(suspected.asked.get('c07')).toEqual(indices(1, 10));
    expect(suspected.results.stop).toEqual({ look: 10, reason: 'cap' });
    expect(suspected.report.run.trials_per_case).toEqual({ least: 3, most: 10 });
  });

  test('and goes on with all cases while the suite is open, to the end if need be', async () => {
    const run = await play({ cases: 4, main: FEW, config: { gate: { pass_rate: { rule_out: 0.05 } } } });
    expect(counts(run)).toEqual([10, 10, 10, 10]);
    expect(run.decision.verdict).toBe('pass');
    expect(run.decision.decision.looks.map(({ look, suite }) => [look, suite?.outcome])).toEqual([
      [3, 'open'],
      [5, 'open'],
      [10, 'passed'],
    ]);
  });

  test('and says how many more trials would settle it where the last look did not', async () => {
    const run = await play({
      cases: 4,
      main: FEW,
      config: { gate: { pass_rate: { rule_out: 0.032 } } },
      confirm: 'never',
    });
    expect(counts(run)).toEqual([10, 10, 10, 10]);
    expect(run.decision).toMatchObject({ verdict: 'inconclusive', decision: { trials: 10 } });
    expect(titleOf(run.decision)).toMatch(/; \d+ more trials? per case settle it 4 times out of 5$/);
    expect(run.decision.decision.trials_needed).toBeGreaterThan(10);
  });

  test('and ends at once where it is red', async () => {
    const run = await play({ main: MAIN, passes: (id) => id > 'c06', confirm: 'never' });
    expect(counts(run)).toEqual(Array(20).fill(3));
    expect(run.decision.verdict).toBe('fail');
    expect(run.results.stop).toEqual({ look: 3, reason: 'decided' });
  });

  test('but a case that may not fail runs to the last look, and one with a number of its own has that', async () => {
    const main = await mainRuns(3, { about: { c02: { trials: 4 } } });
    const run = await play({ main, about: { c02: { trials: 4 } }, config: { gate: { never_fail: ['c01'] } } });
    expect(run.asked.get('c01')).toEqual(indices(1, 10));
    expect(run.asked.get('c02')).toEqual(indices(1, 4));
    expect(counts(run).slice(2)).toEqual(Array(18).fill(3));
    expect(run.results.cases.slice(0, 3).map(({ planned_trials }) => planned_trials)).toEqual([10, 4, 3]);
  });

  test('and no look is planned that the cap on trials could not pay for', async () => {
    const run = await play({
      cases: 4,
      main: FEW,
      caps: { max_trials: 25 },
      config: { gate: { pass_rate: { rule_out: 0.03 } } },
    });
    expect(counts(run)).toEqual([5, 5, 5, 5]);
    expect(run.results).toMatchObject({ looks: [3, 5], complete: true });
  });

  test('and the same results give the same decision when they are read later', async () => {
    const run = await play({
      main: MAIN,
      passes: (id, index) => id !== 'c07' || (index !== 2 && index !== 4),
      confirm: 'never',
    });
    const read = JSON.parse(JSON.stringify(run.results));
    expect(decide(compare(read, MAIN), policySchema.parse({}), read)).toEqual(inWords(run.decision));
  });
});

describe('a run whose trials must not depend on what they give makes one look, the middle one', () => {
  test.each([
    ['a run of main', { side: 'baseline', main: MAIN }],
    ['a change with nothing to compare with', {}],
    [
      'method threshold',
      { main: MAIN, config: { trials: undefined, gate: { method: 'threshold', pass_rate: { max_drop: 0.02 } } } },
    ],
  ] as const)('%s', async (_, facts) => {
    const run = await play(facts);
    expect(counts(run)).toEqual(Array(20).fill(5));
    expect(run.results).toMatchObject({ looks: [5], stop: { look: 5 }, complete: true });
  });

  test('and a fixed number is that number', async () => {
    expect(counts(await play({ main: MAIN, config: { trials: 4 } }))).toEqual(Array(20).fill(4));
    expect(counts(await play({ main: MAIN, trials: { min: 2, max: 2 } }))).toEqual(Array(20).fill(2));
  });
});

test('runs of main are pooled, and the others are named', async () => {
  const [last, ...others] = MAIN;
  if (last === undefined) expect.fail('no run');
  const old = { ...last, run: { ...last.run, id: 'old' }, created_at: '1969-01-01T00:00:00.000Z' };
  const { decision, report, results } = await play({ main: [last, ...others, old] });
  expect(decision.decision.pool).toEqual({ runs: 3, trials: 15 });
  expect(report.baseline).toMatchObject({ runs: 3, trials_per_case: { least: 15, most: 15 } });
  expect(report.notes).toEqual([expect.stringMatching(/^run old \(0000000\) is not pooled: .*14 days/)]);
  expect(results.baseline_runs.map(({ run_id }) => run_id)).toEqual(['run-3', 'run-2', 'run-1', 'old']);
});

/** Trials of each case that the agent was asked for, by id. */
function counts({ asked }: PlayedRun): readonly number[] {
  return [...asked.keys()].sort().map((id) => asked.get(id)?.length ?? 0);
}

function without(run: PlayedRun, id: string): readonly number[] {
  const others = [...run.asked.keys()].filter((other) => other !== id);
  return others.map((other) => run.asked.get(other)?.length ?? 0);
}
