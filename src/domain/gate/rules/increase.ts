import { exceeds, reaches } from '#domain/statistics/beyond.ts';
import { studentTQuantile } from '#domain/statistics/distributions/student-t.ts';
import { mean } from '#domain/statistics/mean.ts';
import { type Drift, driftP } from '#domain/statistics/values/drift.ts';
import { FEWEST_CASES_FOR_RATIO, type LogRatioTest, logRatioTest } from '#domain/statistics/values/log-ratio-test.ts';
import type { PairedValues } from '#domain/statistics/values/paired-values.ts';
import type { TestedSide } from '../again/tried-test.ts';
import { CHANGE_ALONE, isRed } from '../boundary.ts';
import type { RatioDecision } from '../decision.ts';
import type { PairedCase } from '../evidence.ts';
import { type Finding, finding } from '../finding.ts';
import { casesWithValues, haveBaselineValues, pairedValues, valuesOf } from '../metric-values.ts';
import type { Metric } from '../metrics.ts';
import { isWithinDrift, logDrift, withinDrift } from './drift-allowance.ts';
import type { GateRule, Scope } from './gate-rule.ts';
import { missingValues } from './missing-values.ts';

/** The boundaries of a test for an increase; with `boundary` 0 it is only shown. */
export interface IncreasePlan {
  readonly boundary: number;
  readonly max_increase: number;
  /** How far main's logarithms may be from those of another day; `null`: fresh trials of main will tell. */
  readonly drift: Drift | null;
}

/** A metric of the table, of the suite or a tag, must not rise. */
export function increaseRule(metric: Metric): GateRule<IncreasePlan, RatioDecision> {
  return {
    isPossible: (cases, { [metric]: rule }, method) => {
      const fewest = method === 'statistical' ? FEWEST_CASES_FOR_RATIO : 1;
      return rule !== null && haveBaselineValues(cases, metric, fewest);
    },
    plan: (cases, { [metric]: rule }, { boundary, reckons_with_drift: reckons }) =>
      rule && {
        boundary,
        max_increase: rule.max_increase,
        drift: reckons ? logDrift(cases, metric) : null,
      },
    test: ({ cases }, plan) => testIncrease(cases, metric, plan),
    findings: (scope, plan, test) => [
      ...(test === null ? [] : increaseFindings(scope, metric, test)),
      ...missingValues(scope, metric, plan, test === null || test.missing !== null),
    ],
    casesOf: (cases) => casesWithValues(cases, metric),
    read: (test) => ({
      p: test.p,
      change: (test.ratio ?? 1) - 1,
      limit: test.max_increase,
      failed: test.failed,
      settled: true,
    }),
    sideOf: (cases) => sumOf(cases.map((trials) => valuesOf(trials, metric))),
  };
}

/** Whether the metric of the typical case grew by more than the tolerance and more than chance explains. */
function testIncrease(cases: readonly PairedCase[], metric: Metric, plan: IncreasePlan): RatioDecision | null {
  const pairs = pairedValues(cases, metric);
  if (pairs.length === 0) return null;
  if (plan.boundary === CHANGE_ALONE) return compareTotals(pairs, plan);
  const test = logRatioTest(pairs);
  const { drift, ...bounds } = plan;
  const isBeyondChance =
    test !== null && isRed({ p: test.p, boundary: plan.boundary, change: test.ratio - 1, limit: plan.max_increase });
  const p_drift = drift === null || !isBeyondChance ? null : driftP(Math.log(test.ratio), test.standardError, drift);
  return {
    p: test?.p ?? null,
    ratio: test?.ratio ?? typicalRatio(pairs),
    ci95: test === null ? null : [test.ci95.low, test.ci95.high],
    ...bounds,
    cases: pairs.length,
    candidate: total(pairs, 'candidate'),
    baseline: total(pairs, 'baseline'),
    detectable: test === null ? null : detectableIncrease(test, plan.boundary),
    p_drift,
    failed: isBeyondChance && (p_drift === null || reaches(p_drift, plan.boundary)),
    missing: test === null ? tooFewCases(pairs.length) : null,
  };
}

/** Method threshold: compares the totals themselves, however few cases there are. */
function compareTotals(pairs: readonly PairedValues[], plan: IncreasePlan): RatioDecision {
  const candidate = total(pairs, 'candidate');
  const baseline = total(pairs, 'baseline');
  const ratio = candidate / baseline;
  return {
    p: null,
    ratio,
    ci95: null,
    boundary: plan.boundary,
    max_increase: plan.max_increase,
    cases: pairs.length,
    candidate,
    baseline,
    detectable: null,
    p_drift: null,
    failed: exceeds(ratio - 1, plan.max_increase),
    missing: null,
  };
}

function tooFewCases(cases: number): string {
  return `a test needs ${FEWEST_CASES_FOR_RATIO} cases with values on both sides, but there ${cases === 1 ? 'is' : 'are'} ${cases}`;
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

function increaseFindings({ tag, cases }: Scope, metric: Metric, test: RatioDecision): readonly Finding[] {
  const about = { gate: metric, tag } as const;
  if (test.failed) return [finding({ ...about, outcome: 'fail', code: 'increase' }, { metric, test })];
  if (isWithinDrift(test)) return [withinDrift(about, { kind: 'increase', metric, ratio: test.ratio ?? 1 }, test)];
  return test.missing !== null && roseEverywhere(pairedValues(cases, metric), test.max_increase)
    ? [finding({ ...about, outcome: 'inconclusive', code: 'increase_untested' }, { metric, test })]
    : [];
}

/** In every case the smallest value here exceeds the largest of the baseline by more than the tolerance: that needs no test. */
function roseEverywhere(pairs: readonly PairedValues[], limit: number): boolean {
  return pairs.every(({ candidate, baseline }) => exceeds(Math.min(...candidate) / Math.max(...baseline) - 1, limit));
}

function sumOf(values: readonly (readonly number[])[]): TestedSide {
  return {
    value: values.reduce((sum, each) => sum + (mean(each) ?? 0), 0),
    trials: values.reduce((sum, each) => sum + each.length, 0),
  };
}
