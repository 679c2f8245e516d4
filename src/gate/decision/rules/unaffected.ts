import type { LeanComparison } from '#gate/baseline/comparison/comparison.ts';
import type { LeanResults } from '#gate/baseline/results/lean-results.ts';
import { type Finding, finding } from '../terms/finding.ts';

/** A part of main's cases was not run, because nothing of the change can reach it; green if that is all of them. */
export function unaffectedFindings(
  { unaffected = [], cases }: LeanComparison,
  { unaffected: left }: Pick<LeanResults, 'unaffected'>,
): readonly Finding[] {
  if (unaffected.length === 0) return [];
  const about = { gate: 'suite', cases: unaffected.map(({ id }) => id) } as const;
  const tried = cases.filter(({ candidate }) => candidate !== null).length;
  const outcome = tried === 0 ? 'pass' : 'note';
  return [finding({ ...about, outcome, code: 'unaffected' }, { tried, since: left?.since ?? null })];
}
