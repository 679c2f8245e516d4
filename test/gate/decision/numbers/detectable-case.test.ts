import { describe, expect, test } from 'vitest';
import { detectableCase } from '#gate/decision/numbers/detectable-case.ts';
import { pairedCase } from '../evidence-of.ts';

const stable = (count: number) => Array.from({ length: count }, (_, at) => pairedCase(`c${at}`, 'PPPPP', [15, 15]));

/** One look of five trials, against stored trials. */
const alone = (boundary: number | null) => ({ looks: [{ look: 5, case: boundary }], looks_choose: false });

describe('the most passes of a case that still counts as broken', () => {
  test('are fewer than all of its trials, however much is taken for broken', () => {
    expect(detectableCase(stable(10), alone(1))).toEqual({ passed: 4, trials: 5, baseline_trials: 15 });
  });

  test('are those of the largest p at the boundary', () => {
    // A case alone that passes none of 5 trials, and all of 15 on main, is 1 of the C(20, 5) = 15504 arrangements.
    expect(detectableCase(stable(1), alone(1 / 15504))).toMatchObject({ passed: 0 });
    expect(detectableCase(stable(1), alone(0.99 / 15504))).toBeNull();
  });

  test('are unknown without a test or a case', () => {
    expect(detectableCase(stable(10), alone(null))).toBeNull();
    expect(detectableCase([], alone(0.05))).toBeNull();
  });
});
