import { describe, expect, test } from 'vitest';
import { compare } from '#gate/baseline/comparison/compare.ts';
import type { CaseRecord } from '#gate/baseline/results/results-file.ts';
import { missingShareFindings } from '#gate/decision/rules/missing-trials.ts';
import { bothSides, caseRecord, outcomes, resultsFile, trialRecord, trialRecords } from '#test/support/results.ts';
import { codes, decideOn, NO_BOUNDS, POLICY, reasonOf, times } from '../decide-on.ts';
import { pairedCase } from '../evidence-of.ts';
import { decide } from '../in-words.ts';

describe('missing trials', () => {
  test('a tenth of them is borne, more is not', () => {
    expect(decideOn(withErrors(20)).title).not.toMatch(/^too many trials are missing/);
    const decision = decideOn(withErrors(21));
    expect(decision.verdict).toBe('inconclusive');
    expect(decision.title).toMatch(/^too many trials are missing: 21 of 200 ended in errors/);
    expect(decision.decision.infrastructure).toEqual({ scheduled: 200, missing: 21 });
  });

  test('are told with the cases that miss some, and of cases with hardly a trial only their own errors', () => {
    const { candidate, baseline } = withErrors(0);
    const [first, second, ...others] = candidate.cases;
    const failing = (id: string, judged: number, error: 'network' | 'provider') =>
      caseRecord(id, {
        trials: trialRecords([
          ...Array.from({ length: judged }, () => ({})),
          ...Array.from({ length: 5 - judged }, () => ({
            outcome: 'error' as const,
            error: { class: error, message: '' },
          })),
        ]),
      });
    const thin = failing(first?.id ?? '', 1, 'network');
    const other = failing(second?.id ?? '', 3, 'provider');
    const decision = decideOn({ candidate: resultsFile([thin, other, ...others]), baseline });
    expect(reasonOf(decision, 'missing_trials').message).toBe(
      `case ${thin.id} has fewer than 2 judged trials, because others ended in errors (4 network); fix the cause, then run again`,
    );
    const many = [thin, other, ...others].map((item, at) => (at < 8 ? failing(item.id, 2, 'provider') : item));
    const open = decideOn({ candidate: resultsFile(many), baseline });
    expect(reasonOf(open, 'missing_trials').cases).toEqual(many.slice(0, 8).map(({ id }) => id));
  });

  test('are told without those that a cap or a signal cut, and without those beyond the plan', () => {
    const { candidate, baseline } = withErrors(0);
    const [first, ...others] = candidate.cases;
    const classes = ['network', 'budget', 'cancelled', 'network', 'provider'] as const;
    const errors = classes.map((each) => ({ outcome: 'error' as const, error: { class: each, message: '' } }));
    const thin = caseRecord(first?.id ?? '', { trials: trialRecords([{}, ...errors]), planned_trials: 5 });
    const decision = decideOn({ candidate: resultsFile([thin, ...others]), baseline });
    expect(reasonOf(decision, 'missing_trials').message).toContain('ended in errors (2 network); fix the cause');
  });

  test('leave every other open question open', () => {
    const sides = bothSides([...times(30, [5, 5, 15, 15]), ...times(10, [3, 5, 11, 15])]);
    const missing = sides.candidate.cases.map((item, at) =>
      at < 11 ? caseRecord(item.id, { trials: outcomes(3, 0, 2) }) : item,
    );
    const candidate = resultsFile(missing);
    const decision = decideOn({ ...sides, candidate }, { pass_rate: { ...NO_BOUNDS, max_drop: 0.02, rule_out: 0.05 } });
    expect(codes(decision).slice(0, 2)).toEqual(['inconclusive drop_open', 'inconclusive missing_trials']);
  });

  test('trials that were planned and never written are missing', () => {
    const { candidate, baseline } = withErrors(0);
    const [first, ...others] = candidate.cases;
    const short: CaseRecord = { ...caseRecord(first?.id ?? '', { trials: outcomes(2) }), planned_trials: 5 };
    expect(decideOn({ candidate: resultsFile([short, ...others]), baseline }).decision.infrastructure).toEqual({
      scheduled: 200,
      missing: 3,
    });
  });

  test('a red test with too many missing is told, and no longer red', () => {
    const broken = times(20, [1, 5, 15, 15]);
    const { candidate, baseline } = bothSides([...times(20, [5, 5, 15, 15]), ...broken]);
    const missing = candidate.cases.map((item, i) =>
      i < 12 ? caseRecord(item.id, { trials: outcomes(3, 0, 2) }) : item,
    );
    const decision = decideOn({ candidate: resultsFile(missing), baseline });
    expect(decision.verdict).toBe('inconclusive');
    expect(codes(decision)).toEqual(
      expect.arrayContaining(['inconclusive missing_trials', 'note suite_drop', 'note case_broken']),
    );
  });

  test('a case with hardly a judged trial blocks a pass, not a failure', () => {
    const { candidate, baseline } = withErrors(0);
    const [first, second, ...others] = candidate.cases;
    const thin = caseRecord(first?.id ?? '', { trials: outcomes(1, 0, 4) });
    const decision = decideOn({ candidate: resultsFile([thin, second ?? thin, ...others]), baseline });
    expect(decision.verdict).toBe('inconclusive');
    expect(reasonOf(decision, 'missing_trials').cases).toEqual([thin.id]);

    const broken = caseRecord(second?.id ?? '', { trials: outcomes(0, 5) });
    const red = decideOn({ candidate: resultsFile([thin, broken, ...others]), baseline });
    expect(red.verdict).toBe('fail');
  });

  test('a case whose plan is one trial needs no second', () => {
    const cases = [...stable(40), caseRecord('single', { trials: outcomes(1) })];
    expect(decideOn({ candidate: resultsFile(cases), baseline: resultsFile(cases) }).verdict).toBe('pass');
  });

  test('a pass that would be red with the missing trials failed is none', () => {
    const { candidate, baseline } = bothSides(times(40, [5, 5, 25, 25]));
    const [first, ...others] = candidate.cases;
    const doubtful = caseRecord(first?.id ?? '', { trials: outcomes(2, 0, 3) });
    const decision = decideOn({ candidate: resultsFile([doubtful, ...others]), baseline });
    expect(decision.verdict).toBe('inconclusive');
    expect(decision.title).toBe("can't tell: the verdict would be red if the 3 missing trials had failed; run again");
    expect(decision.decision.pass_rate.suite?.passed).toBe(true);
  });

  test('a failure that would be none with the missing trials passed is none', () => {
    const { candidate, baseline } = bothSides(times(40, [5, 5, 15, 15]));
    const [first, ...others] = candidate.cases;
    const doubtful = caseRecord(first?.id ?? '', { trials: outcomes(0, 2, 3) });
    const decision = decideOn({ candidate: resultsFile([doubtful, ...others]), baseline });
    expect(decision.verdict).toBe('inconclusive');
    expect(codes(decision)).toEqual(expect.arrayContaining(['inconclusive missing_trials', 'note case_broken']));
  });

  test('a floor that hinges on the missing trials decides nothing', () => {
    const { candidate, baseline } = bothSides(times(10, [9, 10, 9, 10]));
    const cases = candidate.cases.map((item, i) =>
      i === 0 ? caseRecord(item.id, { trials: outcomes(7, 1, 2) }) : item,
    );
    const policy = { pass_rate: { ...POLICY.pass_rate, min: 0.895 } };
    const decision = decideOn({ candidate: resultsFile(cases), baseline }, policy);
    expect(decision.decision.floors).toMatchObject([{ outcome: 'pass' }]);
    expect(decision.decision.floors[0]?.value).toBeCloseTo(0.8975, 9);
    expect(codes(decision)).not.toContain('fail floor');
  });

  test('clearly more of them here than on main is a warning', () => {
    const decision = decideOn(withErrors(20));
    expect(reasonOf(decision, 'missing_shares_differ')).toMatchObject({ outcome: 'note', gate: 'infrastructure' });
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
        trials: (['network', 'judge'] as const).map((name, at) =>
          trialRecord({ index: at + 1, outcome: 'error', error: { class: name, message: '<script>' } }),
        ),
      }),
    ]);
    const decision = decideOn({ candidate, baseline: resultsFile([caseRecord('a')]) });
    expect(decision.verdict).toBe('error');
    expect(decision.title).toBe('nothing was evaluated: all 4 trials ended in errors (2 provider, 1 judge, 1 network)');
    expect(codes(decision)).toEqual(['error nothing_evaluated']);
  });

  test.each([
    ['no case', resultsFile([]), 'nothing was evaluated: the results hold no case'],
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

  test('cut short by a cap says which, and what to mend', () => {
    const { candidate, baseline } = withErrors(0);
    const cut = { ...candidate, complete: false, stop: { look: 5, reason: 'budget' } as const };
    const surroundings = { ended_by: 'no price for the model "m"; add it under prices', serves_as_baseline: true };
    const decision = decide(compare(cut, [baseline]), POLICY, cut, surroundings);
    expect(decision.title).toBe(
      'can\'t tell: the run is not complete (no price for the model "m"; add it under prices; it ended after 200 of 200 trials)',
    );
    expect(reasonOf(decision, 'incomplete').message).toBe(decision.title);
    const none = resultsFile([caseRecord('a', { trials: [] })], { complete: false });
    expect(decide(compare(none, []), POLICY, none, surroundings).title).toBe(
      'nothing was evaluated: no trial ran: no price for the model "m"; add it under prices',
    );
  });

  test('cut short can still fail, and what never ran is no fault of the machinery', () => {
    const { candidate, baseline } = bothSides(times(20, [0, 5, 15, 15]));
    const cut = candidate.cases.map((item, i) => ({
      ...caseRecord(item.id, { trials: i < 10 ? outcomes(0, 5) : [] }),
      planned_trials: 5,
    }));
    const decision = decideOn({ candidate: resultsFile(cut, { complete: false }), baseline });
    expect(decision.verdict).toBe('fail');
    expect(decision.decision.infrastructure).toEqual({ scheduled: 50, missing: 0 });
  });

  test("cut short lost only what was due: trials stopped with the run are not the machinery's fault", () => {
    const { candidate, baseline } = withErrors(0);
    const stopped = (name: 'budget' | 'cancelled' | 'network') =>
      trialRecords([{}, {}, {}, { outcome: 'error', error: { class: name, message: '' } }, {}]);
    const classes = ['budget', 'cancelled', 'network'] as const;
    const cases = candidate.cases.map((item, i) => {
      const name = classes[i];
      return name === undefined ? item : caseRecord(item.id, { trials: stopped(name) });
    });
    const decision = decideOn({ candidate: resultsFile(cases, { complete: false }), baseline });
    expect(decision.decision.infrastructure).toEqual({ scheduled: 198, missing: 1 });
  });

  test('with replayed trials is no pass', () => {
    const { candidate, baseline } = withErrors(0);
    const [first, ...others] = candidate.cases;
    const replayed = caseRecord(first?.id ?? '', {
      trials: trialRecords(times(5, [0, 0, 0, 0]).map(() => ({ source: 'replayed' }))),
    });
    const decision = decideOn({ candidate: resultsFile([replayed, ...others]), baseline });
    expect(decision.verdict).toBe('inconclusive');
    expect(decision.title).toMatch(/^5 of 200 judged trials replayed/);
    expect(decision.decision.comparable_cases).toBe(39);
  });

  test('reads a case up to its planned number of trials', () => {
    const { candidate, baseline } = withErrors(0);
    const [first, ...others] = candidate.cases;
    const longer = { ...caseRecord(first?.id ?? '', { trials: outcomes(5, 5) }), planned_trials: 5 };
    const { decision } = decideOn({ candidate: resultsFile([longer, ...others]), baseline });
    expect(decision.pass_rate.cases[0]?.candidate).toEqual({ passed: 5, scored: 5 });
  });
});

function stable(count: number): CaseRecord[] {
  return Array.from({ length: count }, (_, i) => caseRecord(`case-${String(i).padStart(3, '0')}`));
}

/** 40 cases of 5 trials against 5, of which the candidate has this many errors, at most two a case. */
function withErrors(errors: number) {
  const candidate = stable(40).map(({ id }, i) => {
    const missing = Math.min(2, Math.max(0, errors - 2 * i));
    return caseRecord(id, { trials: outcomes(5 - missing, 0, missing) });
  });
  return { candidate: resultsFile(candidate), baseline: resultsFile(stable(40)) };
}
