import type { Policy } from '#gate/decision/terms/policy.ts';
import { planLooks } from '#trials/trial/looks.ts';
import type { TrialNumbers, TrialRange } from '#trials/trial/trial-range.ts';
import type { PlanCalibration } from './calibration.ts';

/** A method with a plan of trials. */
export type Plan = Pick<PlanCalibration, 'method' | 'looks' | 'own'>;

/** Fixed numbers of trials that are always included. */
const FIXED = [3, 5, 10];

/**
 * The plans to calibrate: fixed numbers with both methods, the adaptive plan with the method that has it, and the policy's own
 * if it is another.
 *
 * @param usual the adaptive plan where the policy's own has one look
 */
export function plansOf({ method }: Policy, trials: TrialNumbers, usual: TrialRange): readonly Plan[] {
  const own = method === 'statistical' ? planLooks(trials) : [trials.once];
  const looks = [...FIXED.map((n) => [n]), ...(own.length === 1 ? [own] : [])]
    .toSorted(([left = 0], [right = 0]) => left - right)
    .filter(([n], index, all) => n !== all[index - 1]?.[0]);
  const adaptive = planLooks(trials.min < trials.max ? trials : usual);
  return [
    ...looks.map(
      (plan): Plan => ({ method: 'threshold', looks: plan, own: method === 'threshold' && equal(plan, own) }),
    ),
    ...[...looks, adaptive].map(
      (plan): Plan => ({ method: 'statistical', looks: plan, own: method === 'statistical' && equal(plan, own) }),
    ),
  ];
}

function equal(left: readonly number[], right: readonly number[]): boolean {
  return left.length === right.length && left.every((look, index) => look === right[index]);
}
