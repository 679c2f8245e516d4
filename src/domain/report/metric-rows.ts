import type { Comparison } from '#domain/baseline/comparison.ts';
import type { CaseRecord } from '#domain/baseline/results-file.ts';
import type { DecisionNumbers, Interval, RatioDecision } from '#domain/gate/decision.ts';
import { measureSuite } from '#domain/metrics/measure-suite.ts';
import type { MetricRow } from './report.ts';

/** The table of metrics: both sides over the comparable cases, or this side over all cases when there is nothing to compare with. */
export function metricRows(comparison: Comparison, numbers: DecisionNumbers): readonly MetricRow[] {
  const compared = comparison.cases.filter((one) => one.status === 'comparable');
  const candidates = (compared.length > 0 ? compared : comparison.cases).flatMap((one) => one.candidate ?? []);
  const baselines = compared.flatMap((one) => one.baseline ?? []);
  const here = measureSuite(candidates);
  const main = baselines.length > 0 ? measureSuite(baselines) : null;
  const estimated = isEstimated([...candidates, ...baselines]);

  const rows: readonly MetricRow[] = [
    row('pass_rate', 'rate', here.pass_rate, main?.pass_rate, suiteTest(numbers)),
    row('tool_recall', 'rate', here.tool_recall, main?.tool_recall, recallTest(numbers)),
    row('parameter_accuracy', 'rate', here.parameter_accuracy, main?.parameter_accuracy),
    row('task_success', 'rate', here.task_success, main?.task_success),
    { ...row('total_tokens', 'tokens', here.total_tokens, main?.total_tokens, ratioTest(numbers.total_tokens)), estimated },
    row('cost_usd', 'usd', here.cost_usd, main?.cost_usd, ratioTest(numbers.cost_usd)),
    row('latency_ms', 'ms', here.latency_p95, main?.latency_p95, ratioTest(numbers.latency_ms)),
    row('steps', 'count', here.steps, main?.steps),
  ];
  return rows.filter((one) => one.baseline !== null || one.candidate !== null);
}

interface Test {
  readonly p: number | null;
  readonly ci95: Interval | null;
  readonly state: MetricRow['state'];
  /** The change the test speaks of, where that is not the difference of the two figures shown. */
  readonly change?: number;
}

function row(
  metric: MetricRow['metric'],
  unit: MetricRow['unit'],
  candidate: number | null,
  baseline: number | null | undefined,
  test: Test | null = null,
): MetricRow {
  const main = baseline ?? null;
  return {
    metric,
    unit,
    baseline: main,
    candidate,
    change: test?.change ?? plainChange(unit, candidate, main),
    ci95: test?.ci95 ?? null,
    p: test?.p ?? null,
    state: test?.state ?? 'none',
    estimated: false,
  };
}

function plainChange(unit: MetricRow['unit'], candidate: number | null, baseline: number | null): number | null {
  if (candidate === null || baseline === null) return null;
  if (unit === 'rate') return candidate - baseline;
  return baseline === 0 ? null : candidate / baseline - 1;
}

function suiteTest({ pass_rate }: DecisionNumbers): Test | null {
  const { suite } = pass_rate;
  if (suite === null) return null;
  const state = suite.failed ? 'fail' : suite.passed ? 'pass' : 'watch';
  return { p: suite.p_mid, ci95: negated(suite.ci95), state };
}

function recallTest({ tool_recall: test }: DecisionNumbers): Test | null {
  if (test === null) return null;
  return { p: test.p, ci95: test.ci95 && negated(test.ci95), state: test.failed ? 'fail' : 'pass' };
}

function ratioTest(test: RatioDecision | null): Test | null {
  if (test === null) return null;
  const shared = { p: test.p, ci95: test.ci95 && relativeTo(test.ci95), state: test.failed ? 'fail' : 'pass' } as const;
  return test.ratio === null ? { ...shared, state: 'watch' } : { ...shared, change: test.ratio - 1 };
}

/** An interval of a drop, as an interval of the change. */
function negated([low, high]: Interval): Interval {
  return [-high, -low];
}

/** An interval of a ratio, as an interval of the relative change. */
function relativeTo([low, high]: Interval): Interval {
  return [low - 1, high - 1];
}

function isEstimated(records: readonly CaseRecord[]): boolean {
  return records.some((record) => record.trials.some((trial) => trial.usage.estimated === true));
}

