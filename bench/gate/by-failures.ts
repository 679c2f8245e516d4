import { isSuspicious } from '#gate/decision/looks/suspicion.ts';
import { testPassRate } from '#gate/decision/rules/pass-rate/test.ts';
import { planGates } from '#gate/decision/rules/plan.ts';
import { countsOf, type PairedCase } from '#gate/decision/terms/evidence.ts';
import { lookBoundaries } from '#gate/decision/terms/look-boundaries.ts';
import type { Policy } from '#gate/decision/terms/policy.ts';
import { reaches } from '#statistics/beyond.ts';
import { caseMinPAtLook } from '#statistics/counts/min-p.ts';
import type { Outcome } from './tally.ts';

/** Trials per case at each look: of cases that never failed in main's pool, and of the others. */
export interface ByFailures {
  readonly stable: readonly number[];
  readonly others: readonly number[];
}

/**
 * The suite and case tests of the gate with looks that differ from case to case by what main has seen. With equal looks it decides as the gate
 * does (test/heavy/gate/plans.test.ts).
 *
 * @param ruled looks of the default plan: what a pass rules out stays the same
 */
export function decideByFailures(
  paired: readonly PairedCase[],
  policy: Policy,
  { stable, others }: ByFailures,
  ruled: readonly number[],
): Outcome {
  const plan = planGates(paired, policy, { looks: ruled });
  const rule = plan.suite.pass_rate;
  if (rule === null) throw new Error('the policy has no rule on the pass rate');
  const planned = paired.map(({ baseline }) => (baseline.every(({ passed }) => passed) ? stable : others));
  const reached = paired.map(() => 0);
  let active = new Set(paired.keys());
  let [isOpen, isSettled] = [true, false];
  const ended = (verdict: Outcome['verdict']): Outcome => ({
    verdict,
    trials: reached.reduce((sum, count) => sum + count, 0) / paired.length,
    confirming: 0,
  });
  const boundaries = lookBoundaries(others, plan.alpha, 'deciding', paired[0]?.baseline.length ?? 1);
  for (const [stage, { look, suite, case: boundary, z }] of boundaries.entries()) {
    const due = planned.map((looks) => looks[stage] ?? 0);
    for (const i of active) reached[i] = due[i] ?? 0;
    const seen = paired.map((item, i) => ({ ...item, trials: item.trials.slice(0, reached[i]) }));
    const unrun = (i: number) => Math.max(0, (due[i] ?? 0) - (reached[i] ?? 0));
    const tests = caseMinPAtLook(
      seen.map((item, i) => ({ ...countsOf(item), scheduled: look - unrun(i) })),
      look,
    );
    if (tests.some(({ pAdjusted }) => boundary !== null && reaches(pAdjusted, boundary))) return ended('fail');
    if (isOpen) {
      const tested = testPassRate(seen, { ...rule, boundary: suite ?? rule.boundary }, { look, z, between: null });
      if (tested?.failed) return ended('fail');
      if (tested?.passed) [isOpen, isSettled] = [false, true];
    }
    if (isOpen) continue;
    active = new Set(
      [...active].filter((i) => isSuspicious(tests[i]?.p ?? 1, seen[i]?.baseline.length ?? 1, stage === 0, false)),
    );
    if (active.size === 0) break;
  }
  return ended(isSettled ? 'pass' : 'inconclusive');
}
