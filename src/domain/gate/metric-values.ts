import { exceeds } from '#domain/statistics/beyond.ts';
import type { PairedValues } from '#domain/statistics/paired-values.ts';
import type { GateTrial, PairedCase } from './evidence.ts';

/** Metrics a trial has a number for. */
export type MetricName = 'tool_recall' | 'total_tokens' | 'cost_usd' | 'latency_ms';

/** Shares that differ by less are equal: finer differences are rounding, and their squares would leave the range of numbers. */
const SHARE_STEPS = 1e12;

/** A count, cost or time under this is no measurement, as 0 is none. */
const LEAST_AMOUNT = 1e-9;

/** The values of a metric over trials; none of what only some of them report, as those may be other trials than the rest. */
export function valuesOf(trials: readonly GateTrial[], metric: MetricName): readonly number[] {
  if (isReportedInPart(trials, metric)) return [];
  const values = trials.map((trial) => trial[metric]).filter((value) => value !== null);
  return metric === 'tool_recall'
    ? values.map((value) => Math.round(value * SHARE_STEPS) / SHARE_STEPS)
    : values.filter((value) => value >= LEAST_AMOUNT);
}

/** Some trials report tokens or costs, and others that ran to their end do not. */
export function isReportedInPart(trials: readonly GateTrial[], metric: MetricName): boolean {
  if (metric !== 'total_tokens' && metric !== 'cost_usd') return false;
  return (
    trials.some((trial) => trial[metric] !== null) &&
    trials.some((trial) => trial[metric] === null && trial.broke_off !== true)
  );
}

/** Both sides' values of the cases that have some on both. */
export function pairedValues(cases: readonly PairedCase[], metric: MetricName): readonly PairedValues[] {
  return cases
    .map(({ trials, baseline }) => ({ candidate: valuesOf(trials, metric), baseline: valuesOf(baseline, metric) }))
    .filter(({ candidate, baseline }) => candidate.length > 0 && baseline.length > 0);
}

/** In every case the least value here is above the largest of the baseline by more than `limit` (relative): no test is needed to see that. */
export function roseEverywhere(cases: readonly PairedCase[], metric: MetricName, limit: number): boolean {
  const pairs = pairedValues(cases, metric);
  const rose = ({ candidate, baseline }: PairedValues) =>
    exceeds(Math.min(...candidate) / Math.max(...baseline) - 1, limit);
  return pairs.length > 0 && pairs.every(rose);
}

/** The cases whose baseline has values: those a gate on the metric is about, whatever the candidate reports. */
export function casesWithBaselineValues(cases: readonly PairedCase[], metric: MetricName): readonly PairedCase[] {
  return cases.filter(({ baseline }) => valuesOf(baseline, metric).length > 0);
}
