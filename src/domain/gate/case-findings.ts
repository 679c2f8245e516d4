import { compareIds } from '#domain/baseline/pairing/pair-cases.ts';
import type { CaseDecision } from './decision.ts';
import { type Finding, finding } from './finding.ts';
import { casesBroke, watchCases } from './words/tests.ts';

/** What the tests of single cases say: those that broke, and those to watch. */
export function caseFindings(tests: readonly CaseDecision[]): readonly Finding[] {
  const worstFirst = tests.toSorted((one, other) => one.p_adjusted - other.p_adjusted || compareIds(one.id, other.id));
  const broken = worstFirst.filter(({ failed }) => failed);
  const watched = worstFirst.filter(({ watch }) => watch);
  return [
    ...(broken.length === 0
      ? []
      : [finding({ outcome: 'fail', gate: 'case', code: 'case_broken', cases: ids(broken) }, casesBroke(broken))]),
    ...(watched.length === 0
      ? []
      : [finding({ outcome: 'note', gate: 'case', code: 'watch', cases: ids(watched) }, watchCases(watched))]),
  ];
}

function ids(tests: readonly CaseDecision[]): string[] {
  return tests.map(({ id }) => id);
}
