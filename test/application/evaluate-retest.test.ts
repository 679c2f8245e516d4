import { describe, expect, test } from 'vitest';
import { messageOf, titleOf } from '../domain/gate/in-words.ts';
import { indices, mainRuns, type PlayedRun, play, TARGET } from './played-run.ts';

const SUITE = { cases: 40, config: { gate: { confidence: 0.98 } } };

/** One young run of main: the seventh case failed two of five trials, so that nothing it does here could be red. */
const wavers = (id: string, index: number) =>
  id === 'c07' ? index !== 2 && index !== 4 : Number(id.slice(1)) % 3 > 0 || index % 5 > 0;
const MAIN = await mainRuns(1, { ...SUITE, passes: wavers });
const broken = (id: string, index: number) => id !== 'c07' && wavers(id, index);

describe('a case that looks worse, with too little evidence to call it broken', () => {
  test('is tried again on both sides, and red where main does well', async () => {
    const run = await play({ ...SUITE, main: MAIN, passes: broken, base: wavers });
    expect(run.decision.verdict).toBe('fail');
    expect(titleOf(run.decision)).toMatch(/^case c07 passed 18\/20 on main and 0\/20 here/);
    expect(run.orders).toEqual([{ sha: TARGET, trials: new Map([['c07', 20]]) }]);
    expect(run.asked.get('c07')).toEqual([...indices(1, 10), ...indices(11, 30)]);
  });

  test('is open where it can not be tried again, and is named', async () => {
    const run = await play({ ...SUITE, main: MAIN, passes: broken, base: 'its setup fails' });
    expect(run.decision.verdict).toBe('inconclusive');
    expect(titleOf(run.decision)).toMatch(/^can't tell: c07 passed 3\/5 on main and 0\/10 here/);
    expect(messages(run)).toMatch(/could not be tried again: its setup fails/);
  });

  test('is open where main shall not be run, and is named', async () => {
    const run = await play({ ...SUITE, main: MAIN, passes: broken, base: wavers, confirm: 'never' });
    expect(run.orders).toEqual([]);
    expect(run.decision.verdict).toBe('inconclusive');
    expect(titleOf(run.decision)).toMatch(/c07 passed 3\/5 on main and 0\/10 here/);
  });

  test('passes where fresh trials show it to do as well as main', async () => {
    const unlucky = (id: string, index: number) => (id === 'c07' ? index > 10 && wavers(id, index) : wavers(id, index));
    const run = await play({ ...SUITE, main: MAIN, passes: unlucky, base: wavers });
    expect(run.decision.verdict).toBe('pass');
    expect(messages(run)).toMatch(/looked worse, but not when main and this change were tried again: c07 passed/);
  });

  test('adds no trial that any look reads, and none anew when the commit is run again', async () => {
    const run = await play({ ...SUITE, main: MAIN, passes: broken, base: wavers });
    expect(run.results.cases.find(({ id }) => id === 'c07')?.planned_trials).toBe(10);
    const again = await play({
      ...SUITE,
      main: MAIN,
      passes: () => true,
      base: () => true,
      earlier: run.results,
      earlier_confirmation: run.confirmation,
    });
    expect(again.decision.verdict).toBe('fail');
    expect(again.asked.get('c07') ?? []).toEqual([]);
    expect(again.orders).toEqual([]);
  });
});

describe('nothing is tried again', () => {
  test('where no case looks worse', async () => {
    const run = await play({ ...SUITE, main: MAIN, passes: wavers, base: wavers });
    expect(run.decision.verdict).toBe('pass');
    expect(run.orders).toEqual([]);
  });

  test('on main', async () => {
    const run = await play({ ...SUITE, main: MAIN, passes: broken, base: wavers, side: 'baseline' });
    expect(run.orders).toEqual([]);
  });
});

function messages({ decision }: PlayedRun): string {
  return decision.reasons.map(messageOf).join('\n');
}
