import { describe, expect, test } from 'vitest';
import { detectableCase } from '#gate/decision/numbers/detectable-case.ts';
import { pairedCase } from '../evidence-of.ts';

const stable = (count: number) => Array.from({ length: count }, (_, at) => pairedCase(`c${at}`, 'PPPPP', [15, 15]));

/** One look of five trials, against stored trials. */
const alone = (boundary: number | null) => ({
  looks: [{ look: 5, case: boundary }],
  looks_choose: false,
  total_alpha: 0.05,
});

describe('the most passes of a case that still counts as broken', () => {
  test('are fewer than all of its trials, however much is taken for broken', () => {
    expect(detectableCase(stable(10), alone(1))).toEqual({ passed: 4, trials: 5, baseline_trials: 15 });
  });

  test('are those of the largest p at the boundary', () => {
    // A case alone that passes none of 5 trials, and all of 15 on main, is 1 of the C(20, 5) = 15504 arrangements.
    expect(detectableCase(stable(1), alone(1 / 15504))).toMatchObject({ passed: 0 });
    expect(detectableCase(stable(1), alone(0.99 / 15504))).toBeNull();
  });

  test('are those of which fresh trials find four in five, where these decide', () => {
    const again = { looks: [3, 5, 10].map((look) => ({ look, case: 0 })), looks_choose: true, total_alpha: 0.05 };
    const seen = (of: typeof again, stages: readonly number[]) => detectableCase(stable(20), of, stages)?.passed;
    // A case of 5 of 10 is tried again, but red too seldom.
    expect(seen(again, [5, 10, 20])).toBe(4);
    expect(seen(again, [5])).toBeLessThan(4);
    expect(seen({ ...again, total_alpha: 0.001 }, [5, 10, 20])).toBeLessThan(4);
  });

  test('are unknown without a test or a case', () => {
    expect(detectableCase(stable(10), alone(null))).toBeNull();
    expect(detectableCase([], alone(0.05))).toBeNull();
  });
});
