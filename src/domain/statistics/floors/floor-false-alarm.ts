import { fallsBelow } from '../beyond.ts';
import { thresholdFalseAlarm } from '../counts/threshold-false-alarm.ts';
import { binomialPmf } from '../distributions/binomial.ts';
import { normalCdf, Z_TWO_SIDED_95 } from '../distributions/normal.ts';
import { mean } from '../mean.ts';
import { sampleVariance } from '../sample-variance.ts';
import { meanPassRate, type PairedCase, plannedCountsOf } from '#domain/gate/evidence.ts';
import { valuesOf } from '#domain/gate/metric-values.ts';
import type { RateRule } from '#domain/gate/policy.ts';

/** Share of unchanged candidates whose mean pass rate this floor would turn red, by resampling the baseline's trials; `null` without any. */
export function passFloorFalseAlarm(
  paired: readonly PairedCase[],
  min: number,
  mode: RateRule['min_mode'],
): number | null {
  const before = meanPassRate(paired.map(({ baseline }) => baseline));
  if (before === null) return null;
  const redBelow = lowestGreen(
    min,
    mode,
    paired.map(({ scheduled }) => scheduled),
  );
  return thresholdFalseAlarm(paired.map(plannedCountsOf), before - redBelow)?.rate ?? null;
}

/**
 * The same for the mean tool recall, which is nearly normal: its spread is the baseline's, at the candidate's number of trials.
 */
export function recallFloorFalseAlarm(
  paired: readonly PairedCase[],
  min: number,
  mode: RateRule['min_mode'],
): number | null {
  const cases = paired
    .map(({ scheduled, baseline }) => ({ scheduled, values: valuesOf(baseline, 'tool_recall') }))
    .filter(({ values }) => values.length > 0);
  const before = mean(cases.map(({ values }) => mean(values) ?? 0));
  if (before === null) return null;
  const redBelow = lowestGreen(
    min,
    mode,
    cases.map(({ scheduled }) => scheduled),
  );
  const variance = cases.reduce((sum, { scheduled, values }) => sum + (sampleVariance(values) ?? 0) / scheduled, 0);
  if (variance === 0) return fallsBelow(before, redBelow) ? 1 : 0;
  return normalCdf((redBelow - before) / (Math.sqrt(variance) / cases.length));
}

/**
 * Share of unchanged candidates with at least one case below its floor: 1 − Π P(Binomial(n, b/m) ≥ min·n), exact; `null`
 * without a case.
 */
export function caseFloorFalseAlarm(paired: readonly PairedCase[], min: number): number | null {
  if (paired.length === 0) return null;
  const allHold = paired.map(plannedCountsOf).reduce((chance, { n, b, m }) => {
    const reaching = binomialPmf(n, b / m).filter((_, passed) => !fallsBelow(passed / n, min));
    return (
      chance *
      Math.min(
        1,
        reaching.reduce((sum, probability) => sum + probability, 0),
      )
    );
  }, 1);
  return 1 - allHold;
}

/**
 * The value below which a floor is red. With `confident` that is where the Wilson upper bound at N = C²/Σ(1/n) meets the floor:
 * the score interval inverted, min − z·√(min(1−min)/N).
 */
function lowestGreen(min: number, mode: RateRule['min_mode'], trials: readonly number[]): number {
  if (mode === 'point') return min;
  const effective = trials.length ** 2 / trials.reduce((sum, n) => sum + 1 / n, 0);
  return min - Z_TWO_SIDED_95 * Math.sqrt((min * (1 - min)) / effective);
}
