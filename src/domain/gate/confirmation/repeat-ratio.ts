import { compareTotals, type RatioMetric, testRatio } from '#domain/gate/rules/increase.ts';
import { SLACK } from '#domain/statistics/beyond.ts';
import { mean } from '#domain/statistics/mean.ts';
import { CHANGE_ALONE } from '../budget.ts';
import type { RatioDecision } from '../decision.ts';
import type { GateTrial, PairedCase } from '../evidence.ts';
import { valuesOf } from '../metric-values.ts';
import type { FreshTrials } from './fresh-trials.ts';
import type { RepeatedSide } from './repeated-test.ts';
import { HINGES_ON_MISSING, isRedAgain, NOTHING_FRESH, notRepeated, type Repetition } from './repetition.ts';

/** Above this share of cases without fresh values the test is about another suite, as with missing trials of the candidate. */
const MOST_LEFT_OUT = 0.1;

/**
 * Repeats the test on tokens, cost or latency. What a missing trial would have counted can't be bounded, so a rise is taken back only when
 * nearly all of its cases have fresh values.
 */
export function repeatRatio(
  metric: RatioMetric,
  decision: RatioDecision,
  cases: readonly PairedCase[],
  fresh: FreshTrials,
): Repetition {
  const rise = (decision.ratio ?? 1) - 1;
  const seen = cases
    .map((item) => ({ ...item, baseline: fresh.main.get(item.id) ?? [] }))
    .filter(({ baseline }) => valuesOf(baseline, metric).length > 0);
  const test = read(seen, metric, decision);
  if (test === null) return notRepeated(rise, NOTHING_FRESH);
  const ids = new Set(seen.map(({ id }) => id));
  const sides = {
    stored: side(
      cases.filter(({ id }) => ids.has(id)).map(({ baseline }) => baseline),
      metric,
    ),
    today: side(
      seen.map(({ baseline }) => baseline),
      metric,
    ),
    here: side(
      seen.map(({ trials }) => trials),
      metric,
    ),
  };
  if (test.missing !== null) return notRepeated(rise, test.missing, sides);
  const change = (test.ratio ?? 1) - 1;
  const { boundary, max_increase: limit } = decision;
  const kept = isRedAgain({ p: test.p, change, boundary, limit });
  const leftOut = cases.length - seen.length;
  if (!kept && leftOut > MOST_LEFT_OUT * cases.length * (1 + SLACK)) return notRepeated(rise, HINGES_ON_MISSING, sides);
  return { p: test.p, kept, unconfirmed: null, change_from_stored: rise, change_from_today: change, sides };
}

function read(
  cases: readonly PairedCase[],
  metric: RatioMetric,
  { boundary, max_increase }: RatioDecision,
): RatioDecision | null {
  return boundary === CHANGE_ALONE
    ? compareTotals(cases, metric, max_increase)
    : testRatio(cases, metric, { boundary, max_increase });
}

function side(cases: readonly (readonly GateTrial[])[], metric: RatioMetric): RepeatedSide {
  const values = cases.map((trials) => valuesOf(trials, metric));
  return {
    value: values.reduce((sum, each) => sum + (mean(each) ?? 0), 0),
    trials: values.reduce((sum, each) => sum + each.length, 0),
  };
}
