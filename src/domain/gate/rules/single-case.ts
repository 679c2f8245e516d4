import { reaches } from '#domain/statistics/beyond.ts';
import { caseMinPAtLook } from '#domain/statistics/min-p.ts';
import type { CaseDecision } from '../decision.ts';
import { comparableCases, countsOf, type PairedCase } from '../evidence.ts';
import type { GatePlan } from '../plan.ts';

/** When and against what single cases are tested. */
export interface CaseLook {
  /** Trials per case. */
  readonly look: number;
  /** The look to which each case was extended, by id. */
  readonly reached: ReadonlyMap<string, number>;
  /** Adjusted p at or below which a case is called broken. */
  readonly boundary: number;
  readonly plan: Pick<GatePlan, 'total_alpha'>;
}

/**
 * Whether single cases broke, beyond what chance does to any case of the suite (exact minP, planned where cases were not extended to this
 * look). A case is watched when it would be called broken with the whole false-alarm budget of the decision but not at the boundary.
 */
export function testCases(cases: readonly PairedCase[], { look, reached, boundary, plan }: CaseLook): CaseDecision[] {
  const comparable = comparableCases(cases);
  const counts = comparable.map((item) => ({ ...countsOf(item), scheduled: reached.get(item.id) ?? look }));
  const tests = caseMinPAtLook(counts, look);
  return comparable.map((item, i) => {
    const { p, pAdjusted } = tests[i] ?? { p: 1, pAdjusted: 1 };
    const { a, n, b, m } = countsOf(item);
    const failed = reaches(pAdjusted, boundary);
    return {
      id: item.id,
      p,
      p_adjusted: pAdjusted,
      boundary,
      failed,
      watch: !failed && reaches(pAdjusted, plan.total_alpha),
      candidate: { passed: a, scored: n },
      baseline: { passed: b, scored: m },
      regraded: item.regraded,
    };
  });
}
