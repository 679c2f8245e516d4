import type { Case } from '#cases/suite/case.ts';
import { expectHash, inputHash } from '#cases/suite/case-hashes.ts';
import { checksOf, type LostDemand, lostDemands } from '#cases/suite/demands/lost-demands.ts';
import type { ComparedCase } from '#gate/baseline/comparison/comparison.ts';
import { gradersOnMain } from '#gate/baseline/regrading/regradable.ts';
import type { PairWithMain } from './pair-with-main.ts';

/** A case that both sides have in different versions. */
export interface RewrittenCase {
  readonly id: string;
  /** The agent gets another input. */
  readonly input: boolean;
  /** The expectations differ. */
  readonly demands: boolean;
  /** Weakened expectations, see `lostDemands`; `null`: unknown, because main's version of the case can't be read. */
  readonly lost: readonly LostDemand[] | null;
  /** The files of its custom checks differ, or may: those that the change edits, as far as they are known; `null`: they are the same. */
  readonly graders: readonly string[] | null;
}

/**
 * What the change rewrote of main's cases: against the base commit's own files if they are known, else against main's stored
 * run.
 *
 * @param editedChecks files of a case's checks that the change edits
 */
export function loosenedCases(
  pairs: readonly PairWithMain[],
  editedChecks: (here: Case | null) => readonly string[],
): readonly RewrittenCase[] {
  return pairs.flatMap((pair) => {
    const rewrite = rewritten(pair);
    if (rewrite === null || !(rewrite.input || rewrite.demands || rewrite.graders)) return [];
    return [{ ...rewrite, graders: rewrite.graders ? editedChecks(pair.here) : null }];
  });
}

type Rewrite = Omit<RewrittenCase, 'graders'> & { readonly graders: boolean };

function rewritten({ id, here, main, compared }: PairWithMain): Rewrite | null {
  if (here === null || main === null) return compared === null ? null : storedChange(id, here, compared);
  const demands = expectHash(here) !== expectHash(main);
  return {
    id,
    input: inputHash(here) !== inputHash(main),
    demands,
    lost: demands ? lostDemands(main, here) : [],
    graders: checksOf(main).has('custom') && compared !== null && hasOtherGraders(compared),
  };
}

function storedChange(id: string, here: Case | null, item: ComparedCase): Rewrite | null {
  const { candidate, baseline, regraded } = item;
  const own = candidate ?? (here && { input_hash: inputHash(here), expect_hash: expectHash(here) });
  if (own === null || baseline === null) return null;
  const demands = regraded || own.expect_hash !== baseline.expect_hash;
  const input = own.input_hash !== baseline.input_hash;
  return { id, input, demands, lost: demands ? null : [], graders: hasOtherGraders(item) };
}

/** True also if the change's are unknown because it did not run. */
function hasOtherGraders({ candidate, baseline }: ComparedCase): boolean {
  const main = baseline === null ? null : gradersOnMain(baseline);
  return candidate === null ? main !== null : candidate.grader_hash !== main;
}
