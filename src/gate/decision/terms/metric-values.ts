import type { PairedValues } from '#statistics/values/paired-values.ts';
import type { GateTrial, PairedCase } from './evidence.ts';
import { METRICS, type ValueName } from './metrics.ts';

/** Shares that differ by less are equal: finer differences are rounding, and their squares would underflow. */
const SHARE_STEPS = 1e12;

/** A count, cost or time below this is no measurement, like 0. */
const LEAST_AMOUNT = 1e-9;

/** The values of a metric over trials; none if only some trials report it, because those may differ from the rest. */
export function valuesOf(trials: readonly GateTrial[], metric: ValueName): readonly number[] {
  let known = memo.get(trials);
  if (known === undefined) {
    known = {};
    memo.set(trials, known);
  }
  known[metric] ??= readValues(trials, metric);
  return known[metric];
}

// A decision asks for the values of the same trials many times.
const memo = new WeakMap<readonly GateTrial[], { [metric in ValueName]?: readonly number[] }>();

function readValues(trials: readonly GateTrial[], metric: ValueName): readonly number[] {
  if (isReportedInPart(trials, metric)) return [];
  const values: number[] = [];
  for (const trial of trials) {
    const amount = amountOf(trial, metric);
    if (amount !== null) values.push(amount);
  }
  return values;
}

/** What the tests read of a trial; `null`: it has no value, or one that is no measurement. */
export function amountOf(trial: GateTrial, metric: ValueName): number | null {
  const value = trial[metric];
  if (value === null) return null;
  if (metric === 'tool_recall') return Math.round(value * SHARE_STEPS) / SHARE_STEPS;
  return value >= LEAST_AMOUNT ? value : null;
}

/** Some trials report a metric, and other completed ones do not. */
export function isReportedInPart(trials: readonly GateTrial[], metric: ValueName): boolean {
  let reports = 0;
  return trials.some((trial) => {
    reports |= reportOf(trial, metric);
    return reports === REPORTED_IN_PART;
  });
}

/** Bits of trials that report a metric, and of completed ones that do not; 0 for what no agent reports. */
export function reportOf(trial: GateTrial, metric: ValueName): number {
  if (metric === 'tool_recall' || !METRICS[metric].is_reported) return 0;
  if (trial[metric] !== null) return 1;
  return trial.broke_off === true ? 0 : 2;
}

/** Both bits of {@link reportOf}: the values of such trials are not read. */
const REPORTED_IN_PART = 3;

/** Both sides' values of the cases with values on both. */
export function pairedValues(cases: readonly PairedCase[], metric: ValueName): readonly PairedValues[] {
  return cases
    .map(({ trials, baseline }) => ({ candidate: valuesOf(trials, metric), baseline: valuesOf(baseline, metric) }))
    .filter(({ candidate, baseline }) => candidate.length > 0 && baseline.length > 0);
}

/** The cases with values on both sides. */
export function casesWithValues(cases: readonly PairedCase[], metric: ValueName): readonly PairedCase[] {
  return cases.filter(
    ({ trials, baseline }) => valuesOf(trials, metric).length > 0 && valuesOf(baseline, metric).length > 0,
  );
}

/** The cases whose baseline has values: a gate on the metric covers them, whatever the candidate reports. */
export function casesWithBaselineValues(cases: readonly PairedCase[], metric: ValueName): readonly PairedCase[] {
  return cases.filter(({ baseline }) => valuesOf(baseline, metric).length > 0);
}

/** Whether at least this many of them have values: a plan asks the same of a large suite as of a small one. */
export function haveBaselineValues(cases: readonly PairedCase[], metric: ValueName, fewest: number): boolean {
  let count = 0;
  return cases.some(({ baseline }) => {
    if (valuesOf(baseline, metric).length > 0) count += 1;
    return count >= fewest;
  });
}
