import type { GateResults } from '../rules/test-gates.ts';
import type { CaseDecision, ScopeDecisions } from '../terms/decision.ts';
import { METRIC_NAMES } from '../terms/metrics.ts';
import type { PlayedScope } from './play-stages.ts';
import type { TriedAgain } from './tried-again.ts';

/** The results of the looks with those of fresh trials in place of what was tried again. */
export function withFresh(gates: GateResults, { played }: TriedAgain): GateResults {
  const scope = (tag: string | null, tests: ScopeDecisions): ScopeDecisions => {
    const again = played.scopes.filter(({ name, result }) => name.tag === tag && result !== null);
    return { ...tests, ...Object.fromEntries(again.map((own) => [own.name.test, resultOf(own, tests)])) };
  };
  const cases = new Map(played.cases.map(({ decision }) => [decision.id, decision]));
  const caseOf = (decision: CaseDecision): CaseDecision => cases.get(decision.id) ?? decision;
  return {
    ...gates,
    suite: scope(null, gates.suite),
    tags: gates.tags.map(({ tag, tests }) => ({ tag, tests: scope(tag, tests) })),
    cases: gates.cases.map(caseOf),
  };
}

/**
 * A rise that was tried again in only some cases stays the rise of all cases in the looks; what the last stage leaves undecided
 * is open.
 */
function resultOf({ name, result, outcome }: PlayedScope, looked: ScopeDecisions): PlayedScope['result'] {
  if (result === null || !('risen_cases' in result)) return result;
  const metric = METRIC_NAMES.find((known) => known === name.test);
  const before = metric === undefined || name.rise?.only == null ? null : looked[metric];
  const { failed } = result;
  const decision = before === null ? result : { ...before, failed, total: { ...before.total, failed } };
  return { ...decision, open: outcome === 'open' };
}
