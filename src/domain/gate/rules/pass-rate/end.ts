import type { SuiteDecision } from '../../decision.ts';
import { comparableCases, countsOf, type PairedCase } from '../../evidence.ts';
import { type Finding, finding } from '../../finding.ts';
import { cannotTell, noRegression } from '../../words/tests.ts';
import { trialsNeeded } from './trials-needed.ts';

/** How the suite test of a scope ends when it is not red: a drop that matters is ruled out, or more has to be known. */
export interface PassRateEnd {
  readonly findings: readonly Finding[];
  /** Trials per case that would settle it; `null` when it is settled, or only more cases would. */
  readonly trials_needed: number | null;
}

/** What more trials would be read against. */
export interface PassRateEndPlan {
  /** The test's whole budget; `null`: its boundary. */
  readonly alpha: number | null;
  /** Of the drop, from runs of main that differ beyond chance. */
  readonly extra_variance: number;
}

/**
 * Reads the end of a suite test. A tag is silent unless its policy asks for a drop to be ruled out.
 */
export function endOfPassRate(
  tag: string | null,
  cases: readonly PairedCase[],
  suite: SuiteDecision | null,
  plan: PassRateEndPlan,
): PassRateEnd {
  if (suite === null || suite.failed) return { findings: [], trials_needed: null };
  const about = { gate: 'pass_rate', tag } as const;
  if (suite.passed) {
    const passed = finding({ ...about, outcome: 'pass', code: 'no_regression' }, noRegression(suite));
    return { findings: tag === null ? [passed] : [], trials_needed: null };
  }
  const compared = comparableCases(cases);
  // What was added to an earlier run may be more than the look asks for.
  const most = compared.reduce((most, { fixed, trials }) => (fixed ? most : Math.max(most, trials.length)), suite.look);
  const needed = trialsNeeded(
    compared.map(countsOf),
    { ...suite, boundary: plan.alpha ?? suite.boundary },
    most,
    plan.extra_variance,
  );
  const code = needed === null ? 'more_cases' : 'more_trials';
  const open = finding({ ...about, outcome: 'inconclusive', code }, cannotTell(suite, needed, tag));
  return { findings: [open], trials_needed: needed };
}
