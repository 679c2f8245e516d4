import { exceeds } from '#domain/statistics/beyond.ts';
import { FEWEST_CASES_FOR_RATIO, type LogRatioTest, logRatioTest } from '#domain/statistics/log-ratio-test.ts';
import { mean } from '#domain/statistics/mean.ts';
import type { PairedValues } from '#domain/statistics/paired-values.ts';
import { studentTQuantile } from '#domain/statistics/student-t.ts';
import type { RatioDecision } from '../decision.ts';
import type { PairedCase } from '../evidence.ts';
import { type MetricName, pairedValues } from '../metric-values.ts';
import { isRed } from '../red.ts';

/** Metrics that are compared as a ratio. */
export type RatioMetric = Exclude<MetricName, 'tool_recall'>;

/** What a test on a count, cost or time is read against; `boundary` 0 means it is only shown. */
export interface RatioRule {
  readonly boundary: number;
  readonly max_increase: number;
}

/**
 * Whether tokens, cost or latency of the typical case grew by more than is tolerated and more than chance explains.
 *
 * @returns `null` without a case that has values on both sides
 */
export function testRatio(cases: readonly PairedCase[], metric: RatioMetric, rule: RatioRule): RatioDecision | null {
  const pairs = pairedValues(cases, metric);
  if (pairs.length === 0) return null;
  const test = logRatioTest(pairs);
  return {
    p: test?.p ?? null,
    ratio: test?.ratio ?? typicalRatio(pairs),
    ci95: test === null ? null : [test.ci95.low, test.ci95.high],
    ...rule,
    cases: pairs.length,
    candidate: total(pairs, 'candidate'),
    baseline: total(pairs, 'baseline'),
    detectable: test === null ? null : detectableIncrease(test, rule.boundary),
    failed:
      test !== null && isRed({ p: test.p, boundary: rule.boundary, change: test.ratio - 1, limit: rule.max_increase }),
    missing: test === null ? tooFewCases(pairs.length) : null,
  };
}

/** The same for method threshold: the totals themselves are compared, however few cases there are. */
export function compareTotals(
  cases: readonly PairedCase[],
  metric: RatioMetric,
  max_increase: number,
): RatioDecision | null {
  const pairs = pairedValues(cases, metric);
  if (pairs.length === 0) return null;
  const candidate = total(pairs, 'candidate');
  const baseline = total(pairs, 'baseline');
  const ratio = candidate / baseline;
  return {
    p: null,
    ratio,
    ci95: null,
    boundary: 1,
    max_increase,
    cases: pairs.length,
    candidate,
    baseline,
    detectable: null,
    failed: exceeds(ratio - 1, max_increase),
    missing: null,
  };
}

function tooFewCases(cases: number): string {
  return `a test needs ${FEWEST_CASES_FOR_RATIO} cases with values on both sides, there ${cases === 1 ? 'is' : 'are'} ${cases}`;
}

/** Geometric mean over cases of candidate ÷ baseline: shown, but with so few cases not tested. */
function typicalRatio(pairs: readonly PairedValues[]): number {
  const logs = pairs.map(({ candidate, baseline }) => meanLog(candidate) - meanLog(baseline));
  return Math.exp(mean(logs) ?? 0);
}

function meanLog(values: readonly number[]): number {
  return mean(values.map(Math.log)) ?? 0;
}

function total(pairs: readonly PairedValues[], side: keyof PairedValues): number {
  return pairs.reduce((sum, pair) => sum + (mean(pair[side]) ?? 0), 0);
}

function detectableIncrease({ cases, ratio, ci95 }: LogRatioTest, boundary: number): number | null {
  if (boundary <= 0 || boundary >= 1) return null;
  const df = cases - 1;
  const standardError = Math.log(ci95.high / ratio) / studentTQuantile(0.975, df);
  const increase = Math.expm1((studentTQuantile(0.8, df) - studentTQuantile(boundary, df)) * standardError);
  return Number.isFinite(increase) ? increase : null;
}
