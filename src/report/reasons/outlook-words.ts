import { percent, plural, points, wholeNumber, wholePercent } from '#common/words.ts';
import type { ReasonOf } from '#gate/decision/terms/decision.ts';

/** The most passes with which a single case still counts as broken, if any. */
export function blindSpot({ facts: { detectable, compared } }: ReasonOf<'blind_spot'>, main: string): string {
  if (detectable === null)
    return `this configuration can't detect that ${oneOf(compared)} breaks: run more trials per case, here or on ${main}`;
  const { passed, trials, baseline_trials: stored, up_to: upTo } = detectable;
  const unseen = passed + 1 < trials ? `, but not one that still passes ${passed + 1} of ${trials}` : '';
  return `with ${upTo ? 'up to ' : ''}${trials} trials against ${stored} this run can detect that ${oneOf(compared)} falls to ${passed} of ${trials}${passed === 0 ? '' : ' or less'}${unseen}`;
}

/** What was not compared is not spoken of. */
function oneOf(compared: number): string {
  return compared === 1 ? 'the only compared case' : `one of the ${wholeNumber(compared)} compared cases`;
}

/**
 * The policy wants to rule out a drop that the suite can't detect; or the policy is silent, and the suite is too small for the
 * default.
 */
export function ruleOut({ facts }: ReasonOf<'rule_out'>): string {
  return facts.kind === 'auto'
    ? `a suite of ${plural(facts.cases, 'case')} with as many trials can rule out a drop of ${points(facts.rule_out)}; more cases rule out smaller ones`
    : `rule_out asks to rule out a drop of ${points(facts.rule_out)}, which would be red in only ${wholePercent(facts.red)} of the changes that have it; more cases or trials catch it more often`;
}

/** The false-alarm rate of the plain threshold here. */
export function thresholdFalseAlarms({ facts: { rate } }: ReasonOf<'threshold_false_alarm'>): string {
  return `this threshold is red on ${percent(rate)} of unchanged runs of this suite (resampled from the baseline)`;
}

/** What the test of the mean pass rate sees. */
export function sightWords(drop: number, compared: number): string {
  return `of changes that lower the pass rate of the ${plural(compared, 'compared case')} by ${points(drop)}, 4 in 5 would be red here`;
}
