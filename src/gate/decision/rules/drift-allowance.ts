import { valuesOfCounts } from '#statistics/counts/between-runs.ts';
import { BOUNDLESS, type Drift, driftOf, UNKNOWN_DRIFT } from '#statistics/values/drift.ts';
import { rateDrift } from '#statistics/values/rate-drift.ts';
import { type RunValues, runSpread, runValues } from '#statistics/values/run-spread.ts';
import type { DriftFacts } from '../facts/test-facts.ts';
import type { RiseTest } from '../terms/decision.ts';
import { type GateTrial, type PairedCase, passes } from '../terms/evidence.ts';
import { type Finding, finding } from '../terms/finding.ts';
import { valuesOf } from '../terms/metric-values.ts';
import { METRICS, type Metric, type ScopeTest, type ValueName } from '../terms/metrics.ts';

/** How far main's mean pass rate may be from that of a later day, if nothing changed. */
export function passRateDrift(cases: readonly PairedCase[]): Drift {
  return once(cases, 'pass_rate', () =>
    rateDrift(
      cases.map(({ baseline, runs }) => ({
        all: valuesOfCounts({ passed: passes(baseline), scored: baseline.length }),
        runs: runs.map(valuesOfCounts),
      })),
    ),
  );
}

/** The same for tool recall. */
export function recallDrift(cases: readonly PairedCase[]): Drift {
  return once(cases, 'tool_recall', () =>
    rateDrift(
      cases.map((item) => ({
        all: sumsOf(item.baseline, 'tool_recall'),
        runs: sumsOfRuns(item, 'tool_recall'),
      })),
    ),
  );
}

/**
 * With fewer runs nobody knows how far sessions of main differ. Where they are of two kinds, as with a cache that is warm or cold, R of them are all
 * of one kind, and the change's of the dearer one, in one of 2^(R + 1): in 3 % with four runs, and in 25 % with one.
 */
const FEWEST_RUNS = 4;

/** The same for the logarithm of a count, cost or time. */
export function logDrift(cases: readonly PairedCase[], metric: Metric): Drift {
  return once(cases, metric, () => {
    const runs = cases.map((item) => sumsOfRuns(item, metric)).filter((each) => each.some(({ count }) => count > 0));
    const spread = runSpread(runs);
    if (spread === null || spread.runs < FEWEST_RUNS) return UNKNOWN_DRIFT;
    return driftOf(METRICS[metric].usual_drift, spread.runs, spread, BOUNDLESS);
  });
}

/** Plans that differ in their looks alone ask for the same drifts of the same cases. */
function once(cases: readonly PairedCase[], test: ScopeTest, find: () => Drift): Drift {
  const known = drifts.get(cases) ?? {};
  drifts.set(cases, known);
  known[test] ??= find();
  return known[test];
}

const drifts = new WeakMap<readonly PairedCase[], { [test in ScopeTest]?: Drift }>();

/** Sums of main's values, or of their logarithms, run by run: its trials are stored in this order. */
function sumsOfRuns({ baseline, runs }: PairedCase, metric: ValueName): readonly RunValues[] {
  let end = 0;
  return runs.map(({ scored }) => {
    const start = end;
    end += scored;
    return sumsOf(baseline.slice(start, end), metric);
  });
}

function sumsOf(trials: readonly GateTrial[], metric: ValueName): RunValues {
  const values = valuesOf(trials, metric);
  return runValues(metric === 'tool_recall' ? values : values.map(Math.log));
}

/** Whether a test would be red if main could not have moved since its runs. */
export function isWithinDrift({ failed, p_drift }: Pick<RiseTest, 'failed' | 'p_drift'>): boolean {
  return !failed && p_drift !== null;
}

/** Neither a failure nor a pass: more than chance explains, but no more than another day may do. */
export function findWithinDrift(
  about: Pick<Finding, 'gate' | 'tag'>,
  what: DriftFacts['what'],
  { p, p_drift }: Pick<RiseTest, 'p' | 'p_drift'>,
  drift: Drift | null,
): Finding {
  const facts = { what, p: p ?? 1, p_drift: drift?.variances.length === 0 ? null : (p_drift ?? 1) };
  return finding({ ...about, outcome: 'inconclusive', code: 'within_drift' }, facts);
}
