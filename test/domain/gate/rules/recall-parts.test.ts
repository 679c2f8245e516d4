import { describe, expect, test } from 'vitest';
import type { PairedCase } from '#domain/gate/evidence.ts';
import { isWithinDrift } from '#domain/gate/rules/drift-allowance.ts';
import { increaseRule } from '#domain/gate/rules/increase.ts';
import { type RecallPlan, toolRecallRule } from '#domain/gate/rules/tool-recall.ts';
import { pairedCase } from '../evidence-of.ts';

const PLAN: RecallPlan = { boundary: 0.01, max_drop: 0.02, drift: null };
const QUANTILES = { normal: { 0.8: 0.8416212335729143, 0.99: 2.3263478740408408, 0.975: 1.959963984540054 } };

type Trials = PairedCase['trials'];

const recalling = (trials: Trials, values: readonly (number | null)[]): Trials =>
  trials.map((trial, at) => ({ ...trial, tool_recall: values[at % values.length] ?? null }));

/** A case with recalls of its five trials here and its ten on main. */
function recalled(id: string, here: readonly (number | null)[], main: readonly (number | null)[]): PairedCase {
  const item = pairedCase(id, 'PPPPP', [10, 10]);
  return { ...item, trials: recalling(item.trials, here), baseline: recalling(item.baseline, main) };
}

const tested = (cases: readonly PairedCase[], plan = PLAN) =>
  toolRecallRule.test({ tag: null, cases, look: 5 }, plan) ?? expect.fail('there is nothing to test');

const VARYING = Array.from({ length: 8 }, (_, at) => recalled(`c${at}`, [1, 0.5, 0.75], [1, 1, 0.5]));

describe('the loss of recall that would be seen', () => {
  test('has a power of 80 % at the boundary', () => {
    const { ci95, change, detectable } = tested(VARYING);
    const error = ((ci95?.[1] ?? 0) - change) / QUANTILES.normal[0.975];
    expect(detectable).toBeCloseTo((QUANTILES.normal[0.8] + QUANTILES.normal[0.99]) * error, 12);
    expect(detectable).toBeGreaterThan(0);
  });

  test('is not known of a test that is only shown, nor where the loss alone decides, nor where nothing varies', () => {
    expect(tested(VARYING, { ...PLAN, boundary: 0 }).detectable).toBeNull();
    expect(tested(VARYING, { ...PLAN, boundary: 1 }).detectable).toBeNull();
    expect(tested([recalled('a', [1], [1])]).detectable).toBeNull();
  });
});

test('the rise of tokens that would be seen has a power of 80 % at the boundary, with one degree less than cases', () => {
  const counted = (trials: Trials, tokens: number): Trials =>
    trials.map((trial) => ({ ...trial, total_tokens: tokens }));
  const cases = [100, 104, 97, 110, 93, 105, 99, 102].map((tokens, at): PairedCase => {
    const item = pairedCase(`c${at}`, 'PPPPP', [5, 5]);
    return { ...item, trials: counted(item.trials, tokens), baseline: counted(item.baseline, 100) };
  });
  const of = (boundary: number) =>
    increaseRule('total_tokens').test(
      { tag: null, cases, look: 5 },
      { boundary, max_increase: 0.1, drift: null, asks: { total: true, typical: true }, main: null, open_at: 0 },
    );
  const { ci95, rise, detectable } = of(0.01)?.typical ?? expect.fail('there is nothing to test');
  // Quantiles of t with 7 degrees of freedom: 2.364624 at .975, 0.896030 at .8, 2.997952 at .99.
  const error = Math.log((1 + ci95[1]) / (1 + rise)) / 2.364624252;
  expect(detectable).toBeCloseTo(Math.expm1((0.896029644 + 2.997951567) * error), 7);
  expect(of(0)?.typical?.detectable).toBeNull();
});

describe('a loss of recall', () => {
  const told = (failed: boolean, p_drift: number | null) =>
    toolRecallRule
      .findings({ tag: null, cases: [], look: 5 }, PLAN, { ...tested(VARYING), failed, p_drift })
      .map(({ outcome, code }) => `${outcome} ${code}`);

  test.each([
    ['red, and nothing else, if no day explains it', true, 0.001, ['fail recall_drop']],
    ['red if days were not reckoned with', true, null, ['fail recall_drop']],
    ['open if a day explains it', false, 0.2, ['inconclusive within_drift']],
    ['nothing if chance explains it', false, null, []],
  ] as const)('is %s', (_, failed, p_drift, expected) => {
    expect(told(failed, p_drift)).toEqual(expected);
    expect(isWithinDrift({ failed, p_drift })).toBe(!failed && p_drift !== null);
  });

  test('is judged without a few cases that have no recall here, which are only told', () => {
    const cases = Array.from({ length: 20 }, (_, at) => recalled(`c${at}`, at < 2 ? [null] : [1, 0.5], [1, 0.5]));
    const scope = { tag: null, cases, look: 5 };
    const found = toolRecallRule.findings(scope, PLAN, tested(cases));
    expect(found).toMatchObject([{ outcome: 'note', code: 'values_missing', cases: ['c0', 'c1'] }]);
  });
});
