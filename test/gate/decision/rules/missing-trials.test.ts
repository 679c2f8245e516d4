import { describe, expect, test } from 'vitest';
import type { CaseRecord } from '#gate/baseline/results/results-file.ts';
import { missingShareFindings } from '#gate/decision/rules/missing-trials.ts';
import { nextStep } from '#report/reasons/next-step.ts';
import {
  bothSides,
  type CaseFacts,
  caseRecord,
  outcomes,
  resultsFile,
  trialRecord,
  trialRecords,
} from '#test/support/results.ts';
import type { TrialRecord } from '#trials/trial/trial-record.ts';
import { codes, decideOn, NO_BOUNDS, POLICY, reasonOf, times } from '../decide-on.ts';
import { pairedCase } from '../evidence-of.ts';

const ID = (at: number) => `case-${String(at).padStart(3, '0')}`;

const REPORTED = {
  ...{ id: 'reported', name: 'reported', turn: null, passed: true, score: null },
  fact: { kind: 'said', code: 'reported', text: 'passed' },
} as const;

const failing = (judged: number, ...errors: readonly NonNullable<TrialRecord['error']>['class'][]) =>
  trialRecords([
    ...Array.from({ length: judged }, () => ({})),
    ...errors.map((name) => ({ outcome: 'error' as const, error: { class: name, message: '' } })),
  ]);

describe('missing trials', () => {
  test('a tenth of them is borne, more is not', () => {
    expect(decideOn(withErrors(20)).title).not.toMatch(/^too many trials are missing/);
    const decision = decideOn(withErrors(21));
    expect(decision.verdict).toBe('inconclusive');
    expect(decision.title).toMatch(/^too many trials are missing: 21 of 200 ended in errors/);
    expect(decision.decision.infrastructure).toEqual({ scheduled: 200, missing: 21 });
  });

  test('are told with the cases that miss some, and of cases with hardly a trial only their own errors', () => {
    const thin = { trials: failing(1, 'network', 'network', 'network', 'network') };
    const other = { trials: failing(3, 'provider', 'provider') };
    expect(reasonOf(decideOn(withFirst(thin, other)), 'missing_trials').message).toBe(
      `case ${ID(0)} has fewer than 2 judged trials, because others ended in errors (4 network); fix the cause, then run again`,
    );
    const many = Array.from({ length: 8 }, () => ({ trials: failing(2, 'provider', 'provider', 'provider') }));
    expect(reasonOf(decideOn(withFirst(...many)), 'missing_trials').cases).toEqual(many.map((_, at) => ID(at)));
  });

  test('are told without those that a cap or a signal cut, and without those beyond the plan', () => {
    const trials = failing(1, 'network', 'budget', 'cancelled', 'network', 'provider');
    const decision = decideOn(withFirst({ trials, planned_trials: 5 }));
    expect(reasonOf(decision, 'missing_trials').message).toContain('ended in errors (2 network); fix the cause');
  });

  test.each([
    [10, 10, /^too many trials are missing: 23 of 100 ended in errors \(23 provider\); fix the cause/],
    [40, 10, /^can't tell: the verdict would be red if the 23 missing trials had failed/],
    [40, 3, /^too many trials are missing: 23 of 120/],
  ])('of a runner with %i tests and %i rounds lead, and not the mean that they leave open', (cases, rounds, title) => {
    const decision = decideOn(inRounds(cases, rounds, 23));
    expect(codes(decision)).toContain('inconclusive drop_open');
    expect(decision.title).toMatch(title);
    const step = nextStep(decision, 'terminal', ['agent-eval']);
    expect(step).toMatch(/run this again$/);
    const open = { ...decision, reasons: decision.reasons.filter(({ code }) => code === 'drop_open') };
    expect(nextStep(open, 'terminal', ['agent-eval'])).toBe('run three whole rounds on each side');
  });

  test('leave every other open question open', () => {
    const sides = bothSides([...times(30, [5, 5, 15, 15]), ...times(10, [3, 5, 11, 15])]);
    const decision = decideOn(withMissing(sides, 11, outcomes(3, 0, 2)), {
      pass_rate: { ...NO_BOUNDS, max_drop: 0.02, rule_out: 0.05 },
    });
    expect(codes(decision).slice(0, 3)).toEqual([
      ...Array(2).fill('inconclusive missing_trials'),
      'inconclusive drop_open',
    ]);
  });

  test('that are few change nothing', () => {
    expect(decideOn(withErrors(1)).verdict).toBe('pass');
  });

  test('are never failures', () => {
    const { decision } = decideOn(withErrors(20));
    expect(decision.pass_rate).toMatchObject({ candidate: 1, suite: { drop: 0 } });
  });

  test('trials that were planned and never written are missing', () => {
    const { decision } = decideOn(withFirst({ trials: outcomes(2), planned_trials: 5 }));
    expect(decision.infrastructure).toEqual({ scheduled: 200, missing: 3 });
  });

  test('a red test with too many missing is told, and no longer red', () => {
    const sides = bothSides([...times(20, [5, 5, 15, 15]), ...times(20, [1, 5, 15, 15])]);
    const decision = decideOn(withMissing(sides, 12, outcomes(3, 0, 2)));
    expect(decision.verdict).toBe('inconclusive');
    expect(codes(decision)).toEqual(
      expect.arrayContaining(['inconclusive missing_trials', 'note suite_drop', 'note case_broken']),
    );
  });

  test('a case with hardly a judged trial blocks a pass, not a failure', () => {
    const thin = { trials: outcomes(1, 0, 4) };
    const decision = decideOn(withFirst(thin));
    expect(decision.verdict).toBe('inconclusive');
    expect(reasonOf(decision, 'missing_trials').cases).toEqual([ID(0)]);
    expect(decideOn(withFirst(thin, { trials: outcomes(0, 5) })).verdict).toBe('fail');
  });

  test('a case whose plan is one trial needs no second', () => {
    const cases = [...stable(40), caseRecord('single', { trials: outcomes(1) })];
    expect(decideOn({ candidate: resultsFile(cases), baseline: resultsFile(cases) }).verdict).toBe('pass');
  });

  test('a pass that would be red with the missing trials failed is none', () => {
    const decision = decideOn(withMissing(bothSides(times(40, [5, 5, 25, 25])), 1, outcomes(2, 0, 3)));
    expect(decision.verdict).toBe('inconclusive');
    expect(decision.title).toBe("can't tell: the verdict would be red if the 3 missing trials had failed; run again");
    expect(decision.decision.pass_rate.suite?.passed).toBe(true);
  });

  test('a failure that would be none with the missing trials passed is none', () => {
    const decision = decideOn(withMissing(bothSides(times(40, [5, 5, 15, 15])), 1, outcomes(0, 2, 3)));
    expect(decision.verdict).toBe('inconclusive');
    expect(codes(decision)).toEqual(expect.arrayContaining(['inconclusive missing_trials', 'note case_broken']));
  });

  test('a floor that hinges on the missing trials decides nothing', () => {
    const sides = withMissing(bothSides(times(10, [9, 10, 9, 10])), 1, outcomes(7, 1, 2));
    const decision = decideOn(sides, { pass_rate: { ...POLICY.pass_rate, min: 0.895 } });
    expect(decision.decision.floors).toMatchObject([{ outcome: 'pass', value: expect.closeTo(0.8975, 9) }]);
    expect(codes(decision)).not.toContain('fail floor');
  });

  test('clearly more of them here than on main is a warning', () => {
    expect(reasonOf(decideOn(withErrors(20)), 'missing_shares_differ')).toMatchObject({ outcome: 'note' });
    expect(codes(decideOn(withErrors(2)))).not.toContain('note missing_shares_differ');
  });
});

test('shares of missing trials are compared exactly, also where most are missing', () => {
  const of = (here: number, main: number) =>
    missingShareFindings(
      { candidate: [pairedCase('a', `${'P'.repeat(20 - here)}${'.'.repeat(here)}`, [1, 1])], paired: [] },
      [caseRecord('a', { trials: outcomes(20 - main, 0, main) })],
    ).length;
  // Two-sided p of 0.003, 0.02 and 1.
  expect([of(19, 10), of(10, 19), of(18, 11), of(15, 15)]).toEqual([1, 1, 0, 0]);
});

describe('a run', () => {
  test('of which every trial ended in an error has verdict error', () => {
    const candidate = resultsFile([
      caseRecord('a', { trials: trialRecords([{ outcome: 'error' }, { outcome: 'error' }]) }),
      caseRecord('b', {
        trials: [trialRecord({ outcome: 'error', error: { class: 'network', message: '<script>' } })],
      }),
    ]);
    const decision = decideOn({ candidate, baseline: resultsFile([caseRecord('a')]) });
    expect(decision.verdict).toBe('error');
    expect(decision.title).toBe('nothing was evaluated: all 3 trials ended in errors (2 provider, 1 network)');
    expect(codes(decision)).toEqual(['error nothing_evaluated']);
  });

  test.each([
    ['no case', resultsFile([]), 'nothing was evaluated: the results contain no case'],
    ['no trial', resultsFile([caseRecord('a', { trials: [] })]), 'nothing was evaluated: no trial ran'],
  ])('with %s has verdict error', (_, candidate, title) => {
    expect(decideOn({ candidate, baseline: candidate })).toMatchObject({ verdict: 'error', title });
  });

  test.each([
    ['budget', 'its budget was used up'],
    ['cancelled', 'it was cancelled'],
  ] as const)('cut short (%s) never passes', (reason, words) => {
    const { candidate, baseline } = withErrors(0);
    const stop = { look: 5, reason };
    const decision = decideOn({ candidate: { ...candidate, complete: false, stop }, baseline });
    expect(decision.verdict).toBe('inconclusive');
    expect(decision.title).toBe(`can't tell: the run is not complete (${words} after 200 of 200 trials)`);
  });

  test('cut short can still fail, and what never ran is no fault of the machinery', () => {
    const { candidate, baseline } = bothSides(times(20, [0, 5, 15, 15]));
    const cut = candidate.cases.map(({ id }, i) =>
      caseRecord(id, { trials: i < 10 ? outcomes(0, 5) : [], planned_trials: 5 }),
    );
    const decision = decideOn({ candidate: resultsFile(cut, { complete: false }), baseline });
    expect(decision.verdict).toBe('fail');
    expect(decision.decision.infrastructure).toEqual({ scheduled: 50, missing: 0 });
  });

  test("cut short lost only what was due: trials stopped with the run are not the machinery's fault", () => {
    const stopped = (['budget', 'cancelled', 'network'] as const).map((name) => ({
      trials: trialRecords([{}, {}, {}, { outcome: 'error', error: { class: name, message: '' } }, {}]),
    }));
    const { candidate, baseline } = withFirst(...stopped);
    const decision = decideOn({ candidate: { ...candidate, complete: false }, baseline });
    expect(decision.decision.infrastructure).toEqual({ scheduled: 198, missing: 1 });
  });

  test('with replayed trials is no pass', () => {
    const trials = outcomes(5).map((trial) => ({ ...trial, source: 'replayed' as const }));
    const decision = decideOn(withFirst({ trials }));
    expect(decision.verdict).toBe('inconclusive');
    expect(decision.title).toMatch(/^5 of 200 judged trials replayed/);
    expect(decision.decision.comparable_cases).toBe(39);
  });

  test('reads a case up to its planned number of trials', () => {
    const { decision } = decideOn(withFirst({ trials: outcomes(5, 5), planned_trials: 5 }));
    expect(decision.pass_rate.cases[0]?.candidate).toEqual({ passed: 5, scored: 5 });
  });
});

function stable(count: number): CaseRecord[] {
  return Array.from({ length: count }, (_, i) => caseRecord(ID(i)));
}

/** 40 cases of 5 trials against 5, of which the first are these here. */
function withFirst(...facts: readonly CaseFacts[]) {
  const main = stable(40);
  return { candidate: resultsFile(main.map(({ id }, at) => caseRecord(id, facts[at]))), baseline: resultsFile(main) };
}

/** The same, of which the candidate has this many errors, at most two a case. */
function withErrors(errors: number) {
  const missing = (at: number) => Math.min(2, Math.max(0, errors - 2 * at));
  return withFirst(...stable(40).map((_, at) => ({ trials: outcomes(5 - missing(at), 0, missing(at)) })));
}

/** Sides of which the first cases have these trials here. */
function withMissing(sides: ReturnType<typeof bothSides>, count: number, trials: readonly TrialRecord[]) {
  const cases = sides.candidate.cases.map((item, at) => (at < count ? caseRecord(item.id, { trials }) : item));
  return { ...sides, candidate: resultsFile(cases) };
}

/** A runner's tests, which all passed on both sides; here some trials were lost, spread over tests and rounds. */
function inRounds(cases: number, rounds: number, lost: number) {
  const agent = { ...resultsFile([]).agent, kind: 'suite' as const };
  const every = Math.floor((cases * rounds) / lost);
  const side = (isLost: (at: number) => boolean) =>
    resultsFile(
      Array.from({ length: cases }, (_, at) => {
        const trials = Array.from({ length: rounds }, (_, round) => ({
          place_in_process: round + 1,
          outcome: isLost(at + round * cases) ? ('error' as const) : ('passed' as const),
          checks: [REPORTED],
        }));
        return caseRecord(ID(at), { trials: trialRecords(trials) });
      }),
      { agent },
    );
  return { candidate: side((at) => at % every === 0 && at / every < lost), baseline: side(() => false) };
}
