import { exceeds, fallsBelow } from '#domain/statistics/beyond.ts';
import { percent, plural, points } from '#domain/words.ts';
import type { DecisionNumbers } from '../decision.ts';
import { type Finding, finding } from '../finding.ts';
import type { Policy } from '../policy.ts';

/** A pass that rules out no smaller drop than this says little, so it says why. */
const LITTLE = 0.1;

/** What this configuration could and could not have detected, whatever it found. Empty without a comparable case. */
export function outlookFindings(numbers: DecisionNumbers, policy: Policy): readonly Finding[] {
  if (numbers.comparable_cases === 0) return [];
  const { detectable_case: seen, detectable_drop: drop, threshold_false_alarm_rate: rate } = numbers;
  const suite = { outcome: 'note', gate: 'pass_rate' } as const;
  if (policy.method === 'threshold') {
    return rate === null ? [] : [finding({ ...suite, code: 'threshold_false_alarm' }, thresholdFalseAlarms(rate))];
  }
  const { rule_out: written } = policy.pass_rate;
  const asked = numbers.pass_rate.suite?.rule_out ?? null;
  const single = { outcome: 'note', gate: 'case' } as const;
  return [
    seen === null
      ? finding({ ...single, code: 'blind_to_one_case' }, blindToOneCase())
      : finding({ ...single, code: 'blind_spot' }, blindSpot({ ...seen, up_to: numbers.planned_looks.length > 1 })),
    ...(typeof written === 'number' && drop !== null && fallsBelow(written, drop)
      ? [finding({ ...suite, code: 'rule_out_too_small' }, ruleOutTooSmall(written, drop))]
      : []),
    ...(written === 'auto' && asked !== null && exceeds(asked, LITTLE)
      ? [finding({ ...suite, code: 'rule_out_auto' }, ruledOutBySize(asked, numbers.comparable_cases))]
      : []),
  ];
}

/** The most passes with which a single case still counts as broken. */
function blindSpot(seen: {
  readonly passed: number;
  readonly trials: number;
  readonly baseline_trials: number;
  /** The run may end with fewer. */
  readonly up_to: boolean;
}): string {
  const { passed, trials, baseline_trials: main } = seen;
  const unseen = passed + 1 < trials ? `, but not one that still passes ${passed + 1} of ${trials}` : '';
  return `with ${seen.up_to ? 'up to ' : ''}${trials} trials against ${main} this suite can detect a single case that falls to ${passed} of ${trials}${passed === 0 ? '' : ' or less'}${unseen}`;
}

/** Too few trials to detect any single broken case. */
function blindToOneCase(): string {
  return "this configuration can't detect a single broken case: run more trials per case, here or on main";
}

/** Nothing is written, and the suite is too small for the usual. */
function ruledOutBySize(drop: number, cases: number): string {
  return `a suite of ${plural(cases, 'case')} with as many trials can rule out a drop of ${points(drop)}; more cases rule out smaller ones`;
}

/** The policy wants to rule out a drop that the suite can't detect. */
function ruleOutTooSmall(written: number, detectable: number): string {
  return `rule_out asks to rule out a drop of ${points(written)}, but this suite only detects drops of ${points(detectable)} or more, so runs will often be inconclusive`;
}

/** The false-alarm rate of the plain threshold here. */
function thresholdFalseAlarms(rate: number): string {
  return `this threshold is red on ${percent(rate)} of unchanged runs of this suite (resampled from the baseline)`;
}
