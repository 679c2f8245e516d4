import { reaches } from '#domain/statistics/beyond.ts';
import { caseMinP } from '#domain/statistics/min-p.ts';
import type { CaseDecision } from './decision.ts';
import { comparableCases, countsOf, type PairedCase } from './gate-evidence.ts';

/**
 * Whether single cases broke, beyond what chance does to any case of the suite (exact minP). A case is watched when it would be
 * called broken with the whole false-alarm budget but not with the case test's part of it.
 *
 * @param boundary adjusted p at or below which a case is called broken
 * @param alpha the false-alarm budget of the whole decision
 */
export function testCases(cases: readonly PairedCase[], boundary: number, alpha: number): readonly CaseDecision[] {
  const comparable = comparableCases(cases);
  const tests = caseMinP(comparable.map(countsOf));
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
      watch: !failed && reaches(pAdjusted, alpha),
      candidate: { passed: a, scored: n },
      baseline: { passed: b, scored: m },
    };
  });
}
