import { isSuspicious } from '#gate/decision/looks/suspicion.ts';
import type { GatePlan } from '#gate/decision/rules/plan.ts';
import type { PairedCase } from '#gate/decision/terms/evidence.ts';
import { reaches } from '#statistics/beyond.ts';
import { type CountedCases, type CountedDraw, countedCases } from './counted-cases.ts';
import { passRateOutcome, type TestOutcome } from './pass-rate-outcome.ts';
import type { QuickFacts } from './suite-facts.ts';

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
export function throughLooks(facts: QuickFacts, draw: CountedDraw, atCut: AtCut, plan: GatePlan): LooksOutcome {
  const { cases, every } = facts;
  const reached = new Uint8Array(cases.length);
  const rule = plan.suite.pass_rate;
  const isLast = (position: number) => position === plan.looks.length - 1;
  let active: Active = 'all';
  let outcome: LooksOutcome = { suite: null, has_broken_case: false, reached, cases: atCut(0) };
  for (const [position, { look, suite: boundary, case: single, z }] of plan.looks.entries()) {
    const cut = draw.cuts.indexOf(look);
    if (active === 'all') reached.fill(cut);
    else for (const at of every) if (active.has(at) || isAlwaysExtended(cases[at])) reached[at] = cut;
    const seen: CountedCases =
      active === 'all' ? atCut(cut) : countedCases(facts, draw, every, (at) => reached[at] ?? 0);
    let { suite } = outcome;
    if (suite !== 'passed' && rule !== null) {
      const terms = { z, between: plan.between_runs };
      suite = passRateOutcome(seen, { ...rule, boundary: boundary ?? rule.boundary }, terms);
    }
    const has_broken_case = single !== null && reaches(seen.single(look).leastAdjusted, single);
    outcome = { suite, has_broken_case, reached, cases: seen };
    if (isLast(position) || suite === null || suite === 'failed' || has_broken_case) break;
    active = suite === 'passed' ? suspicious(facts, draw, seen, active, { single, look, position }) : 'all';
    if (active !== 'all' && active.size === 0) break;
  }
  return outcome;
}

/** Places of the cases that go on from one look to the next. */
type Active = 'all' | ReadonlySet<number>;

function isAlwaysExtended(item: PairedCase | undefined): boolean {
  return item?.fixed === true || item?.never_fail === true;
}

function suspicious(
  { cases, every }: QuickFacts,
  { main }: CountedDraw,
  seen: CountedCases,
  active: Active,
  { single, look, position }: { readonly single: number | null; readonly look: number; readonly position: number },
): ReadonlySet<number> {
  if (single === null) return new Set();
  const { p } = seen.single(look);
  const extendable = [...(active === 'all' ? every : active)].filter((at) => cases[at]?.fixed === false);
  return new Set(extendable.filter((at) => isSuspicious(p[at] ?? 1, main.trials[at] ?? 0, position === 0, false)));
}
