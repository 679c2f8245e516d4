import type { Comparison } from '#domain/baseline/comparison.ts';
import type { CaseRecord } from '#domain/baseline/results-file.ts';

/**
 * Cases that main tolerates no failure of and that the change's own policy would: their id or tag is gone from the list, or from the case. Ids
 * of the candidate. What was removed altogether is not among them.
 *
 * @param base `never_fail` of main
 * @param own `never_fail` of the change
 */
export function lostMarks({ cases }: Comparison, base: readonly string[], own: readonly string[]): readonly string[] {
  return cases
    .filter(
      ({ candidate, baseline }) =>
        candidate !== null && baseline !== null && isMarked(baseline, base) && !isMarked(candidate, own),
    )
    .map(({ id }) => id);
}

function isMarked({ id, tags }: Pick<CaseRecord, 'id' | 'tags'>, listed: readonly string[]): boolean {
  return listed.includes(id) || tags.some((tag) => listed.includes(tag));
}
