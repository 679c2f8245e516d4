import { reaches } from '#statistics/beyond.ts';
import { caseMidP } from '#statistics/counts/min-p.ts';
import { type Drift, driftOf } from '#statistics/values/drift.ts';
import { logDrift, passRateDrift, recallDrift } from './rules/drift-allowance.ts';
import { increaseRule } from './rules/increase.ts';
import { finalLook, testPassRate } from './rules/pass-rate/test.ts';
import { toolRecallRule } from './rules/tool-recall.ts';
import { comparableCases, countsOf, type PairedCase } from './terms/evidence.ts';
import { METRIC_NAMES, METRICS, type Metric, type ScopeTest } from './terms/metrics.ts';

/** What is better here than on main by more than chance explains. No verdict depends on it. */
export interface Improvements {
  /** Ids of cases that pass more often. */
  readonly cases: readonly string[];
  readonly metrics: readonly ImprovedMetric[];
}

/** A mean of rates that rose by so much, or an amount that fell by such a part: −0.1 is ten percent less. */
interface ImprovedMetric {
  readonly metric: ScopeTest;
  readonly change: number;
}

/** Chance that anything of an unchanged suite is called better. It is apart from the gate's false-alarm budget. */
const PRAISE = 0.05;

/** What each question has of it. All metrics of the table are amounts. */
const SHARES = { cases: 0.5, pass_rate: 0.2, tool_recall: 0.075, amount: 0.225 / METRIC_NAMES.length };

/** For a single case: what happens by chance in more than one case of twenty is no improvement. */
const MOST_P = 0.05;

/**
 * The gate's own tests with the sides exchanged: main against what ran here. Passes of single cases by Fisher's exact test, adjusted by minP for
 * their number; the mean pass rate by the exact stratified test; tool recall and amounts by theirs, and by how far main moves from day to day.
 *
 * Their error is bounded by Bonferroni: the shares of {@link PRAISE} add up to it. Counts use mid-p, as the gate's test of the suite does, so the
 * bound holds in the mean over what may be drawn and not for each total of passes; an exact p would never praise 0 of 3 → 3 of 3. It also holds
 * where a run ends at a look that its trials choose, by simulation (`npm run bench:gate`, "praised"). An amount must also fall by as much as
 * the gate tolerates as a rise, and by more than another day usually explains, as long as too few runs of main say how far its days differ.
 *
 * @param look trials per case at which the run ended
 */
export function improvementsOf(cases: readonly PairedCase[], look: number): Improvements {
  const compared = comparableCases(cases);
  const turned = compared.map((item) => ({ ...item, trials: item.baseline, baseline: item.trials }));
  const scope = { tag: null, cases: turned, look };
  const boundaryOf = (share: keyof typeof SHARES) => PRAISE * SHARES[share];
  const suite = testPassRate(
    turned,
    {
      boundary: boundaryOf('pass_rate'),
      max_drop: 0,
      rule_out: null,
      drift: passRateDrift(compared),
      judge: undefined,
    },
    finalLook(look),
  );
  const recall = toolRecallRule.test(scope, {
    boundary: boundaryOf('tool_recall'),
    max_drop: 0,
    drift: recallDrift(compared),
  });
  const amounts = METRIC_NAMES.flatMap((metric) => {
    const test = increaseRule(metric).test(scope, {
      boundary: boundaryOf('amount'),
      max_increase: METRICS[metric].max_increase,
      asks: { total: true, typical: false },
      main: null,
      open_at: 0,
      drift: amountDrift(compared, metric),
    });
    // Of what is here: main took so much more.
    return test?.failed === true ? [{ metric, change: 1 / (1 + test.total.rise) - 1 }] : [];
  });
  return {
    cases: risen(compared, look, boundaryOf('cases')),
    metrics: [
      ...(suite?.failed === true ? [{ metric: 'pass_rate', change: suite.drop } as const] : []),
      ...(recall?.failed === true ? [{ metric: 'tool_recall', change: recall.change } as const] : []),
      ...amounts,
    ],
  };
}

function risen(compared: readonly PairedCase[], look: number, boundary: number): readonly string[] {
  const counts = compared.map((item) => {
    const { a, n, b, m } = countsOf(item);
    // A case that rose is one whose failures fell.
    return { a: n - a, n, b: m - b, m, scheduled: item.fixed ? look : item.scheduled };
  });
  const tests = caseMidP(counts, look, MOST_P);
  return compared.filter((_, i) => reaches(tests[i] ?? 1, boundary)).map(({ id }) => id);
}

/**
 * With too few runs of main to see how far its days differ, as far as they usually do. What no policy gates by default, wall time, differs by
 * machine and load: without enough runs nobody knows how far.
 */
function amountDrift(cases: readonly PairedCase[], metric: Metric): Drift {
  const seen = logDrift(cases, metric);
  return seen.variances.length > 0 || !METRICS[metric].by_default
    ? seen
    : driftOf(METRICS[metric].usual_drift, 1, null);
}
