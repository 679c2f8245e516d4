import { NO_LIMIT } from '#gate/decision/terms/boundary.ts';
import type {
  DecisionNumbers,
  IncreaseDecision,
  RecallDecision,
  SuiteDecision,
} from '#gate/decision/terms/decision.ts';
import type { IntervalEnds } from '#gate/decision/terms/interval.ts';
import { exceeds } from '#statistics/beyond.ts';
import type { MetricState } from '../metric-state.ts';
import type { MetricRow } from '../report.ts';

/** A test's result for a row of the metrics table. */
export interface ShownTest {
  readonly p: number | null;
  /** Of the change, not of the drop. */
  readonly ci95: IntervalEnds | null;
  readonly state: MetricState;
  /** The tested sides, if they cover other cases than the metric itself. */
  readonly baseline?: number | null;
  readonly candidate?: number | null;
  readonly typical?: MetricRow['typical'];
}

/** The suite test on pass rates. */
export function passRateTest({ pass_rate: { suite }, method }: DecisionNumbers): ShownTest | null {
  if (suite === null) return null;
  return { p: method === 'threshold' ? null : suite.p_mid, ci95: negate(ofTested(suite)), state: passRateState(suite) };
}

/** Whether a rule on the pass rate holds, of the suite or of a tag. */
export function passRateState(test: SuiteDecision): MetricState {
  const hasLimit = (test.boundary > 0 && test.max_drop < NO_LIMIT) || test.rule_out !== null;
  if (!hasLimit) return 'none';
  if (test.failed) return 'fail';
  if (!test.passed) return 'watch';
  return exceeds(test.drop / (test.share ?? 1), test.max_drop) ? 'chance' : 'pass';
}

/** A metric's row with the change that was tested: of the pass rate, without cases that are accepted. */
export function asTested(row: MetricRow, { pass_rate: { suite } }: DecisionNumbers): MetricRow {
  return row.metric === 'pass_rate' && suite !== null ? { ...row, change: -suite.drop / (suite.share ?? 1) } : row;
}

/** The interval of the cases that were tested, as the row's two sides are. */
function ofTested({ ci95: [low, high], share = 1 }: NonNullable<DecisionNumbers['pass_rate']['suite']>): IntervalEnds {
  return [low / share, high / share];
}

/** The test on tool recall. */
export function shownRecallTest({ tool_recall: test, method }: DecisionNumbers): ShownTest | null {
  if (test === null) return null;
  const { baseline, candidate, ci95 } = test;
  return {
    p: method === 'threshold' ? null : test.p,
    ci95: ci95 && negate(ci95),
    state: recallState(test),
    baseline,
    candidate,
  };
}

/** A test on tokens or cost, with the totals over the cases that have a count on both sides. */
export function totalsTest(test: IncreaseDecision | null): ShownTest | null {
  return test && { ...increaseTest(test), baseline: test.baseline, candidate: test.candidate };
}

/** A test on tokens, cost or latency: the total, next to the typical case. */
export function increaseTest(test: IncreaseDecision): ShownTest {
  const { total, typical } = test;
  return {
    p: total.p,
    ci95: null,
    state: increaseState(test),
    typical: typical && { change: typical.rise, ci95: typical.ci95, p: typical.p },
  };
}

/** The seen rise of the total says whether a rule on it holds, whatever part chance had in it. */
export function increaseState({ boundary, failed, open, total, max_increase: limit }: IncreaseDecision): MetricState {
  if (boundary === 0) return 'none';
  if (failed) return 'fail';
  if (open) return 'watch';
  return exceeds(total.rise, limit) ? 'chance' : 'pass';
}

/** The same of tool recall. A drop that chance does not explain, but main's drift from day to day may, is open. */
export function recallState({ boundary, failed, p_drift, change, max_drop: limit }: RecallDecision): MetricState {
  if (boundary === 0 || limit >= NO_LIMIT) return 'none';
  if (failed) return 'fail';
  if (p_drift !== null) return 'watch';
  return exceeds(change, limit) ? 'chance' : 'pass';
}

/** An interval of a drop as an interval of the change, limited to possible differences of rates. */
function negate([low, high]: IntervalEnds): IntervalEnds {
  return [Math.max(-1, -high), Math.min(1, -low)];
}
