import type { CaseDecision, ScopeDecisions } from '../decision.ts';
import type { GateResults } from '../test-gates.ts';
import type { TriedAgain } from './tried-again.ts';

/** The results of the looks with those of fresh trials in place of what was tried again. */
export function withFresh(gates: GateResults, { played }: TriedAgain): GateResults {
  const scope = (tag: string | null, tests: ScopeDecisions): ScopeDecisions => {
    const again = played.scopes.filter(({ name, result }) => name.tag === tag && result !== null);
    return { ...tests, ...Object.fromEntries(again.map(({ name, result }) => [name.test, result])) };
  };
  const cases = new Map(played.cases.map(({ decision }) => [decision.id, decision]));
  const caseOf = (one: CaseDecision): CaseDecision => cases.get(one.id) ?? one;
  return {
    ...gates,
    suite: scope(null, gates.suite),
    tags: gates.tags.map(({ tag, tests }) => ({ tag, tests: scope(tag, tests) })),
    cases: gates.cases.map(caseOf),
  };
}
