import { keyed } from '#common/keyed.ts';
import { comparedFigures } from '#gate/baseline/comparison/compared-figures.ts';
import type { ComparedCase, Comparison } from '#gate/baseline/comparison/comparison.ts';
import { passKOf } from '#gate/baseline/comparison/pass-k-of.ts';
import { scoredTrials } from '#gate/baseline/results/evidence.ts';
import type { DecisionNumbers } from '#gate/decision/terms/decision.ts';
import { METRIC_NAMES, METRICS, type Metric } from '#gate/decision/terms/metrics.ts';
import { FIGURE_NAMES, FIGURES, type FigureName } from '#trials/metrics/figures.ts';
import { measureSuite, type SuiteMetrics } from '#trials/metrics/measure-suite.ts';
import { type MetricRow, TALLIES } from '../report.ts';
import { isSetAside } from './case-group.ts';
import { limitOf } from './failed-rules.ts';
import { asTested, increaseTest, passRateTest, type ShownTest, shownRecallTest, totalsTest } from './metric-tests.ts';
import { withFloor } from './with-floor.ts';

/**
 * The table of metrics: both sides over the comparable cases, or this side over all cases if there is nothing to compare with.
 */
export function metricRows(comparison: Comparison, numbers: DecisionNumbers): readonly MetricRow[] {
  const compared = comparison.cases.filter((evalCase) => evalCase.status === 'comparable');
  const figures = comparedFigures(comparison);
  const here = figures.candidate.suite;
  const main = figures.baseline?.suite ?? null;
  const passRate = passRateAsTested(compared, numbers) ?? here.pass_rate;
  const estimated = here.usage_estimated || main?.usage_estimated === true;

  const row = (metric: MetricRow['metric'], values: Values, test: ShownTest | null = null): MetricRow => {
    const unit = UNIT[metric];
    const baseline = test?.baseline ?? values.baseline ?? null;
    const candidate = test?.candidate ?? values.candidate;
    return {
      metric,
      unit,
      baseline,
      candidate,
      change: changeOf(unit, candidate, baseline),
      without: null,
      typical: test?.typical ?? null,
      ci95: test?.ci95 ?? null,
      p: test?.p ?? null,
      state: test?.state ?? 'none',
      failed_rules: test?.state === 'fail' ? [limitOf(metric)] : [],
      floor: null,
      estimated: estimated && (unit === 'tokens' || unit === 'usd'),
      at: null,
      part: null,
      of: null,
      is_detail: false,
      cached: null,
    };
  };
  const rows: readonly MetricRow[] = [
    {
      ...withoutAccepted(
        row('pass_rate', { candidate: passRate, baseline: main?.pass_rate }, passRateTest(numbers)),
        numbers,
      ),
      part: comparedPart(comparison),
    },
    ...passKRows(comparison, row),
    row('tool_recall', { candidate: here.tool_recall, baseline: main?.tool_recall }, shownRecallTest(numbers)),
    row('parameter_accuracy', { candidate: here.parameter_accuracy, baseline: main?.parameter_accuracy }),
    ...METRIC_NAMES.flatMap((metric) => {
      const { figure, is_total, is_cached } = METRICS[metric];
      const key = is_cached && isListed(here, main) ? 'list_cost_usd' : figure;
      const values = { candidate: here[key], baseline: main?.[key] };
      const test = numbers[metric];
      const tested = row(metric, values, is_total ? totalsTest(test) : test && increaseTest(test));
      return is_cached ? [tested, ...paidRows(here, main, row)] : [tested];
    }),
    row('steps', { candidate: here.steps, baseline: main?.steps }),
  ];
  const listed = new Set(rows.map(({ metric }) => metric));
  const even = main === null ? { here, main } : withEqualTrials(compared);
  const details = [
    ...TALLIES.map((tally) => ({
      ...row(tally, { candidate: even.here[tally]?.passed ?? null, baseline: even.main?.[tally]?.passed }),
      change: null,
      of: { candidate: even.here[tally]?.of ?? null, baseline: even.main?.[tally]?.of ?? null },
    })),
    ...FIGURE_NAMES.filter((figure) => !listed.has(figure)).flatMap((figure) => {
      const sides = FIGURES[figure].of_several === true ? even : { here, main };
      const found = row(figure, { candidate: sides.here[figure], baseline: sides.main?.[figure] });
      return figure === 'retrieval_accuracy' ? retrievalRows(found, sides) : [found];
    }),
    ...(['input_tokens', 'output_tokens'] as const).map((total) =>
      row(total, { candidate: here[total], baseline: main?.[total] }),
    ),
  ].map((detail) => (detail.metric === 'completed' ? { ...detail, part: judgedPart(comparison) } : detail));
  return [...rows, ...details.map((detail) => ({ ...detail, is_detail: true }))]
    .filter((row) => row.baseline !== null || row.candidate !== null)
    .map((row, at, all) =>
      all.findIndex(({ metric }) => metric === row.metric) === at ? withFloor(row, numbers.floors) : row,
    );
}

/** Retrieval accuracy by k; of several, after that of all. */
function retrievalRows(
  row: MetricRow,
  { here, main }: { readonly here: SuiteMetrics; readonly main: SuiteMetrics | null },
): readonly MetricRow[] {
  const [candidate, baseline] = [here.retrieval_at ?? {}, main?.retrieval_at ?? {}];
  const rows = [...new Set([...Object.keys(candidate), ...Object.keys(baseline)])].map((k) => {
    const values = { candidate: candidate[k] ?? null, baseline: baseline[k] ?? null };
    return { ...row, ...values, at: Number(k), change: changeOf(row.unit, values.candidate, values.baseline) };
  });
  return rows.length === 1 ? rows : [row, ...rows.toSorted((left, right) => left.at - right.at)];
}

/** A row of the pass rate with the change that was tested, where accepted cases are left out of it. */
function withoutAccepted(row: MetricRow, numbers: DecisionNumbers): MetricRow {
  const set = numbers.accepts?.filter(({ case: id, state, source }) => id !== null && isSetAside(state, source)) ?? [];
  const { change } = asTested(row, numbers);
  const accepted = set.filter(({ source }) => source === 'accept').length;
  return set.length === 0 || change === null || change === row.change
    ? row
    : { ...row, without: { accepted, quarantined: set.length - accepted, change } };
}

/** Both sides with equally many judged trials of each case: the more of them, the fewer cases pass every one, and the fewer trials agree. */
function withEqualTrials(compared: readonly ComparedCase[]): {
  readonly here: SuiteMetrics;
  readonly main: SuiteMetrics;
} {
  const pairs = compared.flatMap(({ candidate, baseline }) => {
    if (candidate === null || baseline === null) return [];
    const [here, main] = [scoredTrials(candidate), scoredTrials(baseline)];
    const most = Math.min(here.length, main.length);
    return [
      { here: { ...candidate, trials: here.slice(0, most) }, main: { ...baseline, trials: main.slice(0, most) } },
    ];
  });
  return { here: measureSuite(pairs.map(({ here }) => here)), main: measureSuite(pairs.map(({ main }) => main)) };
}

/**
 * The pass rate that change, interval and p refer to: as of the look at which the suite was settled, without later trials of
 * single cases. The last look uses all trials, also those that were added to an earlier run beyond it.
 */
function passRateAsTested(
  compared: readonly ComparedCase[],
  { pass_rate: { suite }, planned_looks: looks }: DecisionNumbers,
): number | null {
  if (suite === null) return null;
  const isLast = suite.look === looks.at(-1);
  const seen = compared.flatMap(({ candidate }) => {
    if (candidate === null || candidate.fixed_trials || isLast) return candidate ?? [];
    return { ...candidate, trials: candidate.trials.filter(({ index }) => index <= suite.look) };
  });
  return measureSuite(seen).pass_rate;
}

/** The number of trials that most published figures of agents use. */
const K = 4;

/**
 * pass^4 and pass@4, if every case had four planned trials: over only the cases that were extended to four they would be too
 * low.
 */
function passKRows(
  comparison: Comparison,
  row: (metric: MetricRow['metric'], values: Values) => MetricRow,
): readonly MetricRow[] {
  const { over, candidate, baseline } = passKOf(comparison);
  const counted = comparison.cases.filter(({ status }) => over === 'all' || status === 'comparable');
  const here = counted.flatMap((evalCase) => evalCase.candidate ?? []);
  const [own, main] = [candidate, baseline].map((side) => side.find(({ k }) => k === K));
  if (own === undefined || own.cases === 0) return [];
  if (here.some(({ fixed_trials, planned_trials }) => !fixed_trials && planned_trials < K)) return [];
  const part = own.cases < here.length ? ({ covers: own.cases, of: here.length, kind: 'cases' } as const) : null;
  const values = (key: 'pass_hat_k' | 'pass_at_k') => ({ candidate: own[key], baseline: main?.[key] });
  return [
    { ...row('pass_hat_4', values('pass_hat_k')), part },
    { ...row('pass_at_4', values('pass_at_k')), part },
  ];
}

/** The cases that could be compared, where the change has others too: over all of them the pass rate is another. */
function comparedPart({ cases }: Comparison): MetricRow['part'] {
  const covers = cases.filter(({ status }) => status === 'comparable').length;
  const judged = cases.filter(({ candidate }) => candidate !== null && scoredTrials(candidate).length > 0).length;
  return covers === 0 || covers >= judged ? null : { covers, of: judged, kind: 'cases' };
}

/** The trials that could be evaluated, which alone can have been completed; `null`: all could. */
function judgedPart({ cases }: Comparison): MetricRow['part'] {
  const compared = cases.filter(({ status }) => status === 'comparable');
  const trials = (compared.length > 0 ? compared : cases).flatMap(({ candidate }) => candidate?.trials ?? []);
  const covers = trials.filter(({ outcome }) => outcome !== 'error').length;
  return covers === trials.length ? null : { covers, of: trials.length, kind: 'trials' };
}

/** Whether costs are known as if no token had come from a cache, on both sides if there are two. */
function isListed(here: SuiteMetrics, main: SuiteMetrics | null): boolean {
  return here.list_cost_usd !== null && main?.list_cost_usd !== null;
}

/** What was paid, where caching makes it differ from the cost without. */
function paidRows(
  here: SuiteMetrics,
  main: SuiteMetrics | null,
  row: (metric: MetricRow['metric'], values: Values) => MetricRow,
): readonly MetricRow[] {
  const differs = (side: SuiteMetrics | null) => side !== null && side.cost_usd !== side.list_cost_usd;
  if (!isListed(here, main) || !(differs(here) || differs(main))) return [];
  const cached = { baseline: main?.cached_share ?? null, candidate: here.cached_share };
  return [{ ...row('paid_usd', { candidate: here.cost_usd, baseline: main?.cost_usd }), cached }];
}

interface Values {
  readonly candidate: number | null;
  readonly baseline: number | null | undefined;
}

const UNIT: Readonly<Record<MetricRow['metric'], MetricRow['unit']>> = {
  ...keyed<Readonly<Record<FigureName, MetricRow['unit']>>>(FIGURE_NAMES, (figure) => FIGURES[figure].unit),
  ...keyed<Readonly<Record<Metric, MetricRow['unit']>>>(METRIC_NAMES, (metric) => METRICS[metric].unit),
  pass_hat_4: 'rate',
  pass_at_4: 'rate',
  ...keyed<Readonly<Record<(typeof TALLIES)[number], 'count'>>>(TALLIES, () => 'count'),
  input_tokens: 'tokens',
  output_tokens: 'tokens',
  paid_usd: 'usd',
};

function changeOf(unit: MetricRow['unit'], candidate: number | null, baseline: number | null): number | null {
  if (candidate === null || baseline === null) return null;
  if (unit === 'rate') return candidate - baseline;
  return baseline === 0 ? null : candidate / baseline - 1;
}
