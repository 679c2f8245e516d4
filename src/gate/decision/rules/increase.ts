import { mean } from '#statistics/mean.ts';
import { FEWEST_CASES_FOR_RATIO } from '#statistics/values/log-ratio-test.ts';
import type { IncreaseDecision } from '../terms/decision.ts';
import type { PairedCase } from '../terms/evidence.ts';
import { type Finding, finding } from '../terms/finding.ts';
import { casesWithValues, haveBaselineValues, valuesOf } from '../terms/metric-values.ts';
import { METRICS, type Metric } from '../terms/metrics.ts';
import { leastPOfRounds } from '../terms/rounds.ts';
import type { TestedSide } from '../terms/tried-test.ts';
import { findWithinDrift, isWithinDrift, logDrift } from './drift-allowance.ts';
import type { GateRule, Scope } from './gate-rule.ts';
import { missingValues } from './missing-values.ts';
import { type IncreasePlan, testRise, worstRise } from './rise-tests.ts';

/** Stored trials of main decide alone: a rise that chance makes once in fifty unchanged suites is no pass, however few the cases are. */
const OPEN_AT = 0.02;

/** A metric of the table, of the suite or a tag, must not rise. */
export function increaseRule(metric: Metric): GateRule<IncreasePlan, IncreaseDecision> {
  return {
    isPossible: (cases, { [metric]: rule }, looksChoose) =>
      rule !== null && haveBaselineValues(cases, metric, 1) && isFair(cases, metric, looksChoose),
    plan: (cases, { [metric]: rule }, { budget, boundary, fresh, reckons_with_drift: reckons }) => {
      if (rule === null) return null;
      const asks = { total: true, typical: haveBaselineValues(cases, metric, FEWEST_CASES_FOR_RATIO) };
      const isRedAtOnce = budget !== 'threshold' && fresh === null;
      const isTested = isFair(cases, metric, fresh !== null);
      return {
        boundary: !isTested ? 0 : isRedAtOnce && asks.typical ? boundary / 2 : boundary,
        max_increase: rule.max_increase,
        asks,
        main: null,
        open_at: isTested && isRedAtOnce && boundary > 0 ? OPEN_AT : 0,
        drift: reckons ? logDrift(cases, metric) : null,
      };
    },
    planAgain: (plan, { total, typical, only }) => ({
      ...plan,
      boundary: total && typical ? plan.boundary / 2 : plan.boundary,
      asks: { total, typical },
      main: only?.main ?? null,
    }),
    test: ({ cases }, plan) => {
      const values = casesWithValues(cases, metric).map(({ id, trials, baseline }) => ({
        id,
        candidate: valuesOf(trials, metric),
        baseline: valuesOf(baseline, metric),
      }));
      if (values.length === 0) return null;
      return testRise(values, plan, {
        total: leastPOfRounds(cases, metric, (amount) => amount),
        typical: leastPOfRounds(cases, metric, Math.log),
      });
    },
    findings: (scope, plan, test) => [
      ...(test === null ? [] : increaseFindings(scope, metric, test, plan.drift)),
      ...(test === null || plan.boundary > 0 ? [] : costUnpriced(scope, metric)),
      ...missingValues(scope, metric, plan, test === null),
    ],
    casesOf: (cases: readonly PairedCase[]) => casesWithValues(cases, metric),
    read: (test, limit = test.max_increase) => {
      const { p, rise } = worstRise(test, limit);
      return { p, change: rise, limit, failed: test.failed, settled: true };
    },
    sideOf: (cases) => sumOf(cases.map((trials) => valuesOf(trials, metric))),
  };
}

/** What was paid depends on caches: for trials of other days it is only shown. */
function isFair(cases: readonly PairedCase[], metric: Metric, looksChoose: boolean): boolean {
  return looksChoose || !METRICS[metric].is_cached || !cases.some(({ paid_only: paidOnly }) => paidOnly === true);
}

function costUnpriced({ tag, cases }: Scope, metric: Metric): readonly Finding[] {
  if (isFair(cases, metric, false)) return [];
  const about = { outcome: 'note', gate: metric, code: 'values_missing', tag } as const;
  return [finding(about, { metric, kind: 'paid', cancelled: [], in_part: 0, of: cases.length })];
}

function increaseFindings(
  { tag }: Scope,
  metric: Metric,
  test: IncreaseDecision,
  drift: IncreasePlan['drift'],
): readonly Finding[] {
  const about = { gate: metric, tag } as const;
  if (test.failed) return [finding({ ...about, outcome: 'fail', code: 'increase' }, { metric, test })];
  const within = [test.total, test.typical].find((rise) => rise !== null && isWithinDrift(rise));
  if (within != null) return [findWithinDrift(about, { kind: 'increase', metric, test }, within, drift)];
  return test.open ? [finding({ ...about, outcome: 'inconclusive', code: 'increase_open' }, { metric, test })] : [];
}

function sumOf(values: readonly (readonly number[])[]): TestedSide {
  return {
    value: values.reduce((sum, each) => sum + (mean(each) ?? 0), 0),
    trials: values.reduce((sum, each) => sum + each.length, 0),
  };
}
