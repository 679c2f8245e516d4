import { describe, expect, test } from 'vitest';
import { messageOf, titleOf } from '../gate/decision/in-words.ts';
import { indices, mainRuns, type PlayedRun, play, TARGET } from './played-run.ts';

const MAIN = await mainRuns(3);
const broken = (id: string) => id !== 'c07';
const ALL = Array.from({ length: 20 }, (_, at) => `c${String(at + 1).padStart(2, '0')}`);

/** A case that fails in every look, and once in five fresh trials of each side. */
const SHAKY = {
  passes: (id: string, index: number) => id !== 'c07' || (index > 10 && index % 5 !== 1),
  base: (id: string, index: number) => id !== 'c07' || index % 5 !== 2,
};

/** One young run of main: the seventh case failed two of five trials, so that nothing it does here could be red against them. */
const wavers = (id: string, index: number) =>
  id === 'c07' ? index !== 2 && index !== 4 : Number(id.slice(1)) % 3 > 0 || index % 5 > 0;
const SUITE = { cases: 40, config: { gate: { confidence: 0.98 } } };
const YOUNG = { ...SUITE, main: await mainRuns(1, { ...SUITE, passes: wavers }) };

/** A change that breaks a case, which main does not. */
const RED = await play({ main: MAIN, passes: broken, base: () => true });

describe('what looks worse is tried again on both sides, and only that decides', () => {
  test('a case that broke is red after five fresh trials of each side', () => {
    expect(RED.decision.verdict).toBe('fail');
    expect(codes(RED)).toEqual(expect.arrayContaining(['fail case_broken', 'note tried_again']));
    expect(RED.asked.get('c07')).toEqual([...indices(1, 3), ...indices(11, 15)]);
    expect(RED.decision.decision.again).toMatchObject({ sha: TARGET, stage: 5 });
    expect(RED.decision.decision.again?.tests.find(({ cases }) => cases[0] === 'c07')).toMatchObject({
      outcome: 'red',
      main: { value: 1, trials: 5 },
      here: { value: 0, trials: 5 },
    });
    expect(messages(RED)).toMatch(/case c07 passed 5\/5 on main and 0\/5 here/);
    expect(RED.confirmation?.run.side).toBe('confirm');
    expect(RED.results).toMatchObject({ again: [5, 10, 20], appended: false });
  });

  test('a case alone that looks worse runs alone, and enters no test of the looks', async () => {
    const run = await play({ ...YOUNG, passes: (id, index) => id !== 'c07' && wavers(id, index), base: wavers });
    expect(run.orders[0]).toMatchObject({ sha: TARGET, from: new Map([['c07', 0]]), to: new Map([['c07', 1]]) });
    expect(run.asked.get('c07')?.slice(0, 15)).toEqual([...indices(1, 10), ...indices(11, 15)]);
    expect(run.results.cases.find(({ id }) => id === 'c07')?.planned_trials).toBe(10);
    expect(run.decision.verdict).toBe('fail');
    expect(titleOf(run.decision)).toMatch(/^case c07 passed \d+\/\d+ on main and 0\/\d+ here/);
  });

  test('all cases of a suite that fell are tried again, and the report has the fresh numbers', async () => {
    const half = (id: string, index: number) => Number(id.slice(1)) % 2 === 0 || index % 2 === 0;
    const run = await play({ main: MAIN, passes: half, base: () => true });
    expect(run.decision.verdict).toBe('fail');
    expect(codes(run)).toContain('fail suite_drop');
    expect(run.orders[0]?.to).toEqual(new Map(ALL.map((id) => [id, 1])));
    expect(run.decision.decision.pass_rate.suite).toMatchObject({ look: 5, failed: true });
  });

  test('a bad hour of this run is no failure: fresh trials of both sides pass', async () => {
    const incident = (_: string, index: number) => index > 3 || index === 1;
    const run = await play({ main: MAIN, passes: incident, base: () => true });
    expect(run.decision.verdict).toBe('pass');
    expect(codes(run)).toEqual(expect.arrayContaining(['pass no_regression', 'note held_again']));
  });

  test('nor is a failure that main has today too', async () => {
    const run = await play({ main: MAIN, ...SHAKY });
    expect(run.decision.verdict).toBe('pass');
    expect(messages(run)).toMatch(/looked worse, but not when main and this change were tried again/);
  });

  test('what breaks on main with the change is never called sound: the change may have broken what both use', async () => {
    const all = await play({ main: MAIN, passes: () => false, base: () => false });
    const one = await play({ main: MAIN, passes: broken, base: broken });
    expect([all.decision.verdict, one.decision.verdict]).toEqual(['inconclusive', 'inconclusive']);
    expect(messages(all)).toMatch(/in 20 of 20 rounds nothing passed on either side, so that an outage can't be told/);
    expect(messages(one)).toMatch(/main passes less now than in its stored runs, so that an outage can't be told/);
  });

  test('an outage of both sides is left out of the comparison, and counted in what is told', async () => {
    const run = await play({
      main: MAIN,
      passes: (id, index) => index !== 11 && broken(id),
      base: (_, index) => index > 1,
    });
    const tests = run.decision.decision.again?.tests ?? [];
    expect(run.decision.verdict).toBe('fail');
    expect(tests.find(({ cases }) => cases[0] === 'c07')).toMatchObject({
      outcome: 'red',
      main: { value: 0.9, trials: 10 },
      here: { value: 0, trials: 10 },
    });
    expect(tests.find(({ cases }) => cases[0] === 'c08')).toMatchObject({
      outcome: 'open',
      p: 1,
      here: { value: 0.9 },
    });
    expect(messages(run)).toMatch(/without 1 round in which nothing passed on either side/);
  });

  test('the sides take turns to begin, and a stage adds only what is missing', async () => {
    // Two of five, which five trials don't settle.
    const flaky = (id: string, index: number) => id !== 'c07' || (index > 10 && index % 5 > 2);
    const run = await play({ main: MAIN, passes: flaky, base: () => true });
    expect(run.orders.map(({ from, to }) => [from.get('c07'), to.get('c07')])).toEqual(
      indices(1, 10).map((round) => [round - 1, round]),
    );
    expect(run.turns).toEqual(Array.from({ length: 11 }, (_, i) => (i % 2 === 0 ? 'main' : 'here')));
    expect(run.asked.get('c07')).toEqual([...indices(1, 3), ...indices(11, 20)]);
    expect(run.decision.verdict).toBe('fail');
    expect(run.decision.decision.again).toMatchObject({ stage: 10 });
  });

  test('as far as the config lets it', async () => {
    const flaky = (id: string, index: number) => id !== 'c07' || (index > 10 && index % 5 > 2);
    const run = await play({
      main: MAIN,
      passes: flaky,
      base: () => true,
      config: { trials: { min: 3, max: 10, again: 5 } },
    });
    expect(run.orders).toHaveLength(5);
    expect(run.decision.verdict).toBe('inconclusive');
    expect(codes(run)).toContain('inconclusive still_open');
  });
});

describe('fresh trials that settle nothing', () => {
  const down = (_: string, index: number) => index > 10 && index % 2 > 0;
  const alike = (_: string, index: number) => index % 2 > 0;

  test('leave a mean open that is no worse, but whose drop is not ruled out', async () => {
    const run = await play({
      main: MAIN,
      passes: down,
      base: alike,
      config: { trials: { min: 3, max: 10, again: 5 } },
    });
    expect(run.decision.decision.again?.tests.find(({ tag }) => tag === null)).toMatchObject({ outcome: 'open' });
    expect(run.decision.verdict).toBe('inconclusive');
  });

  test('go on to the next stage where a drop is not ruled out, though nothing speaks for one', async () => {
    const better = (id: string, index: number) => down(id, index) || (id === 'c01' && index > 10);
    const run = await play({ main: MAIN, passes: better, base: alike });
    expect(run.decision.decision.again?.stage).toBeGreaterThan(5);
  });

  test('decide nothing if they end before their last stage, whatever stored trials of main say', async () => {
    const unsettled = (id: string, index: number) => id !== 'c07' || index % 5 > 2;
    const passes = (id: string, index: number) => (index > 10 ? unsettled(id, index) : id > 'c10');
    const caps = { max_trials: 260 };
    const ended = await play({ main: MAIN, passes, base: () => true, caps });
    expect(ended.decision.decision.again?.stage).toBe(5);
    expect(messages(ended)).toMatch(/max-trials 260 leaves no room for 200 further trials/);
    expect(ended.decision.verdict).toBe('inconclusive');
    const stored = await play({ main: MAIN, passes, base: 'its setup fails', caps });
    expect(stored.decision.verdict).toBe('fail');
  });
});

describe('where main can not be tried again', () => {
  test('stored trials of main decide: what they call broken is red', async () => {
    const run = await play({ main: MAIN, passes: (id) => id > 'c10', base: 'its setup fails' });
    expect(run.decision.verdict).toBe('fail');
    expect(codes(run)).toEqual(expect.arrayContaining(['fail suite_drop', 'note not_tried_again']));
    expect(messages(run)).toMatch(/were not tried again: its setup fails/);
    expect(run.confirmation).toBeNull();
  });

  test('where a never-fail case failed nothing else is tried again, which is said', async () => {
    const config = { gate: { never_fail: ['c07'] } };
    const main = await mainRuns(3, { config });
    const run = await play({ main, passes: (id) => id > 'c10', base: () => true, config });
    expect(run.orders).toEqual([]);
    expect(run.decision.verdict).toBe('fail');
    expect(messages(run)).toMatch(/were not tried again: a never-fail case failed, which no further trial takes back/);
  });

  test('what only looks worse is open, and named', async () => {
    const [young] = MAIN;
    const flaky = (id: string, index: number) => id !== 'c07' || index % 3 === 0;
    const run = await play({ main: young === undefined ? [] : [young], passes: flaky, base: 'its setup fails' });
    expect(run.decision.verdict).toBe('inconclusive');
    expect(titleOf(run.decision)).toMatch(/^can't tell: .*case c07 looks? worse and (was|were) not tried again/);
  });

  test('a budget for the looks alone lets stored trials decide, and is named', async () => {
    const flaky = (id: string, index: number) => id !== 'c07' || index % 3 === 0;
    const run = await play({ main: MAIN, passes: flaky, base: () => true, caps: { max_trials: 100 } });
    expect(run.orders).toEqual([]);
    expect(run.decision.verdict).toBe('fail');
    expect(messages(run)).toMatch(
      /c07 looks? worse and (was|were) not tried again: max-trials 100 leaves no room for 200 further trials/,
    );
  });
});

test("a doubt about main's side closes nothing, and takes no red back", async () => {
  const doubt = { kind: 'machine_changed', what: 'a node in front of the real one' } as const;
  const doubtful = { main: MAIN, base: broken, doubts: [doubt] } as const;
  const open = await play({ ...doubtful, passes: broken });
  expect(open.decision.verdict).toBe('inconclusive');
  expect(messages(open)).toMatch(/main's side could not be kept apart: a node in front of the real one/);
  expect(open.confirmation?.doubts).toStrictEqual([doubt]);
  const rerun = await play({
    ...{ main: MAIN, base: broken, passes: broken },
    earlier: open.results,
    earlier_confirmation: open.confirmation,
  });
  expect(rerun.decision.verdict, 'a run of the same content knows it too').toBe('inconclusive');
  expect(messages(rerun)).toMatch(/a node in front of the real one/);
  const red = await play({ ...doubtful, passes: (id) => id > 'c10', base: (id) => id > 'c10' });
  expect(red.decision.verdict).toBe('fail');
});

describe('the base commit is not run', () => {
  test('where it shall never be: stored trials decide', async () => {
    const run = await play({ main: MAIN, passes: broken, base: broken, confirm: 'never' });
    expect(run.decision.verdict).toBe('fail');
    expect(run.orders).toEqual([]);
    expect(run.results.again).toBeUndefined();
    expect(run.decision.decision.again).toBeNull();
  });

  test.each([
    ['where nothing looks worse', { main: MAIN }],
    ['where nobody knows which commit that is', { main: MAIN, passes: broken, target_sha: null }],
    [
      'where only zero tolerance is red, which no main can take back',
      {
        main: MAIN,
        passes: (id: string, index: number) => id !== 'c07' || index > 1,
        config: { gate: { never_fail: ['c07'] } },
      },
    ],
    ['where there is no baseline', { passes: broken }],
    ['by a run of main', { side: 'baseline', main: MAIN, passes: () => false }],
  ] as const)('%s', async (_, facts) => {
    const run = await play({ ...facts, base: () => true });
    expect(run.orders).toEqual([]);
  });

  test('where trials depend on earlier ones in their process', async () => {
    const filled = (limit: number) => (_: string, index: number) => index <= limit;
    const main = await mainRuns(1, { passes: filled(4), one_process: true });
    const run = await play({ main, passes: filled(2), one_process: true, base: () => true });
    expect(run.decision.verdict).toBe('inconclusive');
    expect(codes(run)).toContain('inconclusive dependent_trials');
    expect(run.orders).toEqual([]);
  });
});

describe('fresh trials belong to the content: no second draw', () => {
  const again = { earlier: RED.results, earlier_confirmation: RED.confirmation };

  test('a run of the same content draws no new ones, on either side, and says the same', async () => {
    const second = await play({ main: MAIN, passes: () => true, base: broken, ...again });
    expect(second.asked.size).toBe(0);
    expect(second.orders).toEqual([]);
    expect(second.decision.verdict).toBe('fail');
    expect(second.confirmation?.cases).toEqual(RED.confirmation?.cases);
  });

  test('nor does one that passed by its fresh trials', async () => {
    const first = await play({ main: MAIN, ...SHAKY });
    const second = await play({
      main: MAIN,
      ...SHAKY,
      base: () => true,
      earlier: first.results,
      earlier_confirmation: first.confirmation,
    });
    expect([first.decision.verdict, second.decision.verdict]).toEqual(['pass', 'pass']);
    expect(second.orders).toEqual([]);
  });

  test('what a provider did in an earlier run’s trials is told with them, once, and with what it does in this one’s', async () => {
    const seen = (calls: number) => ({ rounds: [calls], calls, refused: [{ status: 503, calls }], late: 0 });
    const both = (first: number, second: number) => ({
      ...{ rounds: [first, second], calls: first + second, late: 0 },
      refused: [{ status: 503, calls: first + second }],
    });
    if (RED.confirmation === null) throw new Error('nothing was tried again');
    const begun = RED.confirmation.cases.map((item) => ({
      ...item,
      planned_trials: 1,
      trials: item.trials.slice(0, 1),
    }));
    const second = await play({
      ...{ main: MAIN, passes: broken, base: () => true, incident: seen(2), base_incident: seen(4) },
      earlier: { ...RED.results, incident: seen(1) },
      earlier_confirmation: { ...RED.confirmation, cases: begun, incident: seen(3) },
    });
    expect(second.orders).toHaveLength(4);
    expect([second.results.incident, second.confirmation?.incident]).toEqual([both(1, 2), both(3, 4)]);
    const third = await play({ main: MAIN, earlier: [{ ...RED.results, incident: seen(1) }, second.results] });
    expect(third.results.incident).toEqual(both(1, 2));
  });

  test('what counts is of the same base commit', async () => {
    if (RED.confirmation === null) throw new Error('nothing was tried again');
    const elsewhere = { ...RED.confirmation, commit: { ...RED.confirmation.commit, sha: 'c'.repeat(40) } };
    const second = await play({
      main: MAIN,
      passes: broken,
      base: () => true,
      ...again,
      earlier_confirmation: elsewhere,
    });
    expect(second.orders).toHaveLength(5);
  });
});

function codes({ decision }: PlayedRun): readonly string[] {
  return decision.reasons.map(({ outcome, code }) => `${outcome} ${code}`);
}

function messages({ decision }: PlayedRun): string {
  return decision.reasons.map(messageOf).join('\n');
}
