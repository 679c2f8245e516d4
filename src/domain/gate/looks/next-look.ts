import type { Comparison } from '#domain/baseline/comparison.ts';
import type { ResultsFile } from '#domain/baseline/results-file.ts';
import { type MainToday, standsIn } from '#domain/gate/confirmation/confirmation.ts';
import { readEvidence } from '../evidence.ts';
import { planGates } from '../plan.ts';
import type { Policy } from '../policy.ts';
import { lookRunOf } from './look-run.ts';
import { type NextLook, readLooks } from './test-looks.ts';

/**
 * Where a run goes on from what it has, or `null` where it may end.
 *
 * @param candidate what ran so far; its `stop.look` is the look that just ended
 */
export function nextLook(
  comparison: Comparison,
  policy: Policy,
  candidate: ResultsFile,
  today: MainToday,
): NextLook | null {
  const { paired } = readEvidence(comparison, candidate);
  const plan = planGates(paired, policy, { looks: candidate.looks, reckons_with_spread: standsIn(today) });
  return readLooks(paired, plan, lookRunOf(candidate)).next;
}
