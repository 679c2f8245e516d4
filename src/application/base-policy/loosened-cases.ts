import type { ComparedCase } from '#domain/baseline/comparison.ts';
import { expectHash, inputHash } from '#domain/suite/case-hashes.ts';
import { checksOf, type LostDemand, lostDemands } from '#domain/suite/lost-demands.ts';
import type { PairWithMain } from './pair-with-main.ts';

/** A case that is on both sides and not the same. */
export interface RewrittenCase {
  readonly id: string;
  /** The agent is given something else. */
  readonly input: boolean;
  /** Something else is demanded. */
  readonly demands: boolean;
  /** What is demanded less, see `lostDemands`; `null`: main's version of the case can't be read, so nothing can be told. */
  readonly lost: readonly LostDemand[] | null;
  /** The files that its custom checks run are others, or may be. */
  readonly graders: boolean;
}

/** What the change rewrote of main's cases: against the base commit's own files, where they are known, else against main's stored run. */
export function loosenedCases(pairs: readonly PairWithMain[]): readonly RewrittenCase[] {
  return pairs.flatMap((pair) => {
    const found = rewritten(pair);
    return found !== null && (found.input || found.demands || found.graders) ? [found] : [];
  });
}

function rewritten({ id, here, main, compared }: PairWithMain): RewrittenCase | null {
  if (here === null || main === null) return compared === null ? null : storedChange(id, compared);
  const demands = expectHash(here) !== expectHash(main);
  return {
    id,
    input: inputHash(here) !== inputHash(main),
    demands,
    lost: demands ? lostDemands(main, here) : [],
    graders: checksOf(main).has('custom') && compared !== null && hasOtherGraders(compared),
  };
}

function storedChange(id: string, item: ComparedCase): RewrittenCase | null {
  const { candidate, baseline, regraded } = item;
  if (candidate === null || baseline === null) return null;
  const demands = regraded || candidate.expect_hash !== baseline.expect_hash;
  const input = candidate.input_hash !== baseline.input_hash;
  return { id, input, demands, lost: demands ? null : [], graders: hasOtherGraders(item) };
}

/** Trials that were graded again have the hashes of the change, and main's are not known any more. */
function hasOtherGraders({ candidate, baseline, regraded }: ComparedCase): boolean {
  return regraded || candidate?.grader_hash !== baseline?.grader_hash;
}
