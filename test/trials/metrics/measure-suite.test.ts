import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { always } from '#test/support/always.ts';
import { saying } from '#test/support/worded.ts';
import { measureCase } from '#trials/metrics/measure-case.ts';
import { measureSuite } from '#trials/metrics/measure-suite.ts';
import { recordTrial } from '#trials/metrics/record-trial.ts';
import type { TrialRecord } from '#trials/trial/trial-record.ts';
import { aCase, aTrial } from '../trial/build-trial.ts';

const blank = recordTrial(
  aCase({}),
  aTrial([]),
  { checks: [], outcome: 'passed', failure: null, error: null },
  { run_attempt: 1, look: 1, trajectory: null, trajectory_state: 'absent' },
);

function trial(fields: Partial<TrialRecord> = {}): TrialRecord {
  return { ...blank, ...fields };
}

function tokens(total: number | null, fields: Partial<TrialRecord['usage']> = {}): TrialRecord['usage'] {
  return { input_tokens: null, output_tokens: null, total_tokens: total, cost_usd: null, ...fields };
}

const passed = trial();
const failed = trial({ outcome: 'failed' });
const error = trial({ outcome: 'error', completed: null, usage: tokens(1_000_000), latency_ms: 9_000_000, steps: 99 });

describe('measureCase', () => {
  test('consistency is the share of judged trials that call what most of them call; unknown where one does not tell, or is alone', () => {
    const calling = (text: string) => [...text].map((hash) => trial({ sequence_hash: hash }));
    const shares = (['aabca', 'abc', 'aa', 'a', ''] as const).map((text) => measureCase(calling(text)).consistency);
    expect(shares).toEqual([3 / 5, 1 / 3, 1, null, null]);
    expect(measureCase([...calling('aa'), passed]).consistency).toBeNull();
    expect(measureCase([...calling('aa'), error]).consistency).toBe(1);
    const suite = measureSuite([{ trials: calling('ab') }, { trials: calling('aa') }, { trials: [passed] }]);
    expect(suite.consistency).toBe(0.75);
  });

  test('errors are missing, not failed', () => {
    expect(measureCase([passed, passed, failed, error]).pass_rate).toBe(2 / 3);
  });

  test('rates are means over the scored trials that have a value', () => {
    const trials = [
      trial({
        tool_recall: 1,
        tool_precision: 0.5,
        parameter_accuracy: 1,
        phrase_recall: 0.5,
        mean_recall: 0.75,
      }),
      trial({
        tool_recall: 0.5,
        tool_precision: null,
        parameter_accuracy: 0,
        phrase_recall: 1,
        mean_recall: 0.25,
      }),
      trial({ turn_pass_rate: 0.5, retrieval_accuracy: 1, tools_ok: true, response_ok: false, completed: false }),
      trial({ turn_pass_rate: 1, retrieval_accuracy: 0, tools_ok: false, response_ok: false, completed: true }),
      { ...error, tool_recall: 0 },
    ];
    expect(measureCase(trials)).toMatchObject({
      tool_recall: 0.75,
      tool_precision: 0.5,
      parameter_accuracy: 0.5,
      phrase_recall: 0.75,
      mean_recall: 0.5,
      turn_pass_rate: 0.75,
      retrieval_accuracy: 0.5,
      tools_ok: 0.5,
      task_completion: 0,
      completed: 3 / 4,
    });
  });

  test('tokens with input and output apart, cost, steps and latency are means per trial; errors take no part', () => {
    const trials = [
      trial({
        usage: { input_tokens: 80, output_tokens: 20, total_tokens: 100, cost_usd: 0.5 },
        steps: 1,
        latency_ms: 100,
      }),
      trial({
        usage: { input_tokens: 160, output_tokens: 40, total_tokens: 200, cost_usd: 1 },
        steps: 4,
        latency_ms: 300,
      }),
      error,
    ];
    expect(measureCase(trials)).toMatchObject({
      mean_input_tokens: 120,
      mean_output_tokens: 30,
      mean_tokens: 150,
      mean_cost_usd: 0.75,
      steps: 2.5,
      mean_latency_ms: 200,
    });
  });

  test('an absent count is missing, not 0; one estimate marks the suite', () => {
    const trials = [
      trial({ usage: tokens(100) }),
      trial({ usage: tokens(null) }),
      trial({ usage: tokens(300, { estimated: true }) }),
    ];
    expect(measureCase(trials)).toMatchObject({ mean_tokens: 200, mean_input_tokens: null, mean_cost_usd: null });
    expect(measureSuite([{ trials }]).usage_estimated).toBe(true);
  });

  test('without a judged trial everything is undefined', () => {
    for (const trials of [[], [error]]) {
      const { turns, parts, latencies, usage_estimated: estimated, ...figures } = measureCase(trials);
      expect(new Set(Object.values(figures))).toEqual(new Set([null]));
      expect({ turns, parts, latencies, estimated }).toEqual({ turns: [], parts: [], latencies: [], estimated: false });
    }
  });
});

describe('measureSuite', () => {
  const cases = [
    {
      trials: [passed, failed, failed, failed].map((record) => ({
        ...record,
        tool_recall: 0.5,
        usage: tokens(100),
        latency_ms: 100,
      })),
    },
    { trials: [{ ...passed, tool_recall: 1, usage: tokens(1000), latency_ms: 500 }, error] },
    { trials: [error] },
  ];

  test('rates are means over cases, not over trials', () => {
    expect(measureSuite(cases)).toMatchObject({
      pass_rate: (1 / 4 + 1) / 2,
      tool_recall: 0.75,
      completed: 1,
      phrase_recall: null,
    });
  });

  test('tokens are the sum over cases of the case mean, and its mean per trial', () => {
    expect(measureSuite(cases)).toMatchObject({
      total_tokens: 1100,
      mean_tokens: 550,
      mean_input_tokens: null,
      cost_usd: null,
    });
  });

  test('p95 of latency is over all judged trials, mean latency over cases', () => {
    expect(measureSuite(cases)).toMatchObject({ mean_latency_ms: 300, latency_p95: expect.closeTo(420, 9) });
  });

  test('counts the cases whose judged trials all pass', () => {
    expect(measureSuite(cases).cases_passed).toEqual({ passed: 1, of: 2 });
  });

  test('counts the turns that hold in every trial; not where checks that passed are no longer stored', () => {
    const check = (turn: number, holds: boolean) => ({
      id: `t${turn}.response`,
      name: 'response',
      turn,
      passed: holds,
      score: Number(holds),
      fact: saying(''),
    });
    const turns = (...held: boolean[]) =>
      trial({
        checks: held.map((holds, at) => check(at + 1, holds)),
        turn_pass_rate: held.filter(Boolean).length / held.length,
      });
    const whole = [{ trials: [turns(true, true), turns(true, false)] }, { trials: [turns(true, true, true)] }];
    expect(measureSuite(whole)).toMatchObject({
      turns_passed: { passed: 4, of: 5 },
      parts_passed: { passed: 4, of: 5 },
    });
    const single = { trials: [trial({}), trial({ outcome: 'failed' })] };
    expect(measureSuite([...whole, single]).parts_passed).toEqual({ passed: 4, of: 6 });
    expect(measureSuite([single]).parts_passed).toBeNull();
    const [first, second] = [turns(true, true), turns(true, false)];
    for (const failing of [
      { ...first, checks: [...first.checks, { ...check(1, false), turn: null }] },
      { ...first, outcome: 'failed' as const },
    ])
      expect(measureSuite([{ trials: [failing, second] }]).parts_passed, 'of no turn').toEqual({ passed: 1, of: 3 });
    const lean = { ...turns(true, false), checks: [check(2, false)] };
    expect(measureSuite([{ trials: [lean] }])).toMatchObject({ turns_passed: null, turn_pass_rate: 0.5 });
  });

  test('the token total does not depend on the number of trials', () => {
    always(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 1000 }), { minLength: 1, maxLength: 5 }),
        fc.integer({ min: 1, max: 4 }),
        (means, times) => {
          const suite = (repeats: number) =>
            means.map((mean) => ({
              trials: Array.from({ length: repeats }, () => trial({ usage: tokens(mean) })),
            }));
          expect(measureSuite(suite(times)).total_tokens).toBe(measureSuite(suite(1)).total_tokens);
        },
      ),
    );
  });

  test('rates stay within 0–1', () => {
    const outcomes = fc.array(fc.constantFrom(passed, failed, error), { maxLength: 5 });
    always(
      fc.property(fc.array(outcomes, { maxLength: 5 }), (list) => {
        const rate = measureSuite(list.map((trials) => ({ trials }))).pass_rate ?? 0;
        expect(rate >= 0 && rate <= 1 + 1e-12).toBe(true);
      }),
    );
  });
});
