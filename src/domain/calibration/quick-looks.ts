import { isSuspicious } from '#domain/gate/looks/suspicion.ts';
import type { GatePlan } from '#domain/gate/plan.ts';
import { passRateOutcome, type TestOutcome } from '#domain/gate/rules/pass-rate/outcome.ts';
import { reaches } from '#domain/statistics/beyond.ts';
import { type CountedCases, type CountedDraw, countedCases } from './counted-cases.ts';
import type { SuiteFacts } from './suite-facts.ts';

/** How the looks of a candidate end. */
export interface LooksOutcome {
  /** Of the mean pass rate, as of the look that settled it; `null`: there is no such test. */
  readonly suite: TestOutcome | null;
  readonly has_broken_case: boolean;
  /** The place of each case's last look among the cuts. */
  readonly reached: Uint8Array;
  /** All cases as of their last looks. */
  readonly cases: CountedCases;
}

/** All cases at one and the same cut: plans that share a look share what is known of it. */
export type AtCut = (cut: number) => CountedCases;

/** Goes through the looks of a plan as the gate's `testLooks` does. */
export function throughLooks(facts: SuiteFacts, draw: CountedDraw, atCut: AtCut, plan: GatePlan): LooksOutcome {
  const { cases, every } = facts;
  const reached = new Uint8Array(cases.length);
  const rule = plan.suite.pass_rate;
  const isLast = (position: number) => position === plan.looks.length - 1;
  let active = new Set(every);
  let outcome: LooksOutcome = { suite: null, has_broken_case: false, reached, cases: atCut(0) };
  for (const [position, { look, suite: boundary, case: single, z }] of plan.looks.entries()) {
    const cut = draw.cuts.indexOf(look);
    for (const at of every)
      if (active.has(at) || cases[at]?.fixed === true || cases[at]?.never_fail === true) reached[at] = cut;
    const seen = active.size === every.length ? atCut(cut) : countedCases(facts, draw, every, (at) => reached[at] ?? 0);
    let { suite } = outcome;
    if (suite !== 'passed' && rule !== null) {
      const terms = { z, between: plan.between_runs };
      suite = passRateOutcome(seen.counts(), { ...rule, boundary: boundary ?? rule.boundary }, terms);
    }
    const has_broken_case = single !== null && reaches(seen.single(look).leastAdjusted, single);
    outcome = { suite, has_broken_case, reached, cases: seen };
    if (isLast(position) || suite === null || suite === 'failed' || has_broken_case) break;
    active = suite === 'passed' ? suspicious(facts, draw, seen, active, { single, look, position }) : new Set(every);
    if (active.size === 0) break;
  }
  return outcome;
}

function suspicious(
  { cases }: SuiteFacts,
  { main }: CountedDraw,
  seen: CountedCases,
  active: ReadonlySet<number>,
  { single, look, position }: { readonly single: number | null; readonly look: number; readonly position: number },
): Set<number> {
  if (single === null) return new Set();
  const { p } = seen.single(look);
  const isActive = (at: number) => active.has(at) && cases[at]?.fixed === false;
  return new Set(
    [...active].filter((at) => isActive(at) && isSuspicious(p[at] ?? 1, main.trials[at] ?? 0, position === 0)),
  );
}
