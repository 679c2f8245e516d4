import { describe, expect, test } from 'vitest';
import type { ResultsFile } from '#gate/baseline/results/results-file.ts';
import { earlierTrials } from '#gate/baseline/resume/earlier-trials.ts';
import { suiteOf } from './in-memory.ts';
import { mainRuns, play } from './played-run.ts';

const MAIN = await mainRuns(3);
const NEVER = { main: MAIN, confirm: 'never' } as const;
const GREEN = await play(NEVER);
const RED = await play({ ...NEVER, passes: () => false });

/** The results as those of a run that began at this minute; in memory no time passes. */
function at(minute: number, results: ResultsFile): ResultsFile {
  const time = `2026-01-01T00:0${minute}:00.000Z`;
  const cases = results.cases.map((item) => ({
    ...item,
    trials: item.trials.map((trial) => (trial.started_at.startsWith('2026') ? trial : { ...trial, started_at: time })),
  }));
  return { ...results, created_at: time, cases };
}

describe('runs of one commit that ran at the same time', () => {
  test('all count in the next: a red one is not lost behind a green one', async () => {
    const red = at(1, RED.results);
    const green = at(2, GREEN.results);
    const next = await play({ ...NEVER, earlier: [green, red] });
    expect(next.decision.verdict).toBe('fail');
    expect(next.results).toMatchObject({ appended: true, looks: [3, 5, 10], stop: { look: 10 } });
    expect(next.results.cases.map(({ trials }) => trials.length)).toEqual(Array(20).fill(10));
    expect(next.results.cases[0]?.trials.filter(({ outcome }) => outcome === 'failed')).toHaveLength(
      red.cases[0]?.trials.length ?? 0,
    );
    expect(next.report.notes).toContainEqual(expect.stringMatching(/count too, from several runs that did not know/));
  });

  test('are final once they were put together: nothing is asked again and the verdict stays', async () => {
    const broken = (id: string) => id !== 'c07';
    const results = at(1, (await play({ ...NEVER, passes: broken })).results);
    const other = at(2, GREEN.results);
    const third = await play({ ...NEVER, passes: broken, earlier: [results, other] });
    const fourth = await play({ ...NEVER, earlier: [at(3, third.results), other, results] });
    expect(fourth.asked.size).toBe(0);
    expect(fourth.decision).toEqual(third.decision);
  });

  test('count with more trials than a run plans, where there are more', async () => {
    const facts = { ...NEVER, trials: { min: 5, max: 5 } };
    const alone = await play({ ...facts, passes: () => false });
    const red = at(1, alone.results);
    const green = at(2, (await play(facts)).results);
    const next = await play({ ...facts, earlier: [red, green] });
    expect(next.asked.size).toBe(0);
    expect(next.results).toMatchObject({ looks: [5], stop: { look: 5 } });
    expect(next.report.cases.map(({ candidate }) => candidate)).toEqual(
      Array(20).fill(expect.objectContaining({ passed: 5, scored: 10 })),
    );
    expect(next.decision.verdict).toBe('fail');
    expect(next.decision.decision.pass_rate.candidate).toBe(0.5);
    expect(next.report.metrics.find(({ metric }) => metric === 'pass_rate')?.candidate).toBe(0.5);
  });

  test('are read against the drop that was to be ruled out before the first of them ran', async () => {
    for (const trials of [
      { min: 5, max: 5 },
      { min: 3, max: 10 },
    ]) {
      const facts = { ...NEVER, trials };
      const alone = await play({ ...facts, passes: () => false });
      const red = at(1, alone.results);
      const next = await play({ ...facts, earlier: [red, at(2, (await play(facts)).results)] });
      const { pass_rate, detectable_drop } = next.decision.decision;
      expect(pass_rate.suite?.rule_out).toBe(alone.decision.decision.pass_rate.suite?.rule_out);
      expect(detectable_drop).toBe(alone.decision.decision.detectable_drop);
      expect(detectable_drop).toBeGreaterThan(0);
    }
  });

  test('are one where the newer has the trials of the older', async () => {
    const first = at(1, GREEN.results);
    const second = at(2, (await play({ ...NEVER, earlier: first })).results);
    const third = await play({ ...NEVER, earlier: [second, first] });
    expect(third.asked.size).toBe(0);
    expect(third.report.notes).toContainEqual(
      expect.stringMatching(/^The same content was evaluated before: those 200 trials count too;/),
    );
  });
});

describe('a run of main that is run again', () => {
  const OWN = { side: 'baseline', main: MAIN, sha: 'c'.repeat(40), run_id: 'own' } as const;

  test('keeps what it gave, so that main can not be run until it is easy to pass', async () => {
    const first = await play(OWN);
    const again = await play({ ...OWN, passes: () => false, earlier: first.results });
    expect(again.asked.size).toBe(0);
    expect(again.results).toMatchObject({ appended: false, looks: [5] });
    expect(again.results.cases).toEqual(first.results.cases);
  });

  test('runs what is missing or ended as an error', async () => {
    const { results } = await play(OWN);
    const cases = results.cases.map((item) =>
      item.id !== 'c03'
        ? item
        : { ...item, trials: item.trials.slice(1).map((trial) => (trial.index === 3 ? errorOf(trial) : trial)) },
    );
    const again = await play({ ...OWN, earlier: { ...results, cases } });
    expect([...again.asked]).toEqual([['c03', [1, 3]]]);
    expect(again.results.cases.find(({ id }) => id === 'c03')?.trials).toHaveLength(5);
  });

  test('takes nothing over from a change', async () => {
    const suite = await suiteOf([{ id: 'a', input: 'a', expect: { response: { contains: ['yes'] } } }]);
    const { results } = GREEN;
    const { commit, run } = { commit: results.commit, run: { ...results.run, side: 'baseline' as const } };
    const taken = earlierTrials([{ results, confirmation: null }], suite, { commit, run });
    expect(taken.trials).toBeNull();
    expect(taken.problems).toEqual([expect.stringContaining('they differ in side')]);
  });
});

function errorOf<Trial extends ResultsFile['cases'][number]['trials'][number]>(trial: Trial): Trial {
  return { ...trial, outcome: 'error', error: { class: 'provider', message: 'overloaded' } };
}
