import type { SuiteDecision } from '#gate/decision/terms/decision.ts';
import { comparableCases, countsOf, type PairedCase } from '#gate/decision/terms/evidence.ts';
import { type Finding, finding } from '#gate/decision/terms/finding.ts';
import { correctionOf, type JudgeRules } from '#gate/decision/terms/judge-rules.ts';
import { trialsNeeded } from '#statistics/power/trials-needed.ts';
import type { Drift } from '#statistics/values/drift.ts';
import { isWithinDrift } from '../drift-allowance.ts';

/** How the suite test of a scope ends if it is not red: a drop that matters is ruled out, or more evidence is needed. */
export interface PassRateEnd {
  readonly findings: readonly Finding[];
  /** Trials per case that settle it four times out of five; `null` if it is settled, or more cases are needed. */
  readonly trials_needed: number | null;
}

/** The boundaries for more trials. */
export interface PassRateEndPlan {
  /** The test's whole budget; `null`: its boundary. */
  readonly alpha: number | null;
  /** Of the drop, from runs of main that differ beyond chance. */
  readonly extra_variance: number;
  /** How far main's mean may be from that of another day; `null`: not at all. */
  readonly drift: Drift | null;
  /** What is known of the errors of the judge. */
  readonly judge: JudgeRules | undefined;
}

/** The result of a suite test that is not red. A tag reports nothing unless its policy sets a drop to rule out. */
export function endOfPassRate(
  tag: string | null,
  cases: readonly PairedCase[],
  suite: SuiteDecision | null,
  plan: PassRateEndPlan,
): PassRateEnd {
  if (suite === null || suite.failed || isWithinDrift(suite)) return { findings: [], trials_needed: null };
  const about = { gate: 'pass_rate', tag } as const;
  if (suite.passed) {
    const passed = finding({ ...about, outcome: 'pass', code: 'no_regression' }, { kind: 'tested', suite });
    return { findings: tag === null ? [passed] : [], trials_needed: null };
  }
  const compared = comparableCases(cases);
  // Trials added to an earlier run may exceed the look's number.
  const most = compared.reduce((most, { fixed, trials }) => (fixed ? most : Math.max(most, trials.length)), suite.look);
  const needed = trialsNeeded(
    compared.map((item) => ({ counts: countsOf(item), judge: correctionOf(item, plan.judge) })),
    { ...suite, boundary: plan.alpha ?? suite.boundary },
    most,
    plan,
  );
  const open = finding({ ...about, outcome: 'inconclusive', code: 'drop_open' }, { suite, trials_needed: needed });
  return { findings: [open], trials_needed: needed };
}
