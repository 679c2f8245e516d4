import { totalAlpha } from '#gate/decision/terms/alpha.ts';
import { comparableCases, countsOf, type PairedCase } from '#gate/decision/terms/evidence.ts';
import { reaches } from '#statistics/beyond.ts';
import { caseMinPAtLook } from '#statistics/counts/min-p.ts';
import type { PairedCounts } from '#statistics/counts/paired-counts.ts';

/** Cases whose passes differ from main's by more than chance explains, by id. */
export interface CaseMoves {
  readonly fell: ReadonlySet<string>;
  readonly rose: ReadonlySet<string>;
}

/**
 * Which single cases are listed as worse or fixed. Each direction is one exact test over all comparable cases: the one-sided
 * Fisher p of a case, adjusted by discrete minP for the number of cases. If nothing changed, `fell` is empty with a probability
 * of at least `confidence`, and so is `rose`. No verdict depends on it; the case test of the gate has a stricter boundary.
 *
 * @param look trials per case at which the run ended
 */
export function caseMoves(cases: readonly PairedCase[], look: number, confidence: number): CaseMoves {
  const compared = comparableCases(cases);
  const beyondChance = (direction: (counts: PairedCounts) => PairedCounts): ReadonlySet<string> => {
    const scheduled = (item: PairedCase): number => (item.fixed ? look : item.scheduled);
    const counts = compared.map((item) => ({ ...direction(countsOf(item)), scheduled: scheduled(item) }));
    const tests = caseMinPAtLook(counts, look);
    return new Set(
      compared
        .filter(
          (_, i) => reaches(tests[i]?.pAdjusted ?? 1, totalAlpha(confidence)) && reaches(tests[i]?.p ?? 1, MOST_P),
        )
        .map(({ id }) => id),
    );
  };
  return { fell: beyondChance((counts) => counts), rose: beyondChance(failuresOf) };
}

/** For a single case: what happens by chance in more than one case of twenty is no move. */
export const MOST_P = 0.05;

/** Failures in place of passes: a case that rose is one whose failures fell. */
function failuresOf({ a, n, b, m }: PairedCounts): PairedCounts {
  return { a: n - a, n, b: m - b, m };
}
