import { describe, expect, test } from 'vitest';
import type { StoredRun } from '#gate/baseline/results/baseline-lookup.ts';
import type { ResultsFile } from '#gate/baseline/results/results-file.ts';
import type { CustomChecks } from '#ports/grader-ports.ts';
import { saying } from '#test/support/worded.ts';
import type { TrialRecord } from '#trials/trial/trial-record.ts';
import { titleOf } from '../../gate/decision/in-words.ts';
import { type PlayedRun, play, type RunFacts } from '../played-run.ts';

/** The answer is "yes" or "no"; main demanded "yes". */
const DEMANDS_NO = { c01: { expect: { response: { contains: ['no'] } } } };
const DEMANDS_S = { c01: { expect: { response: { contains: ['s'] } } } };

/** Runs of main, nearest first, with what each stored of its trials. */
async function storedRuns(count: number, facts: RunFacts = {}): Promise<readonly PlayedRun[]> {
  const runs: PlayedRun[] = [];
  for (let number = 1; number <= count; number += 1) {
    const own = { sha: `${number}`.padStart(40, '0'), run_id: `${number}` };
    const main = runs.map(({ results }) => results);
    runs.unshift(await play({ cases: 6, ...facts, side: 'baseline', main, ...own }));
  }
  return runs;
}

/** The only run of main. */
async function storedRun(facts: RunFacts = {}): Promise<PlayedRun> {
  const [run] = await storedRuns(1, facts);
  return run ?? expect.fail('there is one');
}

/** A pull request against them, with all that they stored, or what is left of it. */
function change(runs: readonly PlayedRun[], facts: RunFacts, kept = (line: string): string | null => line) {
  return play({
    cases: 6,
    main: runs.map(({ results }) => results),
    confirm: 'never',
    ...facts,
    async *trajectories(run: StoredRun) {
      const found = runs.find(({ results }) => results.run.id === run.results.run.id);
      for (const line of found?.lines ?? []) {
        const left = kept(line);
        if (left !== null) yield left;
      }
    },
  });
}

const comparedCase = ({ comparison }: PlayedRun, id = 'c01') => comparison.cases.find((evalCase) => evalCase.id === id);
const outcomes = (trials: readonly TrialRecord[] | undefined) => trials?.map(({ outcome }) => outcome);

test('a case with only a changed expectation is compared with the stored trials, graded again', async () => {
  const runs = await storedRuns(3);
  const run = await change(runs, { about: DEMANDS_NO, passes: (id) => id !== 'c01' });
  const found = comparedCase(run);
  expect(found).toMatchObject({ status: 'comparable', regraded: true });
  expect(outcomes(found?.baseline?.trials)).toEqual(Array(15).fill('failed'));
  expect(outcomes(found?.candidate?.trials)).toEqual(['passed', 'passed', 'passed']);
  expect(run.decision.verdict).toBe('pass');
  expect(run.notes).toContain('15 stored trials were graded again with the current expectations of 1 case: c01.');
});

test('a change that breaks a case and rewrites its expectation is still red', async () => {
  const runs = await storedRuns(3);
  const run = await change(runs, { about: DEMANDS_S, passes: (id) => id !== 'c01' });
  expect(run.decision.verdict).toBe('fail');
  expect(run.decision.reasons.flatMap(({ cases }) => cases)).toContain('c01');
});

test('a stricter expectation that main does not meet either is no regression', async () => {
  const runs = await storedRuns(3);
  const run = await change(runs, { about: DEMANDS_NO });
  expect(comparedCase(run)).toMatchObject({ status: 'comparable', regraded: true });
  expect(run.decision.verdict).toBe('pass');
});

test('runs from before main itself changed the expectation join the pool', async () => {
  const old = await storedRun();
  const facts: RunFacts = { cases: 6, about: DEMANDS_S, side: 'baseline', sha: '2'.padStart(40, '0'), run_id: '2' };
  const fresh = await play({ ...facts, main: [old.results] });
  const run = await change([fresh, old], { about: DEMANDS_S });
  const found = comparedCase(run);
  expect(found).toMatchObject({ status: 'comparable', regraded: false });
  expect(found?.runs.map((trials) => trials.length)).toEqual([5, 5]);
});

test.each([
  ['is not among those stored', 'missing', (line: string) => (line.includes('"c01#3"') ? null : line)],
  [
    'is not among those stored',
    'of another answer',
    (line: string) => line.replace(/("id":"c01#3".*)"yes"/, '$1"yes."'),
  ],
  ['is not among those stored', 'cut', (line: string) => (line.includes('"c01#3"') ? line.slice(0, -20) : line)],
])('a run of which one trajectory %s is left out of that case: %s', async (words, _, kept) => {
  const runs = await storedRuns(1);
  const found = comparedCase(await change(runs, { about: DEMANDS_NO }, kept));
  expect(found).toMatchObject({ status: 'changed', regraded: false });
  expect(found?.reason).toContain(words);
  expect(outcomes(found?.baseline?.trials)).toEqual(Array(5).fill('passed'));
});

test('trajectories that break off grade no trial, and the reason is reported', async () => {
  const runs = await storedRuns(2);
  const run = await play({
    cases: 6,
    main: runs.map(({ results }) => results),
    about: DEMANDS_NO,
    passes: (id) => id !== 'c01',
    async *trajectories() {
      yield* runs[0]?.lines ?? [];
      throw new Error('have expired');
    },
  });
  expect(comparedCase(run)?.reason).toBe(
    "its expectations changed, and its stored trials can't be graded again: its trajectories have expired",
  );
  expect(run.decision.verdict).toBe('pass');
});

test.each([
  ['absent', 'is not stored (the input "trajectories: all" stores every one)'],
  ['truncated', 'is too long to be stored whole'],
  ['redacted', 'held a secret and is stored without it'],
] as const)(
  'a trial whose trajectory is %s keeps the whole case of its run from being graded again',
  async (state, words) => {
    const run = await storedRun();
    const results = withState(run.results, state);
    const reread: string[] = [];
    const found = comparedCase(
      await change([{ ...run, results }], { about: DEMANDS_NO }, (line) => {
        reread.push(line);
        return line;
      }),
    );
    expect(found?.reason).toContain(words);
    expect(reread).toEqual([]);
  },
);

test('runs that happen to have a case whole are not graded again where another run has not', async () => {
  const [near, far] = await storedRuns(2);
  if (near === undefined || far === undefined) throw new Error('there are two');
  const runs = [near, { ...far, results: withState(far.results, 'absent') }];
  const found = comparedCase(await change(runs, { about: DEMANDS_NO }));
  expect(found).toMatchObject({ status: 'changed', regraded: false });
  expect(found?.reason).toContain('1 of its 5 trajectories is not stored');
});

test('a trial that the provider broke is missing, however it is graded', async () => {
  const run = await storedRun();
  const error = { class: 'provider', message: 'down' } as const;
  const results = withTrial(run.results, (trial) => ({
    ...trial,
    outcome: 'error',
    error,
    trajectory_state: 'absent',
  }));
  const found = comparedCase(await change([{ ...run, results }], { about: DEMANDS_NO }));
  expect(outcomes(found?.baseline?.trials)).toEqual(['failed', 'failed', 'error', 'failed', 'failed']);
});

test('programs of the change judge the stored answers, as many at a time as trials may run', async () => {
  const runs = await storedRuns(1);
  let [now, most] = [0, 0];
  const custom: CustomChecks = {
    async judge(...asked) {
      now += 1;
      most = Math.max(most, now);
      await new Promise(setImmediate);
      now -= 1;
      return program((output) => output === 'yes').judge(...asked);
    },
  };
  const run = await change(runs, { about: ABOUT_PROGRAM, custom, config: { concurrency: 3 } });
  expect(comparedCase(run)).toMatchObject({ status: 'comparable', regraded: true });
  expect(most).toBe(3);
});

const ABOUT_PROGRAM = { c01: { expect: { custom: [{ command: ['judge'] }] } } };

/** A check that is a program, as a function of the answer; `null`: it breaks. */
function program(passes: (output: string | null) => boolean | null): CustomChecks {
  return {
    async judge(_, { view }) {
      const passed = passes(view.output);
      return { name: 'custom', passed, score: null, fact: saying('said so', passed === true ? null : 'custom') };
    },
  };
}

test('a case is not compared with those of its trials that the new check happens to judge', async () => {
  const runs = await storedRuns(2, { passes: (id, index) => id !== 'c01' || index > 1 });
  const custom = program((output) => (output === 'yes' ? null : false));
  const run = await change(runs, { about: ABOUT_PROGRAM, custom, passes: (id) => id !== 'c01' });
  expect(comparedCase(run)).toMatchObject({ status: 'changed', regraded: false });
  expect(comparedCase(run)?.reason).toContain("4 of its 5 stored trials can't be judged");
});

test('programs that pass no stored trial any more may look at more than the trial: the case is not compared', async () => {
  const runs = await storedRuns(1);
  let isStored = true;
  const custom = program(() => !isStored);
  const answers = runs[0]?.lines.filter((line) => line.includes('"c01#')).length ?? 0;
  let judged = 0;
  const counting: CustomChecks = {
    async judge(...asked) {
      judged += 1;
      isStored = judged <= answers;
      return custom.judge(...asked);
    },
  };
  const run = await change(runs, { about: ABOUT_PROGRAM, custom: counting });
  expect(comparedCase(run)?.reason).toContain(
    'the checks are programs and may read more than the trial they are given',
  );
});

test('a run that stores failed trials alone is no sample, also of a case that failed every time', async () => {
  const run = await storedRun({ passes: (id) => id !== 'c01' });
  const cases = run.results.cases.map((item) => ({
    ...item,
    trials: item.trials.map((trial) => (trial.outcome === 'passed' ? { ...trial, trajectory: null } : trial)),
  }));
  const found = comparedCase(await change([{ ...run, results: { ...run.results, cases } }], { about: DEMANDS_NO }));
  expect(found?.reason).toContain('not every trial of its run has its trajectory stored');
});

test('nothing is read where nothing changed, or the conditions did', async () => {
  const runs = await storedRuns(1);
  const reread: string[] = [];
  const kept = (line: string) => {
    reread.push(line);
    return line;
  };
  await change(runs, {}, kept);
  await change(runs, { about: DEMANDS_NO, config: { limits: { max_steps: 7 } } }, kept);
  await change(runs, { about: { c01: { input: 'another' } } }, kept);
  expect(reread).toEqual([]);
  await change(runs, { about: DEMANDS_NO }, kept);
  expect(reread).not.toEqual([]);
});

function withState(results: ResultsFile, state: TrialRecord['trajectory_state']): ResultsFile {
  return withTrial(results, (trial) => ({
    ...trial,
    trajectory: state === 'absent' ? null : trial.trajectory,
    trajectory_state: state,
  }));
}

/** With the third trial of the first case as said. */
function withTrial(results: ResultsFile, change: (trial: TrialRecord) => TrialRecord): ResultsFile {
  const cases = results.cases.map((item) =>
    item.id === 'c01'
      ? { ...item, trials: item.trials.map((trial) => (trial.index === 3 ? change(trial) : trial)) }
      : item,
  );
  return { ...results, cases };
}

describe('runs that another version of the metrics measured', () => {
  const older = (run: PlayedRun): PlayedRun => ({
    ...run,
    results: {
      ...run.results,
      metrics_version: 0,
      cases: run.results.cases.map((evalCase) => ({
        ...evalCase,
        trials: evalCase.trials.map((trial) => ({ ...trial, outcome: 'failed' as const, mean_recall: 0 })),
      })),
    },
  });
  const without = (id: string) => (line: string) => (line.includes(`"id":"${id}#1"`) ? null : line);

  test('are graded again whole, pool with runs of this version, and no case counts as changed', async () => {
    const [nearest, ...others] = await storedRuns(3);
    if (nearest === undefined) throw new Error('there is one');
    const run = await change([nearest, ...others.map(older)], {});
    expect(run.comparison.cases.map(({ status, regraded }) => [status, regraded])).toEqual(
      Array(6).fill(['comparable', false]),
    );
    expect(outcomes(comparedCase(run)?.baseline?.trials)).toEqual(Array(15).fill('passed'));
    expect(run.notes).toContain(
      "60 stored trials were graded again by this version of the action (metrics_version 2, main's runs have 0).",
    );
  });

  test('leave a case out that can’t be graded again whole: numbers of two versions are never mixed', async () => {
    const runs = (await storedRuns(2)).map(older);
    const run = await change(runs, {}, without('c01'));
    expect(comparedCase(run)).toMatchObject({
      status: 'not_comparable',
      reason: expect.stringMatching(/its stored trials can't be graded again: 1 of its 5 trajectories is not among/),
    });
    expect(comparedCase(run, 'c02')).toMatchObject({ status: 'comparable' });
  });

  test('leave a case out that the change renames', async () => {
    const main = older(await storedRun());
    const renamed = {
      ...main.results,
      cases: main.results.cases.map((evalCase) => (evalCase.id === 'c01' ? { ...evalCase, id: 'old' } : evalCase)),
    };
    const run = await change([{ ...main, results: renamed }], {});
    expect(comparedCase(run)).toMatchObject({ baseline_id: 'old', status: 'not_comparable' });
  });

  test('are left as they are where their trajectories can’t be read', async () => {
    const runs = (await storedRuns(1)).map(older);
    const run = await play({
      cases: 6,
      main: runs.map(({ results }) => results),
      confirm: 'never',
      async *trajectories() {
        yield await Promise.reject(new Error('have expired'));
      },
    });
    expect(run.comparison.condition_differences).toEqual([{ kind: 'metrics_version', before: 0, after: 2 }]);
    expect(titleOf(run.decision)).toContain('run the workflow once on main');
  });
});
