import { describe, expect, test } from 'vitest';
import { inWords, messageOf, titleOf } from '../gate/decision/in-words.ts';
import { mainRuns, play } from './played-run.ts';

const MAIN = await mainRuns(1);

describe('a run that a cap cut short says which, first of all', () => {
  test('and what to fix if the cap can not be enforced, because no cost is known', async () => {
    const run = await play({ main: MAIN, caps: { max_cost_usd: 1 }, config: { concurrency: 1 } });
    expect(inWords(run.decision)).toMatchObject({
      verdict: 'inconclusive',
      title: expect.stringMatching(
        /^can't tell: the run is not complete \(max-cost-usd can't be enforced: the agent's cost is unknown; make it report usage\.cost_usd, .* under prices; it ended after 1 of 60 trials\)/,
      ),
    });
    expect(titleOf(run.report)).toBe(titleOf(run.decision));
  });

  test('and where it is used up', async () => {
    const run = await play({ main: MAIN, caps: { max_trials: 30 } });
    expect(titleOf(run.decision)).toMatch(
      /^can't tell: the run is not complete \(max-trials 30 is reached: 30 started; it ended after 30 of 60 trials\)/,
    );
  });

  test('whatever confirming a failure spends afterwards', async () => {
    const broken = (id: string) => id !== 'c01';
    const run = await play({ main: MAIN, passes: broken, base: () => true, caps: { max_trials: 35 } });
    expect(run.decision.verdict).toBe('fail');
    expect(messageOf(run.decision.reasons.find(({ code }) => code === 'incomplete'))).toMatch(
      /max-trials 35 is reached/,
    );
  });
});

describe('a run of main that a cap cut short', () => {
  test('is compared with, and lets no change pass while it is alone', async () => {
    const [cut] = await mainRuns(1, { caps: { max_trials: 10 } });
    if (cut === undefined) expect.fail('no run of main');
    expect(cut.complete).toBe(false);
    const run = await play({ main: [cut] });
    expect(run.decision.verdict).toBe('inconclusive');
    expect(run.decision.reasons[0]).toMatchObject({
      code: 'baseline_incomplete',
      cases: expect.arrayContaining(['c20']),
    });
    expect(titleOf(run.report)).toMatch(
      /^can't tell: main has no trials of 10 of 20 cases, because its run was cut short/,
    );
  });

  test('takes what it lacks from the runs before it', async () => {
    const [cut] = await mainRuns(1, { caps: { max_trials: 10 } });
    if (cut === undefined) expect.fail('no run of main');
    const run = await play({
      main: [cut, ...MAIN.map((results) => ({ ...results, run: { ...results.run, id: 'before' } }))],
    });
    expect(run.decision.verdict).toBe('pass');
    expect(run.decision.decision.comparable_cases).toBe(20);
  });
});

test.each([
  [true, 'these results are the baseline of pull requests'],
  [false, 'a run of the default branch is not compared with anything'],
])('whether pull requests are compared with a run of main (%s) is said of it', async (serves, words) => {
  const run = await play({ side: 'baseline', serves_as_baseline: serves });
  expect(inWords(run.decision)).toMatchObject({ verdict: 'pass', title: `no absolute floor is broken; ${words}` });
});
