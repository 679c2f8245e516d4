import { type AlphaGate, divideAlpha } from '../terms/alpha.ts';
import type { ScopeName } from '../terms/tried-test.ts';

/** After a stage of fewer trials than TELLING, a test whose p is above this is over: nothing speaks for a change. */
export function clearedAbove(stage: number): number {
  return stage <= 5 ? 0.5 : 0.25;
}

/** The false-alarm budget of each test that is tried again. */
export interface AgainBudget {
  readonly scope: (name: ScopeName) => number;
  /** Of all single cases together. */
  readonly case: number;
}

/** Divides the whole budget over what is tried again, by the shares of the gates: choosing and deciding share no trial, so nothing else needs a part. */
export function divideAgain(
  scopes: readonly ScopeName[],
  cases: boolean,
  plan: { readonly total_alpha: number },
): AgainBudget {
  const gateOf = ({ tag, test }: ScopeName): AlphaGate =>
    tag !== null ? 'tags' : test === 'pass_rate' ? 'suite' : test;
  const gates = scopes.map(gateOf);
  const alpha = divideAlpha(plan.total_alpha, new Set<AlphaGate>(cases ? [...gates, 'case'] : gates));
  const ofTags = gates.filter((gate) => gate === 'tags').length;
  return {
    scope: (name) => (alpha[gateOf(name)] ?? 0) / (name.tag === null ? 1 : ofTags),
    case: alpha.case ?? 0,
  };
}
