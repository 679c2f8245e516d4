import { compareIds } from '#gate/baseline/pairing/pair-cases.ts';
import { reaches } from '#statistics/beyond.ts';
import { caseMinPAtLook } from '#statistics/counts/min-p.ts';
import type { CaseDecision } from '../terms/decision.ts';
import { comparableCases, countsOf, type PairedCase } from '../terms/evidence.ts';
import { type Finding, finding } from '../terms/finding.ts';

/** When and with which boundary single cases are tested. */
export interface CaseLook {
  /** Trials per case. */
  readonly look: number;
  /** The look to which each case was extended, by id. */
  readonly reached: ReadonlyMap<string, number>;
  /** Adjusted p at or below which a case counts as broken. */
  readonly boundary: number;
  /** Of the whole decision. */
  readonly total_alpha: number;
}

/**
 * Whether single cases broke, beyond what chance does to any case of the suite (exact minP, with the planned trials of cases
 * that were not extended to this look). A case is watched if it would count as broken with the whole false-alarm budget of the
 * decision but not at the boundary.
 */
export function testCases(
  cases: readonly PairedCase[],
  { look, reached, boundary, total_alpha }: CaseLook,
): CaseDecision[] {
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
      watch: !failed && reaches(pAdjusted, total_alpha),
      candidate: { passed: a, scored: n },
      baseline: { passed: b, scored: m },
      regraded: item.regraded,
    };
  });
}

/** The findings of the tests of single cases: those that broke, and those to watch. */
export function caseFindings(tests: readonly CaseDecision[]): readonly Finding[] {
  const worstFirst = tests.toSorted(
    (left, right) => left.p_adjusted - right.p_adjusted || compareIds(left.id, right.id),
  );
  const broken = worstFirst.filter(({ failed }) => failed);
  const watched = worstFirst.filter(({ watch }) => watch);
  return [...aboutCases('fail', 'case_broken', broken), ...aboutCases('note', 'watch', watched)];
}

/** What is left of a finding of broken cases without some of them; `null`: it is none, or of other cases. */
export function brokenWithout(
  { outcome, code, cases }: Finding,
  some: ReadonlySet<string>,
  tests: readonly CaseDecision[],
): readonly Finding[] | null {
  if (outcome !== 'fail' || code !== 'case_broken' || !cases.some((id) => some.has(id))) return null;
  const left = cases.filter((id) => !some.has(id)).flatMap((id) => tests.find((item) => item.id === id) ?? []);
  return aboutCases('fail', code, left);
}

/** A finding of some cases, if there are any. */
export function aboutCases(
  outcome: Finding['outcome'],
  code: 'case_broken' | 'watch' | 'case_unsettled',
  tests: readonly CaseDecision[],
): readonly Finding[] {
  return tests.length === 0
    ? []
    : [finding({ outcome, gate: 'case', code, cases: tests.map(({ id }) => id) }, { tests })];
}
