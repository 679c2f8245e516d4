import { isSameCase } from '../pairing/pair-cases.ts';
import { pooledEvidence, wasDue } from '../results/evidence.ts';
import type { LeanComparedCase, LeanComparison } from './comparison.ts';

/**
 * Cases that can't be compared because main's nearest run was cut short before any trial of them was judged, and no farther run
 * has one.
 */
export function leftOutByMain({ pool, condition_differences: differences, cases }: LeanComparison): readonly string[] {
  if (pool[0]?.complete !== false || differences.length > 0) return [];
  return cases.filter(isLeftOut).map(({ id }) => id);
}

function isLeftOut({ candidate, baseline, runs }: LeanComparedCase): boolean {
  if (candidate === null || baseline === null || !isSameCase(candidate, baseline)) return false;
  if (pooledEvidence(runs).flat().length > 0) return false;
  const ended = runs[0]?.filter(wasDue) ?? [];
  return ended.length < baseline.planned_trials;
}
