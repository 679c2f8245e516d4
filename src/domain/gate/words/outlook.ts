import { percent, points } from '#domain/words.ts';

/** The most a single case may still pass and be called broken. */
export function blindSpot(seen: {
  readonly passed: number;
  readonly trials: number;
  readonly baseline_trials: number;
  /** The run may end before that many. */
  readonly up_to: boolean;
}): string {
  const { passed, trials, baseline_trials: main } = seen;
  const unseen =
    passed + 1 < trials ? `; one that still passes ${passed + 1} of ${trials} would not have been seen` : '';
  return `with ${seen.up_to ? 'up to ' : ''}${trials} trials against ${main} this suite sees a single case that falls to ${passed} of ${trials}${passed === 0 ? '' : ' or less'}${unseen}`;
}

/** Too few trials to call any single case broken. */
export function blindToOneCase(): string {
  return 'this configuration can not see a single broken case: it takes more trials per case, here or on main';
}

/** The policy asks to exclude what the suite can't see. */
export function ruleOutTooSmall(written: number, detectable: number): string {
  return `rule_out asks to exclude a drop of ${points(written)}; this suite sees drops from ${points(detectable)} on, so it will often end undecided`;
}

/** How often the plain threshold is wrong here. */
export function thresholdFalseAlarms(rate: number): string {
  return `this threshold is red on ${percent(rate)} of unchanged runs of this suite (resampled from the baseline)`;
}
