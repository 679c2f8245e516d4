import { describe, expect, test } from 'vitest';
import type { ResultsFile } from '#gate/baseline/results/results-file.ts';
import { indices, mainRuns, play } from './played-run.ts';

const MAIN = await mainRuns(3);
const broken = (id: string) => id !== 'c07';
/** The first run of the commit, and the same without fresh trials. */
const FIRST = await play({ main: MAIN });
const UNCONFIRMED = await play({ main: MAIN, confirm: 'never' });
const RED = await play({ main: MAIN, passes: broken, confirm: 'never' });

describe('a commit that was evaluated before', () => {
  test('is given further trials up to the last look, and that look alone is read', async () => {
    const again = await play({ main: MAIN, earlier: UNCONFIRMED.results, confirm: 'never' });
    expect([...again.asked.values()]).toEqual(Array(20).fill(indices(4, 10)));
    expect(again.results).toMatchObject({ appended: true, looks: [3, 5, 10], stop: { look: 10, reason: 'cap' } });
    expect(again.results.cases.map(({ trials }) => trials.length)).toEqual(Array(20).fill(10));
    expect(again.decision.decision.looks.map(({ look }) => look)).toEqual([10]);
    expect(again.report.notes).toContainEqual(
      expect.stringMatching(/^The same content was evaluated before: those 60 trials count/),
    );
  });

  test('stays red although the second try alone would be green', async () => {
    const again = await play({ main: MAIN, earlier: RED.results, confirm: 'never' });
    expect([RED.decision.verdict, again.decision.verdict]).toEqual(['fail', 'fail']);
    expect(again.report.cases.find(({ id }) => id === 'c07')?.candidate).toMatchObject({ passed: 5, scored: 10 });
  });

  test('has a verdict that is final: a third run asks nothing and says the same', async () => {
    const second = await play({ main: MAIN, earlier: RED.results, confirm: 'never' });
    const third = await play({ main: MAIN, earlier: second.results, passes: () => false, confirm: 'never' });
    expect(second.asked.size).toBe(20);
    expect(third.asked.size).toBe(0);
    expect(third.decision).toEqual(second.decision);
  });

  test('is compared with the runs of main that its first run was compared with, and goes on with its looks', async () => {
    const again = await play({ main: MAIN, earlier: FIRST.results, trials: { min: 2, max: 20 } });
    expect(again.pinned).toEqual(FIRST.results.baseline_runs);
    expect(FIRST.results.baseline_runs).toEqual(MAIN.map(({ run, commit }) => ({ run_id: run.id, sha: commit.sha })));
    expect(FIRST.pinned).toBeNull();
    expect(again.results.looks).toEqual([3, 5, 10]);
  });

  test('but whose run was cut short goes on where that ended, look by look', async () => {
    const cut = await play({ main: MAIN, caps: { max_trials: 30 } });
    expect(cut.results).toMatchObject({ complete: false, looks: [3] });
    const again = await play({ main: MAIN, earlier: { ...cut.results, looks: [3, 5, 10] } });
    expect([...again.asked.values()].flat()).toHaveLength(30);
    expect(again.results).toMatchObject({ appended: false, complete: true, stop: { look: 3, reason: 'decided' } });
    expect(again.decision.verdict).toBe('pass');
  });

  test('has its missing trials filled, not those that were judged', async () => {
    const { results } = FIRST;
    const missing = mapTrials(results, (id, trials) =>
      id === 'c03'
        ? trials.map((trial) => ({ ...trial, outcome: 'error', error: { class: 'provider', message: 'x' } }))
        : trials,
    );
    const again = await play({ main: MAIN, earlier: missing, confirm: 'never' });
    expect(again.asked.get('c03')).toEqual(indices(1, 10));
    expect(again.asked.get('c04')).toEqual(indices(4, 10));
  });

  test('has nothing from replayed trials, which are no evidence', async () => {
    const { results } = FIRST;
    const replayed = mapTrials(results, (_, trials) => trials.map((trial) => ({ ...trial, source: 'replayed' })));
    const again = await play({ main: MAIN, earlier: replayed, confirm: 'never' });
    expect([...again.asked.values()]).toEqual(Array(20).fill(indices(1, 10)));
  });

  test('has only the trials of those cases that are the same', async () => {
    const { results } = FIRST;
    const other = {
      ...results,
      cases: results.cases.map((evalCase) =>
        evalCase.id === 'c05' ? { ...evalCase, expect_hash: 'other' } : evalCase,
      ),
    };
    const again = await play({ main: MAIN, earlier: other, confirm: 'never' });
    expect(again.asked.get('c05')).toEqual(indices(1, 10));
    expect(again.asked.get('c06')).toEqual(indices(4, 10));
  });
});

describe('another commit with the same files', () => {
  const [empty, amended] = ['e'.repeat(40), 'd'.repeat(40)];
  const content = 'f'.repeat(40);
  const red = { main: MAIN, content, confirm: 'never' } as const;

  test('adds its trials to those before: five empty commits do not make a broken case pass', async () => {
    let { results, decision } = await play({ ...red, passes: broken });
    for (const sha of ['1', '2', '3', '4', '5'].map((digit) => digit.repeat(40))) {
      ({ results, decision } = await play({ ...red, sha, earlier: results }));
      expect(decision.verdict).toBe('fail');
    }
    expect(results.cases.map(({ trials }) => trials.length)).toEqual(Array(20).fill(10));
    expect(results.verdicts?.map(({ verdict }) => verdict)).toEqual(Array(6).fill('fail'));
  });

  test('tells what the earlier ones came to', async () => {
    const first = await play({ ...red, run_id: '1', passes: broken });
    const second = await play({ ...red, run_id: '2', sha: empty, earlier: first.results });
    const third = await play({ ...red, run_id: '3', sha: amended, earlier: [second.results, first.results] });
    expect(third.report.notes).toContainEqual(
      expect.stringMatching(/; earlier on the same content: fail \(aaaaaaa\), fail \(eeeeeee\)$/),
    );
  });

  test('is compared with the same runs of main, unless it goes onto another commit', async () => {
    const first = await play({ ...red, policy_sha: 'old' });
    const again = { ...red, sha: empty, earlier: first.results };
    expect((await play({ ...again, policy_sha: 'old' })).pinned).toEqual(first.results.baseline_runs);
    expect((await play({ ...again, policy_sha: 'new' })).pinned).toEqual([]);
  });

  test('stands alone if the files of one of them are unknown', async () => {
    const { results } = FIRST;
    expect((await play({ ...red, sha: empty, earlier: results })).results.appended).toBe(false);
    expect((await play({ main: MAIN, sha: empty, earlier: (await play(red)).results })).results.appended).toBe(false);
  });
});

describe('results of an earlier run are not taken over, and the report says so', () => {
  test.each<[string, (results: ResultsFile) => ResultsFile, string]>([
    ['another config', (results) => ({ ...results, config: { ...results.config, hash: 'other' } }), 'config'],
    ['another commit', (results) => ({ ...results, commit: { ...results.commit, sha: 'other' } }), 'commit'],
    ['a run of main', (results) => ({ ...results, run: { ...results.run, side: 'baseline' } }), 'side'],
    ['other conditions', (results) => ({ ...results, agent: { ...results.agent, key: 'other' } }), 'conditions'],
    ['another agent', (results) => ({ ...results, agent: { ...results.agent, treatment_hash: 'other' } }), 'agent'],
  ])('%s', async (_, change, what) => {
    const again = await play({ main: MAIN, earlier: change(FIRST.results) });
    const note = `Results of an earlier run of the same content are not reused: they differ in ${what}`;
    expect(again.report.notes).toContain(note);
    expect(again.notes).toContain(note);
    expect([...again.asked.values()]).toEqual(Array(20).fill([1, 2, 3]));
    expect(again.pinned).toBeNull();
    expect(again.results.appended).toBe(false);
  });
});

describe('a run of main', () => {
  test('that is the first begins an epoch, and those like it belong to that', async () => {
    const [third, second, first] = MAIN;
    expect(first?.epoch).toMatchObject({ since: first?.commit.sha, reason: null, cases: {} });
    expect([second?.epoch, third?.epoch]).toEqual([first?.epoch, first?.epoch]);
  });

  test('that does worse than those before it begins another, and warns that main drifted', async () => {
    const run = await play({
      side: 'baseline',
      main: MAIN,
      sha: 'c'.repeat(40),
      run_id: 'new',
      passes: (id) => id > 'c05',
    });
    expect(run.decision.verdict).toBe('pass');
    expect(run.results.epoch?.id).not.toBe(MAIN[0]?.epoch?.id);
    expect(run.results.epoch?.since).toBe('c'.repeat(40));
    expect(run.warnings).toContainEqual(
      expect.stringMatching(
        /^main changed: its pass rate went 100 % → 75 % over 20 cases, p < 0\.001; .*Earlier runs are no longer used for comparison\.$/,
      ),
    );
    expect(run.report.notes).toEqual(expect.arrayContaining([...run.warnings]));
  });

  test('with changed cases in an unchanged suite keeps the epoch, and the count of these cases starts over', async () => {
    const main = await mainRuns(3, { passes: (id) => id !== 'c08' });
    const next = { side: 'baseline', main, sha: 'c'.repeat(40), run_id: 'new' } as const;
    const run = await play({ ...next, passes: (id) => id !== 'c07' });
    expect(run.warnings).toEqual([
      expect.stringMatching(
        /^main changed in 2 cases: c07 \(15\/15 before, 0\/5 now\), c08 \(0\/15 before, 5\/5 now\); .*Earlier trials of those cases are no longer used for comparison\.$/,
      ),
    ]);
    const mark = 'c'.repeat(40);
    expect(run.results.epoch).toEqual({ ...main[0]?.epoch, cases: { c07: mark, c08: mark } });
  });

  test('is compared with nothing: a change is not a run of main, and names no epoch', async () => {
    const main = await play({ side: 'baseline', main: MAIN });
    expect(main.comparison).toMatchObject({ has_baseline: false, makes_baseline: true, pool: [] });
    expect(main.results.baseline_runs).toEqual([]);
    expect(FIRST.results.epoch).toBeNull();
  });
});

function mapTrials(
  results: ResultsFile,
  change: (id: string, trials: ResultsFile['cases'][number]['trials']) => ResultsFile['cases'][number]['trials'],
): ResultsFile {
  return {
    ...results,
    cases: results.cases.map((evalCase) => ({ ...evalCase, trials: change(evalCase.id, evalCase.trials) })),
  };
}
