import { fallsBelow } from '../beyond.ts';
import type { PlannedCounts } from '../counts/paired-counts.ts';
import { thresholdFalseAlarm } from '../counts/threshold-false-alarm.ts';
import { binomialPmf } from '../distributions/binomial.ts';
import { normalCdf, Z_TWO_SIDED_95 } from '../distributions/normal.ts';
import { mean } from '../mean.ts';
import { sampleVariance } from '../sample-variance.ts';

/** A floor: the value itself must reach it, or only its upper bound. */
interface Floor {
  readonly min: number;
  readonly mode: 'point' | 'confident';
}

/** Share of unchanged candidates whose mean pass rate this floor would turn red, by resampling the baseline's trials; `null` without any. */
export function passFloorFalseAlarm(cases: readonly PlannedCounts[], floor: Floor): number | null {
  const before = mean(cases.map(({ b, m }) => b / m));
  if (before === null) return null;
  const redBelow = lowestGreen(
    floor,
    cases.map(({ n }) => n),
  );
  return thresholdFalseAlarm(cases, before - redBelow)?.rate ?? null;
}

/**
 * The same for the mean tool recall, which is nearly normal: its spread is the baseline's, at the candidate's number of trials.
 */
export function recallFloorFalseAlarm(
  planned: readonly { readonly scheduled: number; readonly values: readonly number[] }[],
  floor: Floor,
): number | null {
  const cases = planned.filter(({ values }) => values.length > 0);
  const before = mean(cases.map(({ values }) => mean(values) ?? 0));
  if (before === null) return null;
  const redBelow = lowestGreen(
    floor,
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
export function caseFloorFalseAlarm(cases: readonly PlannedCounts[], min: number): number | null {
  if (cases.length === 0) return null;
  const allHold = cases.reduce((chance, { n, b, m }) => {
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
function lowestGreen({ min, mode }: Floor, trials: readonly number[]): number {
  if (mode === 'point') return min;
  const effective = trials.length ** 2 / trials.reduce((sum, n) => sum + 1 / n, 0);
  return min - Z_TWO_SIDED_95 * Math.sqrt((min * (1 - min)) / effective);
}
