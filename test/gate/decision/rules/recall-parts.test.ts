import { describe, expect, test } from 'vitest';
import { isWithinDrift } from '#gate/decision/rules/drift-allowance.ts';
import { type RecallPlan, toolRecallRule } from '#gate/decision/rules/tool-recall.ts';
import type { PairedCase } from '#gate/decision/terms/evidence.ts';
import { pairedCase } from '../evidence-of.ts';

const PLAN: RecallPlan = { boundary: 0.01, max_drop: 0.02, drift: null };

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
