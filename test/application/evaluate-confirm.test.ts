import { describe, expect, test } from 'vitest';
import { messageOf, titleOf } from '../domain/gate/in-words.ts';
import { indices, mainRuns, type PlayedRun, play, TARGET } from './played-run.ts';

const MAIN = await mainRuns(3);
const broken = (id: string) => id !== 'c07';
/** A change that breaks a case, which main does not. */
const CONFIRMED = await play({ main: MAIN, passes: broken, base: () => true });

describe('a failure is repeated on the base commit', () => {
  test('and stands, confirmed, where that does as well as it did', async () => {
    const run = CONFIRMED;
    expect(run.decision.verdict).toBe('fail');
    expect(codes(run)).toEqual(expect.arrayContaining(['fail suite_drop', 'fail case_broken', 'note confirmed']));
    expect(run.orders).toEqual([{ sha: TARGET, trials: new Map(run.results.cases.map(({ id }) => [id, 10])) }]);
    expect(run.confirmation?.run.side).toBe('confirm');
    expect(run.decision.decision.confirmation).toMatchObject({ sha: TARGET, kept: true });
  });

  test('but not where it may come from trials that depend on earlier ones in their process: then it is none', async () => {
    const filled = (limit: number) => (_: string, index: number) => index <= limit;
    const main = await mainRuns(1, { passes: filled(4), one_process: true });
    const run = await play({ main, passes: filled(2), one_process: true, base: () => true });
    expect(run.decision.verdict).toBe('inconclusive');
    expect(codes(run)).toEqual(expect.arrayContaining(['inconclusive dependent_trials', 'note suite_drop']));
    expect(run.orders).toEqual([]);
    expect(run.results.cases[0]?.trials.map(({ place_in_process }) => place_in_process)).toEqual([0, 20, 40, 60, 80]);
  });

  test('with the broken case topped up, which changes nothing of what was decided before', async () => {
    const run = CONFIRMED;
    const unasked = await play({ main: MAIN, passes: broken, confirm: 'never' });
    expect(run.asked.get('c07')).toEqual(indices(1, 10));
    expect(run.asked.get('c01')).toEqual(indices(1, 5));
    expect(run.results.cases.map(({ planned_trials }) => planned_trials)).toEqual(Array(20).fill(5));
    expect(run.results.stop).toEqual(unasked.results.stop);
    const { candidate, baseline, suite } = unasked.decision.decision.pass_rate;
    // Fresh trials of main tell the change from another day, so nothing is reckoned for one.
    expect(run.decision.decision.pass_rate).toMatchObject({ candidate, baseline, suite: { ...suite, p_drift: null } });
    expect(run.report.cases.find(({ id }) => id === 'c07')?.candidate).toEqual({ passed: 0, scored: 5, errors: 0 });
  });

  test('and is none, nor a pass, where the base does as badly today: the stored runs are stale', async () => {
    const run = await play({ main: MAIN, passes: broken, base: broken });
    expect(run.decision.verdict).toBe('inconclusive');
    expect(titleOf(run.decision)).toMatch(
      /^main is also worse today; the stored baseline is stale: pass rate 100 % in the stored runs, 95 % on main today, 95 % here/,
    );
    expect(messageOf(run.decision.reasons.find(({ cases }) => cases.includes('c07')))).toMatch(
      /c07 passed 15\/15 in the stored runs, 0\/10 on main today and 0\/10 here/,
    );
    expect(codes(run)).toContain('inconclusive stale_baseline');
    expect(codes(run).filter((code) => code.startsWith('fail'))).toEqual([]);
    expect(run.decision.decision.confirmation?.kept).toBe(false);
  });

  test('and stands, unconfirmed, where the base can not be run', async () => {
    const run = await play({ main: MAIN, passes: broken, base: 'its setup fails' });
    expect(run.decision.verdict).toBe('fail');
    expect(codes(run)).toContain('note unconfirmed');
    expect(messageOf(run.decision.reasons.find(({ code }) => code === 'unconfirmed'))).toMatch(/its setup fails/);
    expect(run.confirmation).toBeNull();
  });

  test('and is none where the base can not be run and nothing unconfirmed shall be red', async () => {
    const run = await play({ main: MAIN, passes: broken, base: 'its setup fails', confirm: 'always' });
    expect(run.decision.verdict).toBe('inconclusive');
    expect(codes(run)).toContain('inconclusive unconfirmed');
    expect(titleOf(run.decision)).toMatch(/^can't tell: .*no fresh trials of main confirm it/);
  });

  test('nor where nobody knows which commit that is', async () => {
    const run = await play({ main: MAIN, passes: broken, base: () => true, target_sha: null, confirm: 'always' });
    expect(run.decision.verdict).toBe('inconclusive');
    expect(run.orders).toEqual([]);
  });
});

describe('the base commit is not asked', () => {
  test('where it shall never be', async () => {
    const run = await play({ main: MAIN, passes: broken, base: broken, confirm: 'never' });
    expect(run.decision.verdict).toBe('fail');
    expect(run.orders).toEqual([]);
    expect(run.asked.get('c07')).toEqual(indices(1, 5));
    expect(run.decision.decision.confirmation).toBeNull();
  });

  test.each(['auto', 'always'] as const)('where nothing is red, also with confirm: %s', async (confirm) => {
    const run = await play({ main: MAIN, base: () => true, confirm });
    expect(run.decision.verdict).toBe('pass');
    expect(run.orders).toEqual([]);
  });

  test('where only a floor or zero tolerance is red, which no main can take back', async () => {
    const flaky = (id: string, index: number) => id !== 'c07' || index !== 1;
    const gate = { pass_rate: { min: 0.999, rule_out: 0.15 }, never_fail: ['c07'] };
    const run = await play({ main: MAIN, passes: flaky, base: flaky, config: { gate }, confirm: 'always' });
    expect(run.decision.verdict).toBe('fail');
    expect(codes(run)).toEqual(expect.arrayContaining(['fail floor', 'fail never_fail']));
    expect(run.orders).toEqual([]);
  });

  test('where there is no baseline', async () => {
    const run = await play({
      passes: broken,
      base: broken,
      confirm: 'always',
      config: { gate: { pass_rate: { min: 0.99 } } },
    });
    expect(run.decision.verdict).toBe('fail');
    expect(run.orders).toEqual([]);
  });

  test('by a run of main', async () => {
    const run = await play({ side: 'baseline', main: MAIN, passes: () => false, base: () => true, confirm: 'always' });
    expect(run.orders).toEqual([]);
  });
});

test('a red test that the base takes back does not hide one that it does not', async () => {
  const run = await play({
    main: MAIN,
    config: { trials: 10 },
    passes: (id) => id > 'c02',
    base: (id) => id !== 'c01',
  });
  expect(run.decision.verdict).toBe('fail');
  expect(run.decision.reasons.find(({ code }) => code === 'case_broken')?.cases).toEqual(['c02']);
  expect(codes(run)).toContain('note stale_baseline');
});

function codes({ decision }: PlayedRun): readonly string[] {
  return decision.reasons.map(({ outcome, code }) => `${outcome} ${code}`);
}

describe('what main did at the time of an earlier run of the same commit', () => {
  test('stands: a confirmed failure can not be confirmed anew until it is none', async () => {
    const first = CONFIRMED;
    const again = { earlier: first.results, earlier_confirmation: first.confirmation };
    const second = await play({ main: MAIN, passes: broken, base: broken, ...again });
    expect(second.orders).toEqual([]);
    expect(second.decision.verdict).toBe('fail');
    expect(second.confirmation?.cases).toEqual(first.confirmation?.cases);
  });

  test('stands as well where main was ill: what it recovered from is not held against the change', async () => {
    const first = await play({ main: MAIN, passes: broken, base: broken });
    expect(first.decision.verdict).toBe('inconclusive');
    const again = { earlier: first.results, earlier_confirmation: first.confirmation };
    const second = await play({ main: MAIN, passes: () => true, base: () => true, ...again });
    expect(second.decision.verdict).not.toBe('fail');
  });

  test('is asked for where it is not known, and only that', async () => {
    const first = CONFIRMED;
    const [known, ...others] = first.confirmation?.cases ?? [];
    if (first.confirmation === null || known === undefined) throw new Error('nothing was confirmed');
    const partly = { ...first.confirmation, cases: [known] };
    const second = await play({
      main: MAIN,
      passes: broken,
      base: () => true,
      earlier: first.results,
      earlier_confirmation: partly,
    });
    expect(second.orders).toHaveLength(1);
    expect([...(second.orders[0]?.trials.keys() ?? [])]).toEqual(others.map(({ id }) => id));
    expect(second.confirmation?.cases).toHaveLength(20);
    expect(second.decision.verdict).toBe('fail');
  });

  test('counts for the same base only', async () => {
    const first = CONFIRMED;
    if (first.confirmation === null) throw new Error('nothing was confirmed');
    const elsewhere = { ...first.confirmation, commit: { ...first.confirmation.commit, sha: 'c'.repeat(40) } };
    const second = await play({
      main: MAIN,
      passes: broken,
      base: () => true,
      earlier: first.results,
      earlier_confirmation: elsewhere,
    });
    expect(second.orders).toHaveLength(1);
  });
});
