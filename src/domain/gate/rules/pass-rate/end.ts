import { plural, points } from '#domain/words.ts';
import type { SuiteDecision } from '../../decision.ts';
import { comparableCases, countsOf, type PairedCase } from '../../evidence.ts';
import { type Finding, finding } from '../../finding.ts';
import { correctionOf, type JudgeRules } from '../../judged/judge-rules.ts';
import type { Words } from '../../reason-code.ts';
import { isWithinDrift } from '../drift-allowance.ts';
import { changeInterval, ofTag } from '../words.ts';
import { effectOf } from './test.ts';
import { trialsNeeded } from './trials-needed.ts';

/** How the suite test of a scope ends if it is not red: a drop that matters is ruled out, or more evidence is needed. */
export interface PassRateEnd {
  readonly findings: readonly Finding[];
  /** Trials per case that would settle it; `null` if it is settled, or only more cases would. */
  readonly trials_needed: number | null;
}

/** The boundaries for more trials. */
export interface PassRateEndPlan {
  /** The test's whole budget; `null`: its boundary. */
  readonly alpha: number | null;
  /** Of the drop, from runs of main that differ beyond chance. */
  readonly extra_variance: number;
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
    const passed = finding({ ...about, outcome: 'pass', code: 'no_regression' }, noRegression(suite));
    return { findings: tag === null ? [passed] : [], trials_needed: null };
  }
  const compared = comparableCases(cases);
  // Trials added to an earlier run may exceed the look's number.
  const most = compared.reduce((most, { fixed, trials }) => (fixed ? most : Math.max(most, trials.length)), suite.look);
  const needed = trialsNeeded(
    compared.map((item) => ({ counts: countsOf(item), judge: correctionOf(item, plan.judge) })),
    { ...suite, boundary: plan.alpha ?? suite.boundary },
    most,
    plan.extra_variance,
  );
  const code = needed === null ? 'more_cases' : 'more_trials';
  const open = finding({ ...about, outcome: 'inconclusive', code }, cannotTell(suite, needed, tag));
  return { findings: [open], trials_needed: needed };
}

/** A drop that matters was excluded, or none was required to be; a rise beyond chance comes first. */
function noRegression(suite: SuiteDecision): Words {
  if (suite.ci95[1] < 0) {
    const headline = `no regression: pass rate rose ${points(-suite.drop)}`;
    return {
      headline,
      message: `${headline} (95 % CI ${changeInterval(suite.ci95)}, ${plural(suite.look, 'trial')} per case)`,
    };
  }
  if (suite.rule_out === null) {
    const headline = `no regression: ${change(suite.drop)}, ${points(suite.max_drop)} are tolerated`;
    return { headline, message: headline };
  }
  const headline = `no regression: a drop of ${points(suite.rule_out)} or more is ruled out`;
  return {
    headline,
    message: `${headline} (upper bound ${points(effectOf(suite).upper95)}${correction(suite)}, ${plural(suite.look, 'trial')} per case)`,
  };
}

/** Neither is a drop shown nor one that matters excluded. */
function cannotTell(suite: SuiteDecision, needed: number | null, tag: string | null): Words {
  const more =
    needed === null
      ? 'more cases are needed to settle it'
      : `${plural(needed - suite.look, 'more trial')} per case would settle it`;
  const text = `${ofTag(tag)}can't tell: ${change(suite.drop)}, 95 % CI ${changeInterval(suite.ci95)}; ${more}`;
  const asked =
    suite.rule_out === null
      ? ''
      : ` (to pass, a drop of ${points(suite.rule_out)} must be ruled out; upper bound ${points(effectOf(suite).upper95)}${correction(suite)})`;
  return { headline: text, message: `${text}${asked}` };
}

/** What a bound was corrected for, beside it. */
function correction({ corrected }: SuiteDecision): string {
  return corrected === undefined ? '' : " corrected for the judge's errors";
}

function change(drop: number): string {
  const size = points(Math.abs(drop));
  if (size === points(0)) return 'pass rate unchanged';
  return `pass rate ${size} ${drop > 0 ? 'lower' : 'higher'}`;
}
