import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { DecisionNumbers, Reason, SuiteDecision } from '#domain/gate/decision.ts';
import { finding } from '#domain/gate/finding.ts';
import type { ReasonCode } from '#domain/gate/reason-code.ts';
import { casesNeeded } from '#domain/gate/rules/pass-rate/cases-needed.ts';
import { nextStep, type Place } from '#domain/report/reasons/next-step.ts';
import { caseRecord, outcomes, resultsFile } from '#test/support/results.ts';
import { decideOn } from '../gate/decide-on.ts';
import { suiteDecision } from '../gate/decisions-of.ts';
import { worded } from '../gate/in-words.ts';

const ONE = resultsFile([caseRecord('a', { trials: outcomes(5) })]);
const NUMBERS = decideOn({ candidate: ONE, baseline: ONE }).decision;

type AnyFacts = { readonly [Code in ReasonCode]?: object };

/** Facts of the reasons whose next step depends on them. */
const FACTS: AnyFacts = {
  drop_open: { suite: suiteDecision({}), trials_needed: 15 },
  floor: { floor: { value: 0.5 } },
  no_comparable_case: { kind: 'nothing_same', differences: 0 },
  missing_trials: { kind: 'hinges', missing: 1, verdict: 'pass' },
  incomplete: { why: 'budget', judged: 1, planned: 2, ended_by: null },
  cases_gone: { kind: 'removed', removed: 2, of: 3 },
  shard: { kind: 'missing', problem: 'a part is missing', more: 0 },
};

/** What is said where one reason leaves a verdict open. */
function wayOf(
  code: ReasonCode,
  numbers: Partial<DecisionNumbers> = {},
  place: Place = 'job',
  facts: object = FACTS[code] ?? {},
  main = 'main',
): string {
  const reason = { ...worded(''), outcome: 'inconclusive', code, facts } as Reason;
  const note = worded('', { outcome: 'note' });
  return (
    nextStep({ verdict: 'inconclusive', main, reasons: [note, reason], decision: { ...NUMBERS, ...numbers } }, place) ??
    ''
  );
}

test('a verdict that is not open needs no next step, whatever else is open beside it', () => {
  const reason = worded('', { outcome: 'inconclusive' });
  for (const verdict of ['pass', 'fail', 'error'] as const)
    expect(nextStep({ verdict, main: 'main', reasons: [reason], decision: NUMBERS }, 'job')).toBeNull();
});

describe('an open verdict names one thing that settles it', () => {
  test('whatever leaves it open', () => {
    for (const code of Object.keys(FACTS)) expect(wayOf(code as ReasonCode), code).toMatch(/^[a-z].*[^.]$/);
  });

  test('by the own name of the default branch', () => {
    for (const code of ['no_baseline', 'baseline_incomplete', 'judge_uncalibrated', 'not_tried_again'] as const) {
      expect(wayOf(code, {}, 'job', {}, 'trunk')).toMatch(/\btrunk\b/);
      expect(wayOf(code, {}, 'job', {}, 'trunk')).not.toMatch(/\bmain\b/);
    }
    expect(wayOf('no_baseline', {}, 'terminal', {}, 'trunk')).toMatch(/--against trunk$/);
  });

  test.each<[ReasonCode, Partial<DecisionNumbers>, RegExp]>([
    ['drop_open', { planned_looks: [3, 5, 10], trials_needed: 15 }, /^write trials: "3-15" on the action's step/],
    ['drop_open', { planned_looks: [5], trials_needed: 9 }, /^write trials: "5-9" on the action's step/],
    ['floor', { planned_looks: [3, 5, 10] }, /^write trials: "3-20"/],
    ['floor', { planned_looks: [3, 12, 50] }, /^have a person review it/],
    ['case_unsettled', { planned_looks: [3, 5, 10], trials: 3 }, /^re-run this job: .* up to 10 per case$/],
    ['case_unsettled', { planned_looks: [3, 5, 10], trials: 10 }, /^write trials: "3-20"/],
    ['not_tried_again', {}, /^make main's commit run in this job, within the caps, then re-run it$/],
    ['incomplete', { planned_looks: [3, 5, 10] }, /re-run this job: .* up to 10 per case$/],
    ['incomplete', { planned_looks: [3, 5, 10] }, /^raise the cap that ended the run, and re-run this job/],
    ['no_baseline', {}, /^run the workflow once on main .* then re-run this job$/],
    ['harder_cases', {}, /^have a person review/],
  ])('%s %j', (code, numbers, words) => {
    expect(wayOf(code, numbers)).toMatch(words);
  });

  test('after Ctrl-C: the run itself, and no cap', () => {
    const facts = { why: 'cancelled', judged: 2, planned: 9, ended_by: null } as const;
    const reason = finding({ outcome: 'inconclusive', gate: 'suite', code: 'incomplete' }, facts);
    const open = { verdict: 'inconclusive', main: 'main', reasons: [reason], decision: NUMBERS } as const;
    expect(nextStep(open, 'terminal')).toBe('let it run to its end');
    expect(nextStep(open, 'job')).toMatch(/^re-run this job: it keeps its trials/);
  });

  test('that a terminal can do: it has no job to run again, and unites no runs', () => {
    expect(wayOf('no_baseline', {}, 'terminal')).toBe('compare with your main branch: run --against main');
    expect(wayOf('missing_trials', {}, 'terminal')).toBe('run this again');
    expect(wayOf('case_unsettled', { planned_looks: [3, 5, 10], trials: 3 }, 'terminal')).toMatch(
      /^write trials: "3-20"/,
    );
  });

  test('more cases: how many, and what they rule out', () => {
    const suite = { ...openSuite(0.02, 0.09), rule_out: 0.15 };
    const numbers = { comparable_cases: 12, pass_rate: { ...NUMBERS.pass_rate, suite } };
    expect(wayOf('drop_open', numbers, 'job', { suite, trials_needed: null })).toBe(
      'add cases: about 16 cases like these in all, 12 now, until a drop of 15 points is ruled out',
    );
  });

  test('nothing, where the verdict is not open', () => {
    const reasons: readonly Reason[] = [];
    for (const verdict of ['pass', 'fail', 'error'] as const)
      expect(nextStep({ verdict, main: 'main', reasons, decision: NUMBERS }, 'job')).toBeNull();
  });
});

function openSuite(drop: number, standard_error: number): SuiteDecision {
  const suite = NUMBERS.pass_rate.suite;
  if (suite === null) throw new Error('there is no suite test');
  return { ...suite, drop, standard_error, max_drop: 0.02, rule_out: 0.05, boundary: 0.018 };
}

describe('the number of cases that settles an open suite', () => {
  const rate = fc.double({ min: 0.001, max: 0.3, noNaN: true });

  test('suffices if the drop stays and errors shrink with the root of it, and one case less does not', () => {
    fc.assert(
      fc.property(rate, rate, fc.integer({ min: 1, max: 200 }), (drop, error, cases) => {
        const suite = openSuite(drop, error);
        const settles = (count: number) => {
          const shrunk = error * Math.sqrt(cases / count);
          return drop + 1.6448536 * shrunk < 0.05 || (drop > 0.02 && drop / shrunk >= 2.0969);
        };
        fc.pre(!settles(cases));
        const needed = casesNeeded(suite, cases, 0);
        if (needed === null) return;
        expect(needed).toBeGreaterThan(cases);
        expect(settles(needed * 1.001)).toBe(true);
        if (needed - 1 > cases) expect(settles((needed - 1) * 0.999)).toBe(false);
      }),
    );
  });

  test('does not exist where runs of main differ by more than is to be ruled out', () => {
    expect(casesNeeded(openSuite(0, 0.06), 20, 0.05 ** 2)).toBeNull();
    expect(casesNeeded(openSuite(0, 0.06), 20, 0)).not.toBeNull();
  });
});
