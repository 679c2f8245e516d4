import type { PairedValues } from '#domain/statistics/values/paired-values.ts';
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
  const values = trials.map((trial) => trial[metric]).filter((value) => value !== null);
  return metric === 'tool_recall'
    ? values.map((value) => Math.round(value * SHARE_STEPS) / SHARE_STEPS)
    : values.filter((value) => value >= LEAST_AMOUNT);
}

/** Some trials report a metric, and other completed ones do not. */
export function isReportedInPart(trials: readonly GateTrial[], metric: ValueName): boolean {
  if (metric === 'tool_recall' || !METRICS[metric].is_reported) return false;
  let [isReported, isLeftOut] = [false, false];
  for (const trial of trials) {
    if (trial[metric] !== null) isReported = true;
    else if (trial.broke_off !== true) isLeftOut = true;
    if (isReported && isLeftOut) return true;
  }
  return false;
}

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
