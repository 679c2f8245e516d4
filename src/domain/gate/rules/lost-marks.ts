/** What zero tolerance goes by. */
export interface MarkedCase {
  readonly id: string;
  readonly tags: readonly string[];
}

/** A case of the change beside main's; `null`: there is none. */
export interface MarkedPair {
  readonly candidate: MarkedCase | null;
  readonly baseline: MarkedCase | null;
}

/**
 * Cases that main tolerates no failure of and that the change's own policy would: their id or tag is gone from the list, or from the case. Ids
 * of the candidate. What was removed altogether is not among them.
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

/** Whether no failure of a case is tolerated, by a `never_fail`. */
export function isMarked({ id, tags }: MarkedCase, listed: readonly string[]): boolean {
  return listed.includes(id) || tags.some((tag) => listed.includes(tag));
}
