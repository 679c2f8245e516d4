import type { GateTrial } from '#gate/decision/terms/evidence.ts';
import type { StoredCase } from './stored-suite.ts';

/**
 * Draws trials of a case with replacement. A changed rate turns passed trials into failed ones, or vice versa, and keeps their values.
 *
 * @param count of trials
 * @param target the rate at which the case passes
 * @param random uniform, [0, 1)
 */
export function drawTrials(
  { item, rate, turned }: StoredCase,
  count: number,
  target: number,
  random: () => number,
): readonly GateTrial[] {
  const stored = item.baseline;
  return Array.from({ length: count }, () => {
    const at = Math.floor(random() * stored.length);
    const trial = stored[at] as GateTrial;
    return passes(trial.passed) === trial.passed ? trial : (turned[at] as GateTrial);
  });

  /** Passed trials stay passed in this share, so that `wanted` of all pass; likewise for failed ones. */
  function passes(passed: boolean): boolean {
    if (target === rate) return passed;
    return target < rate ? passed && random() < target / rate : passed || random() < (target - rate) / (1 - rate);
  }
}
