import type { LeanComparison } from '#gate/baseline/comparison/comparison.ts';
import type { LeanResults } from '#gate/baseline/results/lean-results.ts';
import { decideTests } from './decide-tests.ts';
import { policyFor } from './judged/policy-for.ts';
import { verdictOf } from './rules/conclude.ts';
import { comparableCases } from './terms/evidence.ts';
import type { Fresh } from './terms/fresh.ts';
import type { Policy } from './terms/policy.ts';

/** Fresh trials that each side is to have of each of these cases, in all. */
export interface NextTrials {
  readonly stage: number;
  /** Ids, in the order of the suite. */
  readonly cases: readonly string[];
  /** Further cases that both sides have: where a round runs every case, their trials cost nothing. */
  readonly beside: readonly string[];
}

/** The fresh trials to run next on both sides; `null`: everything is decided, or nothing of it would change the verdict. */
export function nextTrials(
  comparison: LeanComparison,
  policy: Policy,
  candidate: LeanResults,
  fresh: Fresh<LeanResults>,
): NextTrials | null {
  const tests = decideTests(comparison, policyFor(policy, candidate), candidate, fresh);
  if (verdictOf(tests.zeroTolerance.findings) === 'fail') return null;
  const next = tests.again?.played.next ?? tests.behaviour.next;
  if (next === null) return null;
  const needed = new Set(next.cases);
  const comparable = comparableCases(tests.evaluation.evidence.paired).map(({ id }) => id);
  return { ...next, beside: comparable.filter((id) => !needed.has(id)) };
}
