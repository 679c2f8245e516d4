/** The fields that zero tolerance depends on. */
export interface MarkedCase {
  readonly id: string;
  readonly tags: readonly string[];
}

/** A case of the change and main's; `null`: there is none. */
export interface MarkedPair {
  readonly candidate: MarkedCase | null;
  readonly baseline: MarkedCase | null;
}

/**
 * Cases in which main tolerates no failure but the change's own policy would: their id or tag is gone from the list, or from the
 * case. Ids of the candidate. Removed cases are not included.
 *
 * @param base `never_fail` of main
 * @param own `never_fail` of the change
 */
export function lostMarks(
  pairs: readonly MarkedPair[],
  base: readonly string[],
  own: readonly string[],
): readonly string[] {
  return pairs.flatMap(({ candidate, baseline }) =>
    candidate !== null && baseline !== null && isMarked(baseline, base) && !isMarked(candidate, own)
      ? [candidate.id]
      : [],
  );
}

/** Whether a `never_fail` tolerates no failure of a case. */
export function isMarked({ id, tags }: MarkedCase, listed: readonly string[]): boolean {
  return listed.includes(id) || tags.some((tag) => listed.includes(tag));
}
