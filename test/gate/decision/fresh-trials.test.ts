import { describe, expect, test } from 'vitest';
import type { ResultsFile } from '#gate/baseline/results/results-file.ts';
import { unsoundStage } from '#gate/decision/again/rounds-of-stage.ts';
import type { Fresh } from '#gate/decision/terms/fresh.ts';
import { caseRecord, resultsFile, type TrialFacts, trialRecords } from '#test/support/results.ts';
import { codes, decideOn, NO_BOUNDS } from './decide-on.ts';
import { pairedCase } from './evidence-of.ts';

const CASES = 12;
const passed: TrialFacts = { outcome: 'passed' };
const failed: TrialFacts = { outcome: 'failed' };
const missing: TrialFacts = { outcome: 'error' };

/** A run of 12 cases; `of` takes the position of a case, and a trial from 1. Trials beyond those `planned` are fresh. */
function runOf(
  trials: number,
  of: (at: number, trial: number) => TrialFacts,
  facts: Partial<ResultsFile> = {},
  planned = trials,
) {
  return resultsFile(
    Array.from({ length: CASES }, (_, at) =>
      caseRecord(`c${at}`, {
        planned_trials: planned,
        trials: trialRecords(Array.from({ length: trials }, (_, i) => of(at, i + 1))),
      }),
    ),
    facts,
  );
}

const LOOK = 3;
const baseline = runOf(15, () => passed);

/** A change whose looks fail in the first cases, and what its fresh trials then are. */
function triedAgain(stage: number, broken: number, here: (at: number, trial: number) => TrialFacts) {
  const of = (at: number, trial: number) => (trial > LOOK ? here(at, trial - LOOK) : at < broken ? failed : passed);
  return {
    candidate: runOf(LOOK + stage, of, { looks: [LOOK], again: [stage] }, LOOK),
    fresh: { kind: 'done', results: runOf(stage, () => passed, { looks: [stage] }), ended: null, doubts: [] },
  } as const;
}

describe('a test that is not red for want of fresh trials is open, not sound', () => {
  test('a mean', () => {
    const { candidate, fresh } = triedAgain(5, CASES, (at, trial) =>
      at < 7 && trial === 1 + (at % 5) ? missing : passed,
    );
    const decision = decideOn({ candidate, baseline }, {}, { fresh });
    expect(decision.decision.again?.tests.find(({ gate }) => gate === 'pass_rate')).toMatchObject({
      hinges_on_missing: true,
      outcome: 'open',
    });
    expect(decision.verdict).toBe('inconclusive');
  });

  test('a single case, in a suite whose mean tolerates it', () => {
    const { candidate, fresh } = triedAgain(10, 1, (at, trial) => (at === 0 && trial > 2 ? missing : passed));
    const policy = { pass_rate: { ...NO_BOUNDS, max_drop: 0.2 } };
    const decision = decideOn({ candidate, baseline }, policy, { fresh });
    expect(decision.decision.again?.tests).toMatchObject([{ cases: ['c0'], hinges_on_missing: true, outcome: 'open' }]);
    expect(decision.verdict).toBe('inconclusive');
  });
});

test.for([
  [5, 3, 'still_open'],
  [5, 5, 'held_again'],
  [10, 8, 'still_open'],
  [10, 9, 'held_again'],
  [20, 18, 'held_again'],
] as const)(
  'where `again` ends after %i fresh trials, a case that passes %i of them and all on main: %s',
  ([stage, passes, code]) => {
    const { candidate, fresh } = triedAgain(stage, 1, (at, trial) => (at === 0 && trial > passes ? failed : passed));
    const decision = decideOn({ candidate, baseline }, { pass_rate: { ...NO_BOUNDS, max_drop: 0.2 } }, { fresh });
    expect(codes(decision).join()).toContain(code);
    expect(decision.verdict).toBe(code === 'still_open' ? 'inconclusive' : 'pass');
  },
);

test('without any fresh trial stored trials of main decide', () => {
  const { candidate } = triedAgain(0, CASES, () => passed);
  expect(codes(decideOn({ candidate: { ...candidate, again: [5] }, baseline }))).toContain('fail suite_drop');
});

describe('a case that passed 25 of 25 on main and none of three here is red by stored trials', () => {
  const OF_MAIN = 25;
  const run = (
    size: number,
    trials: number,
    of: (at: number, trial: number) => TrialFacts,
    facts: Partial<ResultsFile>,
  ) =>
    resultsFile(
      Array.from({ length: size }, (_, at) =>
        caseRecord(`c${at}`, {
          planned_trials: trials,
          trials: trialRecords(Array.from({ length: trials }, (_, i) => of(at, i + 1))),
        }),
      ),
      facts,
    );
  const others = {
    steady: () => passed,
    'failing now and then': (trial: number) => (trial % 5 === 0 ? failed : passed),
  };
  const ways: Readonly<Record<string, Fresh>> = {
    'main could not be set up': { kind: 'unavailable', reason: 'agent.setup failed' },
    'nothing was asked for': { kind: 'none' },
    'the budget ended before a stage': {
      kind: 'done',
      results: resultsFile([], {}),
      ended: 'the trials that max-trials allows are used up',
      doubts: [],
    },
  };
  for (const [why, fresh] of Object.entries(ways))
    test.for([1, 2, 3, 5, 20])(`where ${why}, in a suite of %i`, (size) => {
      for (const [name, other] of Object.entries(others)) {
        const of = (broken: TrialFacts) => (at: number, trial: number) => (at === 0 ? broken : other(trial));
        const candidate = run(size, LOOK, of(failed), { looks: [LOOK, 5, 10], again: [5, 10, 20] });
        const baseline = run(size, OF_MAIN, of(passed), { looks: [OF_MAIN] });
        expect(decideOn({ candidate, baseline }, {}, { fresh }).verdict, `others ${name}`).toBe('fail');
      }
    });
});

/** Fresh trials of main, `[passed, trials]` of each case, beside its stored ones. */
function fallOfMain(cases: number, stored: readonly [number, number], fresh: readonly [number, number]) {
  const of = (counts: readonly [number, number]) =>
    Array.from({ length: cases }, (_, at) => pairedCase(`case ${at}`, 'P', counts));
  return unsoundStage(of(fresh), of(stored), { lost: 0, rounds: 20 });
}

test('a stage clears nothing where main itself falls by far, but may where it merely falls back from the trials that chose it', () => {
  // p is about .004, were the suite not chosen by its stored trials.
  expect(fallOfMain(20, [3, 3], [18, 20])).toBeNull();
  expect(fallOfMain(20, [3, 3], [12, 20])).toEqual({ kind: 'main_fell' });
  expect(fallOfMain(1, [20, 20], [5, 20])).toEqual({ kind: 'main_fell' });
});

describe('fresh trials that repeat an answer of their turn', () => {
  /** A case of a change that fails in its first two turns, of two rounds each, and passes in its third; `saying`: words of a trial of a side. */
  const verdict = (saying: (side: string, turn: number, trial: number) => string | null, turns = [1, 2, 3, 4, 5]) => {
    const words = (side: string, turn: number, trial: number) => ({ output_hash: saying(side, turn, trial) });
    const { candidate } = triedAgain(5, 1, (at, trial) => {
      const turn = Math.floor((trial - 1) / 2);
      return { ...(at === 0 && turn < 2 ? failed : passed), ...words('here', turn, trial) };
    });
    const main = runOf(5, (_, trial) => ({ ...passed, ...words('main', Math.floor(trial / 2), trial) }));
    const fresh = { kind: 'done', results: { ...main, looks: [5] }, ended: null, doubts: [] } as const;
    const run = decideOn(
      { candidate: { ...candidate, turns }, baseline },
      { pass_rate: { ...NO_BOUNDS, max_drop: 0.2 } },
      { fresh },
    );
    return [run.verdict, codes(run).some((code) => code.endsWith('case_broken'))];
  };

  test('count once where answers are equal within turns alone: one of three against all of three is no red', () => {
    expect(verdict((side, turn) => `${side} ${turn}`)).toEqual(['inconclusive', false]);
  });

  test.each<[string, Parameters<typeof verdict>]>([
    ['each says something else', [(side, turn, trial) => `${side} ${turn} ${trial}`]],
    ['all say the same, in each turn', [(side) => side]],
    ['nobody tells what they said', [() => null]],
    ['nobody knows the turns', [(side, turn) => `${side} ${turn}`, []]],
  ])('all count where %s', (_, args) => {
    expect(verdict(...args)).toEqual(['fail', true]);
  });
});
