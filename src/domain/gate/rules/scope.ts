import { trialsAt } from '#domain/gate/looks/trials-at.ts';
import {
  ratioRose,
  ratioUntested,
  recallDropped,
  someValuesMissing,
  suiteDropped,
  toleratedDrop,
  valuesInPartOnMain,
  valuesMissing,
} from '#domain/gate/words/tests.ts';
import { exceeds, reaches } from '#domain/statistics/beyond.ts';
import type { SuiteDecision } from '../decision.ts';
import { comparableCases, meanPassRate, type PairedCase } from '../evidence.ts';
import { type Finding, finding } from '../finding.ts';
import {
  casesWithBaselineValues,
  isReportedInPart,
  type MetricName,
  roseEverywhere,
  valuesOf,
} from '../metric-values.ts';
import { RATIO_METRICS, type ScopePlan } from '../scope-plan.ts';
import type { ScopeReading } from '../scope-reading.ts';

/** A gate on a metric that this share of its cases lacks has been evaded, by accident or not. */
const MOST_LACKING = 0.1;

/** What the tests of a scope say: falls and rises beyond what is tolerated, values that are missing, notes. */
export function scopeFindings(
  tag: string | null,
  cases: readonly PairedCase[],
  plan: ScopePlan,
  reading: ScopeReading,
): readonly Finding[] {
  return [
    ...passRateFindings(tag, cases, reading.pass_rate),
    ...recallFindings(tag, cases, plan, reading),
    ...RATIO_METRICS.flatMap((metric) => {
      const test = reading[metric];
      const rose = test?.failed
        ? [finding({ outcome: 'fail', gate: metric, code: 'increase', tag }, ratioRose(metric, test, tag))]
        : [];
      const untested = test?.missing != null && roseEverywhere(cases, metric, test.max_increase);
      const about = { outcome: 'inconclusive', gate: metric, code: 'increase_untested', tag } as const;
      return [
        ...rose,
        ...(untested ? [finding(about, ratioUntested(metric, test, tag))] : []),
        ...lackingValues(tag, cases, metric, plan[metric]?.boundary ?? 0, test === null || test.missing !== null),
      ];
    }),
  ];
}

/** Mean pass rates of the comparable cases on both sides. */
function passRates(cases: readonly PairedCase[]): {
  readonly candidate: number | null;
  readonly baseline: number | null;
} {
  const comparable = comparableCases(cases);
  return {
    candidate: meanPassRate(comparable.map(({ trials }) => trials)),
    baseline: meanPassRate(comparable.map(({ baseline }) => baseline)),
  };
}

/** The same as a look saw them. */
export function passRatesAt(cases: readonly PairedCase[], look: number): ReturnType<typeof passRates> {
  return passRates(cases.map((item) => trialsAt(item, look)));
}

function passRateFindings(
  tag: string | null,
  cases: readonly PairedCase[],
  suite: SuiteDecision | null,
): readonly Finding[] {
  if (suite === null) return [];
  const of = { gate: 'pass_rate', tag } as const;
  if (suite.failed)
    return [
      finding({ ...of, outcome: 'fail', code: 'suite_drop' }, suiteDropped(suite, passRatesAt(cases, suite.look), tag)),
    ];
  const real =
    suite.boundary > 0 && suite.boundary < 1 && reaches(suite.p_mid, suite.boundary) && exceeds(suite.drop, 0);
  return real ? [finding({ ...of, outcome: 'note', code: 'tolerated_drop' }, toleratedDrop(suite, tag))] : [];
}

function recallFindings(
  tag: string | null,
  cases: readonly PairedCase[],
  plan: ScopePlan,
  { tool_recall: test }: ScopeReading,
): readonly Finding[] {
  const fell = test?.failed
    ? [finding({ outcome: 'fail', gate: 'tool_recall', code: 'recall_drop', tag }, recallDropped(test, tag))]
    : [];
  return [...fell, ...lackingValues(tag, cases, 'tool_recall', plan.tool_recall?.boundary ?? 0, test === null)];
}

/** A gate that is on by the baseline stays on: what the candidate does not report can't be passed. */
function lackingValues(
  tag: string | null,
  cases: readonly PairedCase[],
  metric: MetricName,
  boundary: number,
  unread: boolean,
): readonly Finding[] {
  const expected = casesWithBaselineValues(comparableCases(cases), metric);
  const without = expected.filter(({ trials }) => valuesOf(trials, metric).length === 0);
  if (boundary === 0) return [];
  const lacking = {
    cases: without.map(({ id }) => id),
    in_part: without.filter(({ trials }) => isReportedInPart(trials, metric)).length,
    of: expected.length,
  };
  const about = { gate: metric, code: 'values_missing', tag } as const;
  const here =
    unread || without.length > MOST_LACKING * expected.length
      ? finding({ ...about, cases: lacking.cases, outcome: 'inconclusive' }, valuesMissing(metric, lacking, tag))
      : finding({ ...about, cases: lacking.cases, outcome: 'note' }, someValuesMissing(metric, lacking, tag));
  const onMain = comparableCases(cases).flatMap(({ id, baseline }) => (isReportedInPart(baseline, metric) ? [id] : []));
  return [
    ...(without.length === 0 ? [] : [here]),
    ...(onMain.length === 0
      ? []
      : [finding({ ...about, cases: onMain, outcome: 'note' }, valuesInPartOnMain(metric, onMain, tag))]),
  ];
}
