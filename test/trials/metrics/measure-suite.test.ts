import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
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
  test('counts trials; errors are missing, not failed', () => {
    expect(measureCase([passed, passed, failed, error])).toMatchObject({
      trials: 4,
      scored: 3,
      passed: 2,
      failed: 1,
      errors: 1,
      pass_rate: 2 / 3,
    });
  });

  test('rates are means over the scored trials that have a value', () => {
    const trials = [
      trial({
        tool_recall: 1,
        tool_precision: 0.5,
        tool_f1: 2 / 3,
        parameter_accuracy: 1,
        phrase_recall: 0.5,
        task_success: 0.75,
      }),
      trial({
        tool_recall: 0.5,
        tool_precision: null,
        tool_f1: 0,
        parameter_accuracy: 0,
        phrase_recall: 1,
        task_success: 0.25,
      }),
      trial({ turn_pass_rate: 0.5, retrieval_accuracy: 1, tools_ok: true, response_ok: false, completed: false }),
      trial({ turn_pass_rate: 1, retrieval_accuracy: 0, tools_ok: false, response_ok: false, completed: true }),
      { ...error, tool_recall: 0 },
    ];
    expect(measureCase(trials)).toMatchObject({
      tool_recall: 0.75,
      tool_precision: 0.5,
      tool_f1: 1 / 3,
      parameter_accuracy: 0.5,
      phrase_recall: 0.75,
      task_success: 0.5,
      turn_pass_rate: 0.75,
      retrieval_accuracy: 0.5,
      tools_ok_rate: 0.5,
      response_ok_rate: 0,
      completion_rate: 3 / 4,
    });
  });

  test('tokens, cost and steps are means per trial, latency quantiles; errors take no part', () => {
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
      input_tokens: 120,
      output_tokens: 30,
      total_tokens: 150,
      cost_usd: 0.75,
      steps: 2.5,
      latency_p50: 200,
      latency_p95: 290,
      usage_estimated: false,
    });
  });

  test('an absent count is missing, not 0; one estimate marks the case', () => {
    const metrics = measureCase([
      trial({ usage: tokens(100) }),
      trial({ usage: tokens(null) }),
      trial({ usage: tokens(300, { estimated: true }) }),
    ]);
    expect(metrics).toMatchObject({ total_tokens: 200, input_tokens: null, cost_usd: null, usage_estimated: true });
  });

  test('pass@k and pass^k are unbiased, for k up to the scored trials', () => {
    const metrics = measureCase([passed, passed, failed, error]);
    expect(metrics.pass_at_k).toEqual({ 1: expect.closeTo(2 / 3, 12), 2: 1, 3: 1 });
    expect(metrics.pass_hat_k).toEqual({ 1: expect.closeTo(2 / 3, 12), 2: expect.closeTo(1 / 3, 12), 3: 0 });
  });

  test.each<{ trials: TrialRecord[]; flaky: boolean | null; broken: boolean | null }>([
    { trials: [passed, passed, error], flaky: false, broken: false },
    { trials: [passed, failed], flaky: true, broken: false },
    { trials: [failed, failed], flaky: false, broken: true },
    { trials: [error], flaky: null, broken: null },
  ])('flaky $flaky, broken $broken', ({ trials, flaky, broken }) => {
    expect(measureCase(trials)).toMatchObject({ flaky, broken });
  });

  test('without a scored trial everything is undefined', () => {
    for (const trials of [[], [error]]) {
      const {
        trials: number,
        scored,
        passed: c,
        failed: f,
        errors,
        usage_estimated,
        pass_at_k,
        pass_hat_k,
        ...rest
      } = measureCase(trials);
      expect([number, scored, c, f, errors, usage_estimated, pass_at_k, pass_hat_k]).toEqual([
        trials.length,
        0,
        0,
        0,
        trials.length,
        false,
        {},
        {},
      ]);
      expect(new Set(Object.values(rest))).toEqual(new Set([null]));
    }
  });
});

describe('measureSuite', () => {
  const cases = [
    {
      tags: ['hero'],
      trials: [passed, failed, failed, failed].map((one) => ({
        ...one,
        tool_recall: 0.5,
        usage: tokens(100),
        latency_ms: 100,
      })),
    },
    { tags: ['hero', 'refund'], trials: [{ ...passed, tool_recall: 1, usage: tokens(1000), latency_ms: 500 }, error] },
    { tags: [], trials: [error] },
  ];

  test('rates are means over cases, not over trials', () => {
    expect(measureSuite(cases)).toMatchObject({
      pass_rate: (1 / 4 + 1) / 2,
      tool_recall: 0.75,
      completion_rate: 1,
      phrase_recall: null,
    });
  });

  test('tokens are the sum over cases of the case mean, and tell how many cases are in it', () => {
    expect(measureSuite(cases)).toMatchObject({
      total_tokens: 1100,
      cases_with_tokens: 2,
      input_tokens: null,
      cost_usd: null,
      cases_with_cost: 0,
    });
  });

  test('latency is over all scored trials', () => {
    expect(measureSuite(cases)).toMatchObject({ latency_p50: 100, latency_p95: expect.closeTo(420, 9) });
  });

  test('counts cases and trials', () => {
    expect(measureSuite(cases)).toMatchObject({
      cases: 3,
      trials: 7,
      scored: 5,
      passed: 2,
      failed: 3,
      errors: 2,
      flaky: 1,
      broken: 0,
    });
  });

  test('an empty suite has no rates', () => {
    expect(measureSuite([])).toMatchObject({
      cases: 0,
      pass_rate: null,
      total_tokens: null,
      latency_p50: null,
      steps: null,
    });
  });

  test('the token total does not depend on the number of trials', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 1000 }), { minLength: 1, maxLength: 5 }),
        fc.integer({ min: 1, max: 4 }),
        (means, times) => {
          const suite = (repeats: number) =>
            means.map((mean) => ({
              tags: [],
              trials: Array.from({ length: repeats }, () => trial({ usage: tokens(mean) })),
            }));
          expect(measureSuite(suite(times)).total_tokens).toBe(measureSuite(suite(1)).total_tokens);
        },
      ),
    );
  });

  test('rates stay within 0–1', () => {
    const outcomes = fc.array(fc.constantFrom(passed, failed, error), { maxLength: 5 });
    fc.assert(
      fc.property(fc.array(outcomes, { maxLength: 5 }), (list) => {
        const rate = measureSuite(list.map((trials) => ({ tags: [], trials }))).pass_rate ?? 0;
        expect(rate >= 0 && rate <= 1 + 1e-12).toBe(true);
      }),
    );
  });
});
