import { describe, expect, test } from 'vitest';
import type { DecisionNumbers, Reason } from '#gate/decision/terms/decision.ts';
import { finding } from '#gate/decision/terms/finding.ts';
import type { ReasonCode } from '#gate/decision/terms/reason-code.ts';
import { nextStep, type ReaderPlace } from '#report/reasons/next-step.ts';
import { caseRecord, outcomes, resultsFile } from '#test/support/results.ts';
import { decideOn } from '../gate/decision/decide-on.ts';
import { suiteDecision } from '../gate/decision/decisions-of.ts';
import { worded } from '../gate/decision/in-words.ts';

const ONE = resultsFile([caseRecord('a', { trials: outcomes(5) })]);
const NUMBERS = decideOn({ candidate: ONE, baseline: ONE }).decision;

const PROGRAM = ['npx', 'github:acme/eval#v1'];

type AnyFacts = { readonly [Code in ReasonCode]?: object };

/** Facts of the reasons whose next step depends on them. */
const FACTS: AnyFacts = {
  drop_open: { suite: suiteDecision({}), trials_needed: 15 },
  floor: { floor: { value: 0.5 } },
  no_comparable_case: { kind: 'nothing_same', differences: 0 },
  missing_trials: { kind: 'hinges', missing: 1, verdict: 'pass' },
  incomplete: { why: 'budget', judged: 1, planned: 2, ended_by: null },
  cases_gone: { kind: 'removed', removed: 2, of: 3 },
  shard: { kind: 'missing', problem: 'a part is missing', more: 0, blocks: true },
};

/** What is said where one reason leaves a verdict open. */
function wayOf(
  code: ReasonCode,
  numbers: Partial<DecisionNumbers> = {},
  place: ReaderPlace = 'job',
  facts: object = FACTS[code] ?? {},
  main = 'main',
): string {
  const reason = { ...worded(''), outcome: 'inconclusive', code, facts } as Reason;
  const note = worded('', { outcome: 'note' });
  return (
    nextStep(
      { verdict: 'inconclusive', main, reasons: [note, reason], decision: { ...NUMBERS, ...numbers } },
      place,
      PROGRAM,
    ) ?? ''
  );
}

test('a verdict that is not open needs no next step, whatever else is open', () => {
  const reason = worded('', { outcome: 'inconclusive' });
  for (const verdict of ['pass', 'fail', 'error'] as const)
    expect(nextStep({ verdict, main: 'main', reasons: [reason], decision: NUMBERS }, 'job', PROGRAM)).toBeNull();
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
    expect(nextStep(open, 'terminal', PROGRAM)).toBe('let it run to its end');
    expect(nextStep(open, 'job', PROGRAM)).toMatch(/^re-run this job: it keeps its trials/);
  });

  test('that a terminal can do: it has no job to run again, and unites no runs', () => {
    expect(wayOf('no_baseline', {}, 'terminal')).toBe(
      'compare with your main branch: npx github:acme/eval#v1 run --against main',
    );
    expect(wayOf('missing_trials', {}, 'terminal')).toBe('run this again');
    expect(wayOf('case_unsettled', { planned_looks: [3, 5, 10], trials: 3 }, 'terminal')).toMatch(
      /^write trials: "3-20"/,
    );
  });

  test.each([
    ['more cases, and how many like these would do', { drop: 0.03, upper95: 0.2 }, ': about 17 like these 8 would do'],
    ['more cases, and no number where the drop as seen is not ruled out by any', { drop: 0.16, upper95: 0.2 }, ''],
  ])('%s', (_, numbers, few) => {
    const suite = suiteDecision({ rule_out: 0.15, ...numbers });
    const words = `add cases, until a drop of 15 points is ruled out${few}`;
    expect(wayOf('drop_open', { comparable_cases: 8 }, 'job', { suite, trials_needed: null })).toBe(words);
  });
});
